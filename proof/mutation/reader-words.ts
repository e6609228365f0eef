import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';

/**
 * It keeps the contract; it changes nothing that an answer shows; so little of it works that no run can name the
 * mistake; or it breaks the contract unseen.
 */
type Reading = 'legal' | 'equivalent' | 'undecidable' | 'miss';

/** The judgement of a reader about a mutant that did not fail. */
interface ReadMutant {
  readonly as: Reading;
  /** The row of the contract that leaves it open, or that it breaks. */
  readonly row?: string;
  readonly because: string;
  /** The word of a second reader who did not know the first word. */
  readonly second?: Reading;
}

/** Words about mutants, by their names, in the form of a file in `proof/results`. */
export type ReaderWords = Readonly<Record<string, ReadMutant>>;

export function readWords(file: string): ReaderWords {
  const text = readFileSync(join(packageFolder, 'proof/results', file), 'utf8');
  return JSON.parse(text) as ReaderWords;
}

/** The knowledge about a mutant that did not fail, in place of the result of its run. */
export function asRead(words: ReaderWords, name: string, ending: string): string {
  const [outcome] = /^(?:passed|undecided|endless)\b/.exec(ending) ?? [];
  if (outcome === undefined) return ending;
  const word = words[name];
  if (word === undefined) return `unread: ${ending}`;
  return word.as === 'miss'
    ? `missed: ${outcome}, though ${word.because}${word.row === undefined ? '' : ` (${word.row})`}`
    : `${word.as}: ${outcome}, since ${word.because}${word.row === undefined ? '' : ` (${word.row})`}`;
}

/** Whether a reader has called the mutant missed, or no reader has judged it yet. */
export function isMissedOrUnread(ending: string): boolean {
  return ending.startsWith('missed') || ending.startsWith('unread');
}
