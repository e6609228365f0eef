import { quoted, refusal } from './configuration-error.ts';

/** The most edits of a mistyped name; with more edits it is a different name. */
const mostEdits = 3;

/** Edits between two names: a letter inserted, deleted or replaced, or two neighbours swapped. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}

/** The distance of two names, without case and punctuation: 0 for equal names, Infinity if too far to suggest. */
function farness(name: string, candidate: string): number {
  const [a, b] = [name, candidate].map((text) => text.toLowerCase().replace(/[^a-z0-9]/g, ''));
  if (a === undefined || b === undefined || a === '') return Infinity;
  if (candidate.startsWith(`${name}.`)) return 0;
  // A name of a million letters is not compared letter by letter.
  const edits = Math.abs(a.length - b.length) > mostEdits ? Infinity : distance(a, b);
  if (edits <= Math.max(1, Math.min(mostEdits, Math.floor(Math.min(a.length, b.length) / 3)))) return edits;
  // A name with a missing or added part (`URL` for `BASE_URL`) is many edits away, but is still meant.
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length >= 3 && long.includes(short) ? long.length : Infinity;
}

/** The candidate that a mistyped name most likely meant; `undefined` if none is near. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Infinity;
  for (const candidate of candidates) {
    const far = farness(name, candidate);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}

/** `Did you mean X?`, or another remedy if nothing is near. */
export function didYouMean(name: string, candidates: Iterable<string>, otherwise: string): string {
  const meant = nearest(name, candidates);
  return meant === undefined ? otherwise : `Did you mean ${meant}?`;
}

/** A name that `--list` shows. @throws ConfigurationError for another word */
export function listedName(flag: string, names: readonly string[], name: string): string {
  if (names.includes(name)) return name;
  throw refusal(flag, quoted(name), 'a name that --list shows', didYouMean(name, names, 'See --list.'));
}

/** The same for the names of a list. */
export function listedNames(
  flag: string,
  all: readonly { readonly name: string }[],
  names: readonly string[],
): readonly string[] {
  const known = all.map(({ name }) => name);
  return names.map((name) => listedName(flag, known, name));
}
