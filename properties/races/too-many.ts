import type { Certificate } from '../history/certificate.ts';
import type { History } from '../history/history.ts';
import { sameNumber } from '../../wire/json/numbers.ts';

const words = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ');

const inWords = (count: number): string => words[count] ?? String(count);

/**
 * The result of updates that stated one version, in one sentence for all renderings: `all eight of eight racing
 * updates with version 6 were accepted`. The history beside the sentence shows the updates and their times.
 */
export function acceptedInWords(
  { accepted, of }: { readonly accepted: number; readonly of: number },
  updates: string,
): string {
  const all = accepted === of ? 'all ' : '';
  return `${all}${inWords(accepted)} of ${inWords(of)} ${updates} ${accepted === 1 ? 'was' : 'were'} accepted`;
}

/** The sentence about a history with one update too many; without a single version, the sentence of its proof. */
export function tooManyInWords(
  { operations }: History,
  { operations: proof, sentence }: Certificate,
): string {
  const twice = proof.find(({ kind }) => kind === 'accepted');
  if (twice?.kind !== 'accepted') return sentence;
  const { stated } = twice;
  const alike = operations.filter((one) => one.kind !== 'read' && sameNumber(one.stated, stated));
  const accepted = alike.filter(({ kind }) => kind === 'accepted').length;
  if (accepted < 2) return sentence;
  return acceptedInWords({ accepted, of: alike.length }, `updates with version ${stated}`);
}
