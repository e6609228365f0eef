import type { Report } from '../clause/report.ts';
import { jsonText } from './visible.ts';

/** `conformance.json`: the report as indented JSON that is safe to print, by `report.schema.json`. */
export function asJson(report: Report): string {
  return jsonText(report);
}
