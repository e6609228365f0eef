import { listOf, phrase, spoken, untrusted, type Phrase } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { attemptInShort } from '../nonce.ts';
import { countsInWords } from './claimed-counts.ts';
import { narrowedInWords } from './narrowed.ts';

export type ClaimLine = readonly [label: string, said: Phrase];

/** The claimed verdict; no text of the vendor precedes it or shares its line. */
export function claimWord({ claim, selfCheck }: Pick<Certificate, 'claim' | 'selfCheck'>): string {
  return selfCheck.unexpected.length === 0 ? claim : `${claim}; SELF-CHECK FAILED`;
}

/** The limits of the claim, one line each: omitted parts, readings, narrowings, and parts that no run has seen. */
export function limitLines(certificate: Certificate): readonly ClaimLine[] {
  const { without, declared, narrowed, counts, suspects } = certificate;
  const narrowings = narrowedInWords(narrowed);
  return [
    ['left out', without.length === 0 ? 'nothing' : listOf(without.map(word))],
    ['read as', declared.length === 0 ? 'the contract says' : listOf(declared.map(word))],
    ['narrowed', narrowings.length === 0 ? 'by nothing' : listOf(narrowings, '; ')],
    ['passed', countsInWords(counts)],
    ...(suspects === 0 ? [] : [['suspect', String(suspects)] as const]),
  ];
}

/** Whether the claim has no limit that its vendor could have avoided. */
export function isUnlimited({ without, declared, narrowed }: Certificate): boolean {
  return without.length === 0 && declared.length === 0 && narrowedInWords(narrowed).length === 0;
}

/** The names in the words of the vendor, which always come last. */
export function namesIn({ implementation: { vendor, name = '', version = '' } }: Certificate): Phrase {
  const product = phrase`${untrusted(name)} ${untrusted(version)}`;
  return vendor === undefined || vendor === '' ? product : phrase`${product} of ${untrusted(vendor)}`;
}

/** The whole claim on one line: claim and limits first, names last. */
export function claimLine(certificate: Certificate): string {
  const { issuedAt, validUntil, seedFrom } = certificate;
  const limits = limitLines(certificate).map(([label, said]) => phrase`${label}: ${said}`);
  const attempt = seedFrom === undefined ? '' : attemptInShort(seedFrom.nonce);
  const dated = `of ${issuedAt.slice(0, 10)}${attempt}, valid until ${validUntil}`;
  const claim = [claimWord(certificate), ...limits, dated];
  return spoken(phrase`${listOf(claim, '; ')}; about ${namesIn(certificate)}`);
}

/**
 * Returns a word of the suite; in its place a package may have any other text.
 *
 * @throws UnseenText if the text is not {@link isPlain}
 */
export function word(text: string): Phrase {
  return /^[\w.][\w ,./*-]{0,79}$/.test(text) ? text : untrusted(text);
}
