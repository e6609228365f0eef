import { entryOf } from '../keyed.ts';
import type { Needle } from './needle.ts';
import { cutMark, type Stretch } from './reading.ts';

/** A stretch of a text that contains a secret, or part of a secret. */
export interface SecretFound extends Stretch {
  readonly label: string;
  readonly isWhole: boolean;
}

/** Finds sequences that a text has in common with any needle. */
export type Seek = (text: string) => readonly SecretFound[];

/** This many successive characters are first compared by a sum. */
const gram = 6;
/** The beginning of a secret at a cut: code that cuts a text does not know its content. */
const leastBeforeCut = 8;
const base = 257;
const highest = power(base, gram - 1);

interface Place {
  readonly needle: Needle;
  readonly at: number;
}

/** Finds needles by a few grams of each, in a time that does not depend on their number. */
export function seekAny(needles: readonly Needle[]): Seek {
  const places = new Map<number, Place[]>();
  for (const needle of needles) {
    const every = Math.max(1, needle.least - gram + 1);
    for (let at = 0; at + gram <= needle.text.length; at += every)
      entryOf(places, sumAt(needle.text, at), () => []).push({ needle, at });
  }
  return (text) => (places.size === 0 || text.length < gram ? [] : foundIn(text, places));
}

function foundIn(text: string, places: ReadonlyMap<number, readonly Place[]>): readonly SecretFound[] {
  const found: SecretFound[] = [];
  let sum = sumAt(text, 0);
  let behind = 0;
  for (let at = 0; at + gram <= text.length; at += 1) {
    if (at > 0) sum = rolled(sum, text.charCodeAt(at - 1), text.charCodeAt(at + gram - 1));
    const there = places.get(sum);
    if (there === undefined) continue;
    for (const place of there) {
      const run = runAround(text, at, place);
      // A match within a found stretch was already found.
      if (run === undefined || (run.to <= behind && !run.isWhole)) continue;
      found.push(run);
      behind = Math.max(behind, run.to);
    }
  }
  return found;
}

/** The longest common sequence around a place; undefined if it discloses nothing. */
function runAround(text: string, at: number, { needle, at: place }: Place): SecretFound | undefined {
  const { text: sought } = needle;
  if (!text.startsWith(sought.slice(place, place + gram), at)) return undefined;
  let before = 0;
  while (before < Math.min(at, place) && text[at - before - 1] === sought[place - before - 1]) before += 1;
  let after = gram;
  while (
    place + after < sought.length &&
    at + after < text.length &&
    text[at + after] === sought[place + after]
  )
    after += 1;
  const isWhole = before === place && place + after === sought.length;
  const isCut = before === place && text[at + after] === cutMark && before + after >= leastBeforeCut;
  const isTelling = before + after >= needle.least && needle.tells(place - before, place + after);
  if (!isWhole && !isCut && !isTelling) return undefined;
  return { from: at - before, to: at + after, label: needle.label, isWhole };
}

function sumAt(text: string, at: number): number {
  let sum = 0;
  for (let next = at; next < at + gram; next += 1) sum = (Math.imul(sum, base) + text.charCodeAt(next)) | 0;
  return sum;
}

function rolled(sum: number, gone: number, come: number): number {
  return (Math.imul(sum - Math.imul(gone, highest), base) + come) | 0;
}

function power(of: number, to: number): number {
  let product = 1;
  for (let time = 0; time < to; time += 1) product = Math.imul(product, of);
  return product;
}
