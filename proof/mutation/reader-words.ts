import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';

/**
 * The mutant keeps the contract; changes nothing that an answer shows; works so little that no run can name the
 * mistake; or breaks the contract unseen.
 */
type Reading = 'legal' | 'equivalent' | 'undecidable' | 'miss';

/** A reader's judgement about a mutant that did not fail. */
interface ReadMutant {
  readonly as: Reading;
  /** The row of the contract that leaves the mutant open, or that the mutant breaks. */
  readonly row?: string;
  readonly because: string;
  /** The word of a second reader who did not know the first reader's word. */
  readonly second?: Reading;
}

/** Words about mutants by their names, as files in `proof/results` have them. */
export type ReaderWords = Readonly<Record<string, ReadMutant>>;

export function readWords(file: string): ReaderWords {
  const text = readFileSync(join(packageFolder, 'proof/results', file), 'utf8');
  return JSON.parse(text) as ReaderWords;
}

/** What a reader found about a mutant that did not fail, in place of the result of its run. */
export function asRead(words: ReaderWords, name: string, ending: string): string {
  const [outcome] = /^(?:passed|undecided|endless)\b/.exec(ending) ?? [];
  if (outcome === undefined) return ending;
  const word = words[name];
  if (word === undefined) return `unread: ${ending}`;
  return word.as === 'miss'
    ? `missed: ${outcome}, though ${word.because}${word.row === undefined ? '' : ` (${word.row})`}`
    : `${word.as}: ${outcome}, since ${word.because}${word.row === undefined ? '' : ` (${word.row})`}`;
}

/** Whether a reader has called the mutant missed, or no reader has judged the mutant yet. */
export function isMissedOrUnread(ending: string): boolean {
  return ending.startsWith('missed') || ending.startsWith('unread');
}
