import { createHash } from 'node:crypto';

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'] as const;

/** A secret, and what takes its place wherever a run looks. */
interface Disguised {
  readonly label: string;
  readonly secret: string;
  readonly placeholder: string;
  /** It is the secret as others write it, and is never altered. */
  readonly isForm?: true;
}

/** Forms in which a server may show what it was sent; each has a placeholder of its own, so that it can be sent back. */
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

/** The signs of base64 that a text decides alone within a longer one, so many octets behind a multiple of three. */
function withinBase64(text: string, before: number): string {
  const octets = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]);
  return octets.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((octets.length * 8) / 6));
}

/** What is shorter occurs in texts that are not about it: it stands for itself. */
export const shortestDisguised = 8;

/**
 * Placeholders of secrets: of the same length, letters for letters of their case and digits for digits, one per secret. A run
 * never sees a secret, so that none can get into what is kept of it; what is sent has them in their places.
 */
export class Placeholders {
  readonly #salt: string;
  readonly #disguised: Disguised[] = [];
  /** Secrets, and those of their forms that have come: nobody sends another one. */
  readonly #sendable: Disguised[] = [];
  /** Told of each form of a secret that is sent and was not supplied. */
  readonly #hide: (label: string, secret: string) => void;

  /** @param salt - shows the placeholders of one run from those of others */
  constructor(salt: string, hide: (label: string, secret: string) => void = () => undefined) {
    this.#salt = salt;
    this.#hide = hide;
  }

  /** The placeholder of a secret; a short one is its own. */
  of(label: string, secret: string): string {
    if (secret.length < shortestDisguised) return secret;
    const known = this.#disguised.find((one) => one.secret === secret);
    if (known !== undefined) return known.placeholder;
    const placeholder = this.#drawn(secret);
    const forms = encodings.map((encoded) => ({
      label,
      secret: encoded(secret),
      placeholder: encoded(placeholder),
      isForm: true as const,
    }));
    const own: Disguised = { label, secret, placeholder };
    this.#sendable.push(own);
    this.#disguised.push(own, ...forms.filter(isOwn(secret)));
    this.#disguised.sort((one, other) => other.secret.length - one.secret.length);
    return placeholder;
  }

  /** The secret that a placeholder stands for; the text itself if it is none. */
  secretOf(placeholder: string): string {
    return this.#disguised.find((one) => one.placeholder === placeholder)?.secret ?? placeholder;
  }

  /**
   * A text to be sent: with the secrets in place of their placeholders. A placeholder of which the last third was altered
   * becomes the secret, altered in the same places by as much.
   */
  revealed(text: string): string {
    return this.#sendable.reduce(
      (left, one) =>
        one.isForm ? left.replaceAll(one.placeholder, one.secret) : this.#revealedIn(left, one),
      text,
    );
  }

  /** A text that came: with placeholders in place of the secrets. */
  disguised(text: string): string {
    return this.#disguised.reduce((left, one) => {
      if (!left.includes(one.secret)) return left;
      if (!this.#sendable.includes(one)) this.#sendable.push(one);
      return left.replaceAll(one.secret, one.placeholder);
    }, text);
  }

  #revealedIn(text: string, { label, secret, placeholder }: Disguised): string {
    const kept = placeholder.slice(0, Math.ceil((placeholder.length * 2) / 3));
    const at = kept === '' ? -1 : text.indexOf(kept);
    const found = at < 0 ? '' : text.slice(at, at + placeholder.length);
    if (found.length < placeholder.length) return text;
    const meant = found === placeholder ? secret : shifted(secret, placeholder, found);
    if (found !== placeholder) this.#hide(`altered ${label}`, meant);
    return `${text.slice(0, at)}${meant}${this.#revealedIn(text.slice(at + found.length), { label, secret, placeholder })}`;
  }

  #drawn(secret: string): string {
    for (let draw = 0; ; draw += 1) {
      const drawn = likened(secret, `${this.#salt}\0${this.#disguised.length}\0${draw}`);
      const isNew = this.#disguised.every((one) => one.placeholder !== drawn && one.secret !== drawn);
      // One that has neither letters nor digits has no other form.
      if ((isNew && drawn !== secret) || !/[a-z0-9]/i.test(secret) || draw > mostDraws) return drawn;
    }
  }
}

const mostDraws = 100;

/** A form that is not the secret itself, nor so short that it occurs anywhere. */
function isOwn(secret: string): (form: Disguised) => boolean {
  return (form) => form.secret !== secret && form.secret.length >= shortestDisguised;
}

/** A text of the same length: for each letter one of its case, for each digit a digit, as they follow from the salt. */
export function likened(text: string, salt: string): string {
  const octets = stretched(salt, text.length);
  return text
    .split('')
    .map((sign, at) => other(sign, octets[at] ?? 0))
    .join('');
}

function other(sign: string, octet: number): string {
  const alphabet = alphabets.find((one) => one.includes(sign));
  return alphabet?.charAt(octet % alphabet.length) ?? sign;
}

/** The secret with each sign as far from its own as the found one is from the placeholder's. */
function shifted(secret: string, placeholder: string, found: string): string {
  return secret
    .split('')
    .map((sign, at) => {
      const alphabet = alphabets.find((one) => one.includes(sign));
      if (alphabet === undefined) return found.charAt(at);
      const by = alphabet.indexOf(found.charAt(at)) - alphabet.indexOf(placeholder.charAt(at));
      return alphabet.charAt((alphabet.indexOf(sign) + by + alphabet.length) % alphabet.length);
    })
    .join('');
}

/** Octets that follow from a text, as many as are wanted. */
function stretched(text: string, length: number): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    createHash('sha256').update(`${text}\0${at}`).digest(),
  );
  return Buffer.concat(blocks);
}
