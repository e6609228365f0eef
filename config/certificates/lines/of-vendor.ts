import { phrase, spoken, untrusted } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { linesAbout, type Verified } from './verified.ts';

const line = linesAbout('vendor');

/**
 * Whether the certificate belongs to the vendor that the reader names, character by character; nothing if the reader
 * names none.
 */
export function ofVendor({ implementation }: Certificate, asked: string | undefined): readonly Verified[] {
  if (asked === undefined) return [];
  const named = implementation['vendor'] ?? '';
  if (isSameName(named, asked)) return [line.holds('the vendor that you named')];
  const text = phrase`the certificate names ${named === '' ? 'no vendor' : untrusted(named)}, but you named ${untrusted(asked)}`;
  return [line.refuted(spoken(text))];
}

/** Whether two names are equal letter by letter, however a file system writes an accent. */
export function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}
