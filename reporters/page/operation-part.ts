import type { Report } from '../../clause/report.ts';
import type { Attention } from '../attention.ts';
import { nextStep } from '../closing.ts';
import { isBlank } from '../headline.ts';
import { operationTable } from '../operations/operation-rows.ts';
import { titled } from './attention-parts.ts';
import { html, type Markup } from './markup.ts';
import { tableOf } from './tables.ts';

/**
 * The table of operations, and one step; undefined if all operations exist, or if a limit of scope names the
 * missing operations.
 */
export function operationPart(report: Report, found: Attention): Markup | undefined {
  const table = isBlank(report) ? undefined : operationTable(report);
  if (table === undefined) return undefined;
  const next = nextStep(report, found);
  return titled('operations', table.title, [
    tableOf(
      ['section', 'operation', 'state'],
      table.rows.map(
        ({ section, request, state }) =>
          html`<tr>
            <td>${section}</td>
            <td>${request}</td>
            <td>${state}</td>
          </tr>`,
      ),
    ),
    ...(next === undefined ? [] : [html`<p>next: ${next}</p>`]),
  ]);
}
