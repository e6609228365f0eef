import type { ClauseSection } from '../../clause/clause.ts';
import type { ReadMeans } from '../../clause/report.ts';
import { defined } from '../../clause/defined.ts';
import { inDocumentOrder } from '../../clause/document-order.ts';
import { readsWith } from './decided-by-reads.ts';

type Sections = readonly ClauseSection<never>[];

type Decided = (clause: string) => ReadMeans | undefined;

/** The demands of the suites in document order; keeps the record of what reads decide, unless a new record is given. */
export function pinClauses(sections: Sections, decided: Decided = readsWith) {
  const clauses = sections.flatMap(({ part, clauses: stated }) =>
    stated.map(({ id, level, statement, violation, blocks, limits, sends, minimum, rows }) => ({
      id,
      section: part,
      level,
      statement,
      ...(level === 'OPEN' ? {} : { violation }),
      blocks,
      limits,
      ...defined({ sends }),
      minimum,
      rows,
      ...defined({ readsWith: decided(id) }),
    })),
  );
  return inDocumentOrder(clauses);
}

/** `contract/clauses.json`: one clause a line, so that a difference shows exactly the changed demands. */
export function registerText(sections: Sections, decided?: Decided): string {
  const lines = pinClauses(sections, decided).map((clause) => `  ${JSON.stringify(clause)}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}
