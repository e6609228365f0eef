import type { ClauseSection } from '../../clause/clause.ts';
import { defined } from '../../clause/defined.ts';
import { inDocumentOrder } from '../../clause/document-order.ts';

/** A clause as `contract/clauses.json` pins it. */
interface PinnedClause {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly statement: string;
  /** What breaks it; absent where the contract leaves it open. */
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
}

/** What the suites demand, as it is pinned: in document order. */
export function pinClauses(sections: readonly ClauseSection<never>[]): readonly PinnedClause[] {
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
    })),
  );
  return inDocumentOrder(clauses);
}

/** `contract/clauses.json`: a clause a line, so that a difference shows changed demands and nothing else. */
export function registerText(sections: readonly ClauseSection<never>[]): string {
  const lines = pinClauses(sections).map((clause) => `  ${JSON.stringify(clause)}`);
  return `[\n${lines.join(',\n')}\n]\n`;
}
