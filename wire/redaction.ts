import { needlesOf, shortest, type Secret } from './secrets/needle.ts';
import {
  inOneAlphabet,
  joined,
  lowered,
  originOf,
  unescaped,
  withoutCutEscapes,
  type Reading,
} from './secrets/reading.ts';
import { seekAny, type SecretFound, type Seek } from './secrets/sought.ts';

export type { Secret } from './secrets/needle.ts';

/** Replaces every secret in a text by `<label>`, and a large part of a secret by `<part of label>`. */
export type Redact = (text: string) => string;

/** The number of nested levels of escapes that are undone. */
const mostLevels = 3;
/** Marks a place that is already hidden; no secret contains this mark. */
const stop = '\uffff';

/**
 * A function that replaces each secret at any place in a text: unchanged, in another case, with characters escaped as
 * in URLs, JSON or HTML, escaped again, split by spaces, line breaks or NULs, in hexadecimal, and within base64 of a
 * longer text. Half of a secret, or 16 characters of a long secret, are replaced too; words within a secret, and known
 * texts, are not. The longest secret comes first, so that a secret within another secret leaves no remainder. Empty
 * secrets are ignored; secrets shorter than 8 characters are found only exactly, and not as part of a word.
 *
 * @param known - texts that are not secret, though they may resemble a part of a secret: names, addresses
 */
export function createRedaction(secrets: readonly Secret[], known: readonly string[] = []): Redact {
  const sought = secrets
    .filter(({ secret }) => secret !== '')
    .sort((a, b) => b.secret.length - a.secret.length);
  if (sought.length === 0) return (text) => text;
  const forms = sought.map((secret) => needlesOf(secret, known));
  const seekPlain = seekAny(forms.flatMap(({ plain }) => plain));
  const seekBase64 = seekAny(forms.flatMap(({ base64 }) => base64));
  const least = Math.min(...sought.map(({ secret }) => secret.length), shortest);
  return (text) => {
    if (text.length < least) return text;
    const exact = mostOfEach(exactly(text, sought));
    let left: Reading | undefined = withoutCutEscapes({
      text: pieced(text, exact, ({ from, to }) => stop.repeat(to - from)),
    });
    const hidden = [...exact];
    for (let level = 0; level <= mostLevels && left !== undefined; level += 1) {
      if (level > 0) hidden.push(...inOriginal(left, (each) => exactly(each, sought)));
      const compact = joined(left);
      hidden.push(...inOriginal(lowered(compact), seekPlain));
      hidden.push(...inOriginal(inOneAlphabet(compact), seekBase64));
      const further: Reading | undefined = unescaped(left);
      left = further && withoutCutEscapes(further);
    }
    return pieced(text, mostOfEach(hidden), ({ label, isWhole }) =>
      isWhole ? `<${label}>` : `<part of ${label}>`,
    );
  };
}

/** The same with secrets added while texts are hidden already: later texts are hidden by all secrets. */
export function createGrowingRedaction(
  secrets: readonly Secret[],
  known: readonly string[] = [],
): {
  readonly redact: Redact;
  readonly hide: (secret: Secret) => void;
} {
  const all = [...secrets];
  let redactAll = createRedaction(all, known);
  return {
    redact: (text) => redactAll(text),
    hide: (secret) => {
      if (all.some((one) => one.secret === secret.secret)) return;
      all.push(secret);
      redactAll = createRedaction(all, known);
    },
  };
}

function exactly(text: string, secrets: readonly Secret[]): readonly SecretFound[] {
  return secrets.flatMap(({ label, secret }) => {
    const found: SecretFound[] = [];
    for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
      if (secret.length >= shortest || standsAlone(text, at, at + secret.length))
        found.push({ from: at, to: at + secret.length, label, isWhole: true });
    return found;
  });
}

/** Whether a match is not part of a longer word: `te` in `state` discloses no token. */
function standsAlone(text: string, from: number, to: number): boolean {
  const goesOn = (at: number): boolean => inWord.test(text[at - 1] ?? '') && inWord.test(text[at] ?? '');
  return !goesOn(from) && !goesOn(to);
}

const inWord = /[\p{L}\p{N}]/u;

function inOriginal(reading: Reading, seek: Seek): readonly SecretFound[] {
  return seek(reading.text).map((found) => ({ ...found, ...originOf(reading, found) }));
}

/** Stretches in order; overlapping stretches become one stretch, named after the longest of them. */
function mostOfEach(found: readonly SecretFound[]): readonly SecretFound[] {
  if (found.length < 2) return found;
  const apart: SecretFound[] = [];
  for (const next of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = apart.at(-1);
    if (last === undefined || next.from >= last.to) apart.push(next);
    else apart[apart.length - 1] = together(last, next);
  }
  return apart;
}

function together(one: SecretFound, other: SecretFound): SecretFound {
  const longest = ranked(other) > ranked(one) ? other : one;
  return { ...longest, from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) };
}

/** A whole secret wins over a partial match that happens to continue. */
function ranked({ from, to, isWhole }: SecretFound): number {
  return (isWhole ? 1e9 : 0) + to - from;
}

function pieced(
  text: string,
  stretches: readonly SecretFound[],
  piece: (stretch: SecretFound) => string,
): string {
  if (stretches.length === 0) return text;
  const pieces: string[] = [];
  let behind = 0;
  for (const one of stretches) {
    pieces.push(text.slice(behind, one.from), piece(one));
    behind = one.to;
  }
  return [...pieces, text.slice(behind)].join('');
}
