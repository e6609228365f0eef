import { createHash } from 'node:crypto';

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** A secret, and the text that replaces it in everything that a run sees. */
interface Disguised {
  readonly label: string;
  readonly secret: string;
  readonly placeholder: string;
  /** The text is the secret in the spelling of another party, and is never altered. */
  readonly isForm?: true;
}

/** Forms in which a server may show a secret; each has its own placeholder, so that it can be sent back. */
const encodings: readonly ((text: string) => string)[] = [
  (text) => Buffer.from(text).toString('base64').replace(/=+$/, ''),
  (text) => Buffer.from(text).toString('base64url'),
  ...[0, 1, 2].map((before) => (text: string) => withinBase64(text, before)),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text).toString('hex').toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.toLowerCase(),
  (text) => text.toUpperCase(),
];

/** The characters of base64 that a text alone determines, this many octets after a multiple of three. */
function withinBase64(text: string, before: number): string {
  const octets = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return octets.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((octets.length * 8) / 6));
}

/** All placeholders have this form, so that they show neither the length nor the characters of a secret. */
const form = 'aA0'.repeat(16);

/** A shorter text occurs in unrelated texts, so it is not replaced. */
export const shortestDisguised = 8;

/**
 * Placeholders of secrets: one per secret, all of one form. A run never sees a secret, nor its length, so
 * that neither can get into its records; sent requests have secrets in their places.
 */
export class Placeholders {
  readonly #salt: string;
  readonly #disguised: Disguised[] = [];
  /** Secrets, and their forms in answers so far: no request contains any other form. */
  readonly #sendable: Disguised[] = [];
  /** Called with each form of a secret that is sent and was not supplied. */
  readonly #hide: (label: string, secret: string) => void;

  /** @param salt - distinguishes the placeholders of one run from the placeholders of other runs */
  constructor(salt: string, hide: (label: string, secret: string) => void = () => undefined) {
    this.#salt = salt;
    this.#hide = hide;
  }

  /** The placeholder of a secret; a short secret is its own placeholder. */
  of(label: string, secret: string): string {
    if (secret.length < shortestDisguised) return secret;
    const known = this.#disguised.find((one) => one.secret === secret);
    if (known !== undefined) return known.placeholder;
    const placeholder = this.#drawn();
    const own: Disguised = { label, secret, placeholder };
    this.#sendable.push(own);
    this.#disguised.push(own);
    for (const encoded of encodings) {
      const [seen, shown] = [encoded(secret), encoded(placeholder)];
      if (seen === secret || seen.length < shortestDisguised) continue;
      // An encoding may leave the placeholder unchanged: then this form of the secret gets another placeholder,
      // so that it can be sent back unchanged.
      const isTaken = this.#disguised.some((one) => one.placeholder === shown);
      this.#disguised.push({
        label,
        secret: seen,
        placeholder: isTaken ? this.#drawn() : shown,
        isForm: true,
      });
    }
    this.#disguised.sort((one, other) => other.secret.length - one.secret.length);
    return placeholder;
  }

  /** The secret that a placeholder stands for; the text itself if it is not a placeholder. */
  secretOf(placeholder: string): string {
    return this.#disguised.find((one) => one.placeholder === placeholder)?.secret ?? placeholder;
  }

  /** A text to be sent: with the secrets, which are altered in the last third if their placeholders were. */
  revealed(text: string): string {
    return this.#sendable.reduce(
      (left, one) =>
        one.isForm ? left.replaceAll(one.placeholder, one.secret) : this.#revealedIn(left, one),
      text,
    );
  }

  disguised(text: string): string {
    return this.#disguised.reduce((left, one) => {
      if (!left.includes(one.secret)) return left;
      if (!this.#sendable.includes(one)) this.#sendable.push(one);
      return left.replaceAll(one.secret, one.placeholder);
    }, text);
  }

  #revealedIn(text: string, { label, secret, placeholder }: Disguised): string {
    const at = text.indexOf(keptOf(placeholder));
    const found = at < 0 ? '' : text.slice(at, at + placeholder.length);
    if (found.length < placeholder.length) return text;
    const meant = found === placeholder ? secret : alteredAs(secret, placeholder, found);
    if (found !== placeholder) this.#hide(`altered ${label}`, meant);
    return `${text.slice(0, at)}${meant}${this.#revealedIn(text.slice(at + found.length), { label, secret, placeholder })}`;
  }

  #drawn(): string {
    for (let draw = 0; ; draw += 1) {
      const drawn = standIn(`${this.#salt}\0${this.#disguised.length}\0${draw}`);
      if (this.#disguised.every((one) => one.placeholder !== drawn && one.secret !== drawn)) return drawn;
    }
  }
}

/** A placeholder that discloses nothing of its text: it follows from the salt. */
export function standIn(salt: string): string {
  const octets = stretched(salt, form.length);
  return form
    .split('')
    .map((sign, at) => {
      const alphabet = alphabetOf(sign) ?? sign;
      return alphabet.charAt((octets[at] ?? 0) % alphabet.length);
    })
    .join('');
}

function alphabetOf(sign: string): string | undefined {
  return alphabets.find((one) => one.includes(sign));
}

/** The secret with its last third altered as the placeholder's was, counted from the end. */
function alteredAs(secret: string, placeholder: string, found: string): string {
  const keep = Math.ceil((secret.length * 2) / 3);
  const third = placeholder.length - keptOf(placeholder).length;
  const altered = secret.slice(keep).split('');
  const changed = altered.map((sign, at) => {
    const alphabet = alphabetOf(sign);
    const place = placeholder.length - 1 - ((altered.length - 1 - at) % third);
    const [was, is] = [placeholder.charAt(place), found.charAt(place)];
    if (alphabet === undefined || was === is) return sign;
    const by = 1 + (Math.abs(is.charCodeAt(0) - was.charCodeAt(0)) % (alphabet.length - 1));
    return alphabet.charAt((alphabet.indexOf(sign) + by) % alphabet.length);
  });
  const meant = `${secret.slice(0, keep)}${changed.join('')}`;
  // A last third of characters other than letters and digits.
  return meant === secret ? `${secret}x` : meant;
}

/** The unaltered part of an altered text. */
function keptOf(text: string): string {
  return text.slice(0, Math.ceil((text.length * 2) / 3));
}

/** Octets that follow from a text, as many as are wanted. */
function stretched(text: string, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash('sha256').update(`${text}\0${at}`).digest(),
  );
  return Buffer.concat(blocks);
}
