import type { PlayedTable, ProofDocument } from '../document.ts';
import { readResults } from '../mutation/results.ts';
import { rooms } from '../mutation/rooms.ts';
import { scoreOf } from '../mutation/score.ts';
import { tableOf } from '../tables/tables.ts';
import { asMarkdownPage } from './markdown.ts';
import { asProofPage } from './page.ts';
import { readmeWith } from './readme.ts';

/** The document with the present results of mutants; missed mutants are as a reader has judged them. */
export function withScores(document: ProofDocument): ProofDocument {
  const scores = rooms.map((room) => scoreOf(room, readResults(room.name)));
  return {
    ...document,
    tables: document.tables.map((table) => ({ ...table, missed: missedOf(table, shownRows(table)) })),
    mutation: scores.filter(({ tried }) => tried > 0),
  };
}

/** The pages of a document, by their paths. */
export function pagesOf(document: ProofDocument): Readonly<Record<string, string>> {
  const shown = {
    ...document,
    tables: document.tables.map((table) => ({ ...table, rows: shownRows(table) })),
  };
  return {
    'docs/proof.md': asMarkdownPage(shown),
    'docs/proof.html': asProofPage(shown),
    'README.md': readmeWith(shown),
  };
}

/** Endings with a reader's findings about them. */
function shownRows({ id, rows }: PlayedTable): PlayedTable['rows'] {
  const { read = (_name: string, ending: string) => ending } = tableOf(id);
  return Object.fromEntries(Object.entries(rows).map(([name, ending]) => [name, read(name, ending)]));
}

function missedOf({ id }: PlayedTable, rows: PlayedTable['rows']): readonly string[] {
  const { isMissed } = tableOf(id);
  return Object.entries(rows)
    .filter(([, ending]) => /^(?:thrown|endless)/.test(ending) || isMissed(ending))
    .map(([name]) => name);
}
