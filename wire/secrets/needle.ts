import { joined, lowerCase } from './reading.ts';

/** A secret, and the name that replaces it. */
export interface Secret {
  readonly label: string;
  readonly secret: string;
}

/** A secret in one of the forms for which texts are searched. */
export interface Needle {
  readonly label: string;
  readonly text: string;
  /** A text with this many characters in common with a secret discloses the secret. */
  readonly least: number;
  /** Whether a sequence of characters discloses a part of the secret; `to` is the end after its last character. */
  readonly tells: (from: number, to: number) => boolean;
}

/** Shorter secrets are found only unchanged and as whole words, because they may be part of any other word. */
export const shortest = 8;
/** Texts are not searched for parts of a shorter secret. */
const shortestInParts = 16;
/** A part is half of a secret, or this many characters of a longer secret. */
const leastOfLong = 16;

/** The forms of a secret; `known` texts such as names and addresses are not secret, even if they are part of it. */
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
      // The octets of UTF-8, as a program shows them that takes them for characters.
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

/** The base64 characters that the secret alone determines, at each of its three possible offsets in a text. */
function base64Forms(octets: Uint8Array): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([new Uint8Array(before), octets]).toString('base64');
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + octets.length) * 8) / 6));
  });
}

/** If a secret and a name have fewer characters in common, this is chance. */
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

/** Digits among letters, words in capitals, or words with capitals between small letters. */
function isNoWord(part: string): boolean {
  return (
    (/\d/.test(part) && /[a-z]/i.test(part)) ||
    /[a-z][A-Z]/.test(part) ||
    /[a-z].*[A-Z]{2}|[A-Z]{2}.*[a-z]/.test(part)
  );
}
