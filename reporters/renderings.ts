import type { Report } from '../clause/report.ts';
import { asJson } from './as-json.ts';
import { asJunit } from './as-junit.ts';
import { asMarkdown } from './as-markdown.ts';
import { asPage } from './page/as-page.ts';

/** One rendering of a report: a function of the report alone, that knows of no other rendering. */
interface Row {
  /** As `CONFORMANCE_REPORTS` names it. */
  readonly name: string;
  /** Of its file, behind the report's name and a dot. */
  readonly ending: string;
  readonly render: (report: Report) => string;
}

/** Every rendering. A further one is a file with its function, and a line here. */
export const renderings = [
  { name: 'json', ending: 'json', render: asJson },
  { name: 'markdown', ending: 'md', render: (report) => asMarkdown(report, { maxBytes: Infinity }) },
  { name: 'html', ending: 'html', render: asPage },
  { name: 'junit', ending: 'junit.xml', render: asJunit },
] as const satisfies readonly Row[];

/** A rendering that can be asked for. */
export type Rendering = (typeof renderings)[number]['name'];

/** Their names, in order. */
export const renderingNames: readonly Rendering[] = renderings.map(({ name }) => name);
