import type { Report } from '../clause/report.ts';
import { visibleJson } from './visible.ts';

/** `conformance.json`: the report as indented JSON that is safe to print; meets `report.schema.json`. */
export function asJson(report: Report): string {
  return visibleJson(`${JSON.stringify(report, null, 2)}\n`);
}
