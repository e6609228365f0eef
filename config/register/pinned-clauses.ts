import type { ClauseSection } from '../../clause/clause.ts';
import type { ReadMeans } from '../../clause/report.ts';
import { defined } from '../../clause/defined.ts';
import { inDocumentOrder } from '../../clause/document-order.ts';
import { readsWith } from './decided-by-reads.ts';

/** A clause as `contract/clauses.json` pins it. */
interface PinnedClause {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly statement: string;
  /** The violation; absent if the contract leaves it open. */
  readonly violation?: string;
  readonly blocks: string;
  readonly limits: readonly string[];
  /** The decisive requests, if they are stated. */
  readonly sends?: string;
  /** How many samples must hold for a pass. */
  readonly minimum: number;
  readonly rows: readonly string[];
  /** The means with which reads alone decide it, as rehearsals have shown; absent if they cannot. */
  readonly readsWith?: ReadMeans;
}

type Sections = readonly ClauseSection<never>[];

type Decided = (clause: string) => ReadMeans | undefined;

/** The demands of the suites in document order; the record of what reads decide stays, unless given. */
export function pinClauses(sections: Sections, decided: Decided = readsWith): readonly PinnedClause[] {
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

/** `contract/clauses.json`: a clause a line, so that a difference shows changed demands and nothing else. */
export function registerText(sections: Sections, decided?: Decided): string {
  const lines = pinClauses(sections, decided).map((clause) => `  ${JSON.stringify(clause)}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}
