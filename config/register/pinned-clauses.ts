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
  /** What breaks it; absent if the contract leaves it open. */
  readonly violation?: string;
  readonly blocks: string;
  /** Limits of scope that leave it out. */
  readonly limits: readonly string[];
  /** The decisive requests, where it says which. */
  readonly sends?: string;
  /** How many samples must hold for a pass. */
  readonly minimum: number;
  /** The rows of the contract that it rests on. */
  readonly rows: readonly string[];
  /** What it takes to have it decided by reads alone, as rehearsals have shown; absent if they cannot. */
  readonly readsWith?: ReadMeans;
}

type Sections = readonly ClauseSection<never>[];

/** What reads decide of a clause, and with what. */
type Decided = (clause: string) => ReadMeans | undefined;

/** What the suites demand, as it is pinned: in document order. What reads decide stays as it is, unless handed over. */
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
