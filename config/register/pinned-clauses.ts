import { readFileSync } from 'node:fs';
import type { ClauseSection } from '../../clause/clause.ts';
import { inDocumentOrder } from '../../clause/document-order.ts';
import { packageFolder } from '../packaging/package-folder.ts';

/** A clause as `contract/clauses.json` pins it. */
export interface PinnedClause {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly statement: string;
  readonly blocks: string;
  /** Limits of scope that leave it out. */
  readonly limits: readonly string[];
  /** `file:line` of the statement. */
  readonly source: string;
}

/** What the suites state, as it is pinned: in document order, places as the sources show them. */
export function pinClauses(sections: readonly ClauseSection<never>[]): readonly PinnedClause[] {
  const clauses = sections.flatMap(({ part, clauses: stated }) =>
    stated.map(({ id, level, statement, blocks, limits, source }) => ({
      id,
      section: part,
      level,
      statement,
      blocks,
      limits,
      source: source ?? '',
    })),
  );
  return inDocumentOrder(clauses);
}

let places: ReadonlyMap<string, string> | undefined;

/** `file:line` of a clause as it is pinned: compiled code has lost its lines. Undefined for a clause not pinned. */
export function pinnedPlace(id: string): string | undefined {
  places ??= new Map(readPinned().map((clause) => [clause.id, clause.source]));
  return places.get(id);
}

function readPinned(): readonly PinnedClause[] {
  try {
    return JSON.parse(readFileSync(`${packageFolder}/contract/clauses.json`, 'utf8')) as PinnedClause[];
  } catch {
    // Without the pinned register only places are unknown, which is no reason not to run.
    return [];
  }
}
