import type { Report } from '../clause/report.ts';
import { asJson } from './as-json.ts';
import { asJunit } from './as-junit.ts';
import { asAnnotations } from './ci/as-annotations.ts';
import { asBadge } from './ci/as-badge.ts';
import { asCtrf } from './ci/as-ctrf.ts';
import { asMarkdown } from './as-markdown.ts';
import { asPage } from './page/as-page.ts';

/** One rendering of a report: a function of the report alone, which knows no other rendering. */
interface Row {
  /** As `CONFORMANCE_REPORTS` names it. */
  readonly name: string;
  /** The ending of the file, after the report's name and a dot; absent for a rendering that is printed. */
  readonly ending?: string;
  /** The run prints the rendering if this variable is `true`, because then a service reads it. */
  readonly printedWhere?: string;
  readonly render: (report: Report) => string;
}

/** For a further rendering, write a file with its function, and a line here. */
const all = [
  { name: 'json', ending: 'json', render: asJson },
  { name: 'markdown', ending: 'md', render: (report) => asMarkdown(report, { maxBytes: Infinity }) },
  { name: 'html', ending: 'html', render: asPage },
  { name: 'junit', ending: 'junit.xml', render: asJunit },
  { name: 'ctrf', ending: 'ctrf.json', render: asCtrf },
  { name: 'badge', ending: 'badge.json', render: asBadge },
  { name: 'github', printedWhere: 'GITHUB_ACTIONS', render: asAnnotations },
] as const satisfies readonly Row[];

/** A rendering that a user can request. */
export type Rendering = (typeof all)[number]['name'];

export const renderings: readonly (Row & { readonly name: Rendering })[] = all;

export const renderingNames: readonly Rendering[] = renderings.map(({ name }) => name);

/** The requested renderings to print, if the environment shows a reader. */
export function printedText(
  report: Report,
  asked: readonly Rendering[],
  isRead: (variable: string) => boolean,
): string {
  return renderings
    .filter(
      ({ name, printedWhere }) => printedWhere !== undefined && asked.includes(name) && isRead(printedWhere),
    )
    .map(({ render }) => render(report))
    .join('');
}
