import { quoted } from '../input/configuration-error.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

/** The similarity of two texts: shared pairs of neighbouring letters, from 0 (none) to 1 (all). */
function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  if (left.length === 0 || right.length === 0) return 0;
  const unmatched = [...right];
  let shared = 0;
  for (const pair of left) {
    const at = unmatched.indexOf(pair);
    if (at < 0) continue;
    unmatched.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length);
}

function pairsOf(text: string): readonly string[] {
  const letters = text.toLowerCase();
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2));
}

const mostNamed = 3;
/** Texts below this similarity are alike only because both are English. */
const leastLikeness = 0.5;

/** The sections (`4.5/`) or clauses that the user likely means by a pattern without matches; the likeliest first. */
export function nearestClauses(pattern: string, ids: readonly string[]): readonly string[] {
  const wanted = pattern.replace(/\\(?=\W)|[\^$*+?()[\]{}|]/g, '');
  const sections = [...new Set(ids.map((id) => id.slice(0, id.indexOf('/') + 1)))];
  const isSection = !/\/./.test(wanted);
  const candidates = [
    ...(isSection ? sections.map((name) => [name, likeness(withSlash(wanted), name)] as const) : []),
    // A pattern without a section is compared with the outcome alone.
    ...ids.map((id) => [id, likeness(wanted, isSection ? id.slice(id.indexOf('/') + 1) : id)] as const),
  ];
  return candidates
    .filter(([, alike]) => alike >= leastLikeness)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, mostNamed)
    .map(([name]) => name);
}

export function suggestClauses(pattern: string, ids: readonly string[]): string {
  const written = pattern.replaceAll('\\/', '/');
  if (ids.some((id) => new RegExp(pattern).test(id)))
    return `no clause of this shard, or of the files named, has an id that matches -t ${quoted(written)}`;
  const near = nearestClauses(written, ids);
  const otherwise = `${commandLine('explain', '--list')} lists them all`;
  return `no clause has an id that matches -t ${quoted(written)}; ${near.length === 0 ? otherwise : `did you mean ${near.join(' or ')}?`}`;
}

function withSlash(text: string): string {
  return text.endsWith('/') ? text : `${text}/`;
}
