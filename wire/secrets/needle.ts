import { joined, lowerCase } from './reading.ts';

/** A secret and the name that is in its place. */
export interface Secret {
  readonly label: string;
  readonly secret: string;
}

/** A secret in one of the forms that are searched for. */
export interface Needle {
  readonly label: string;
  readonly text: string;
  /** A text discloses a secret if it has this many characters in common with it. */
  readonly least: number;
  /** Whether a run of characters discloses a part of the secret; given by its first character, and the end after its last. */
  readonly tells: (from: number, to: number) => boolean;
}

/** The search finds shorter secrets only unchanged, and as whole words: they may be part of any other word. */
export const shortest = 8;
/** No part of a shorter secret is searched for. */
const shortestInParts = 16;
/** Parts are half of a secret, or this many characters of a longer secret. */
const leastOfLong = 16;

/** The forms of a secret; `known` texts, such as names and addresses, are not secret though they may be part of it. */
export function needlesOf({ label, secret }: Secret, known: readonly string[]) {
  const text = joined({ text: secret }).text;
  if (text.length < shortest) return { plain: [], base64: [] };
  const inParts = text.length >= shortestInParts;
  const least = inParts ? Math.min(leastOfLong, Math.ceil(text.length / 2)) : text.length;
  const octets = Buffer.from(secret, 'utf8');
  const hex = octets.toString('hex');
  const always = (): boolean => true;
  return {
    plain: [
      { label, text: lowerCase(text), least, tells: inParts ? telling(text, known) : always },
      { label, text: hex, least: inParts ? 2 * least : hex.length, tells: always },
      // Octets of UTF-8 that a program took for characters.
      ...(octets.length === secret.length
        ? []
        : [{ label, text: lowerCase(octets.toString('latin1')), least, tells: always }]),
    ],
    // The base64 of the secret in UTF-8, and in UTF-16, which has two octets per character.
    base64: [octets, Buffer.from(secret, 'utf16le')].flatMap((form, at) =>
      base64Forms(form).map((characters) => ({
        label,
        text: characters,
        least: inParts ? Math.floor((8 * (at + 1) * least - 8) / 6) : characters.length,
        tells: always,
      })),
    ),
  };
}

/** The characters of base64 that the secret alone determines, at each of the three offsets it can have in a text. */
function base64Forms(octets: Uint8Array): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([new Uint8Array(before), octets]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + octets.length) * 8) / 6));
  });
}

/** Fewer characters that a secret has in common with a name are chance. */
const leastOfName = 4;

/** Ordinary words do not count as part of a secret, unless there are many; nor do known texts. */
function telling(secret: string, known: readonly string[]): Needle['tells'] {
  const isKnown = new Uint8Array(secret.length);
  const lower = lowerCase(secret);
  for (const name of known.map(lowerCase))
    for (let from = 0; from + leastOfName <= lower.length; from += 1) {
      let to = from + leastOfName;
      if (!name.includes(lower.slice(from, to))) continue;
      while (to < lower.length && name.includes(lower.slice(from, to + 1))) to += 1;
      isKnown.fill(1, from, to);
    }
  const least = Math.min(leastOfLong, Math.ceil(secret.length / 2));
  return (from, to) => {
    const part = secret
      .slice(from, to)
      .split('')
      .filter((_, at) => isKnown[from + at] === 0)
      .join('');
    return part.length >= least && (part.length >= leastOfLong || isNoWord(part));
  };
}

/** Digits among letters, or words in capitals or with capitals in their midst beside small letters. */
function isNoWord(part: string): boolean {
  return (
    (/\d/.test(part) && /[a-z]/i.test(part)) ||
    /[a-z][A-Z]/.test(part) ||
    /[a-z].*[A-Z]{2}|[A-Z]{2}.*[a-z]/.test(part)
  );
}
