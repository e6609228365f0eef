/** A secret and the name that stands in its place. */
export interface Secret {
  readonly label: string;
  readonly secret: string;
}

/** Replaces every secret in a text by `<label>`. */
export type Redact = (text: string) => string;

// A shorter piece of base64 would be found in texts that have nothing to do with the secret.
const shortestFragment = 8;

/**
 * A function that replaces each secret wherever it stands in a text: as it is, with any of its characters escaped as URLs,
 * forms or JSON do it, in hexadecimal, and within base64 of a longer text. The longest secret goes first, so that one
 * that contains another leaves no remainder. Empty secrets are ignored.
 */
export function createRedaction(secrets: readonly Secret[]): Redact {
  const known = secrets
    .filter(({ secret }) => secret !== '')
    .sort((a, b) => b.secret.length - a.secret.length);
  if (known.length === 0) return (text) => text;
  const pattern = new RegExp(known.map(({ secret }) => `(${patternOf(secret)})`).join('|'), 'g');
  return (text) =>
    text.replace(pattern, (...found: unknown[]) => {
      const at = known.findIndex((_, index) => found[index + 1] !== undefined);
      return `<${known[at]?.label ?? 'secret'}>`;
    });
}

/** The same where secrets are added while texts are hidden already: what is hidden later, is hidden of all. */
export function createGrowingRedaction(secrets: readonly Secret[]): {
  readonly redact: Redact;
  readonly hide: (secret: Secret) => void;
} {
  const known = [...secrets];
  let redactKnown = createRedaction(known);
  return {
    redact: (text) => redactKnown(text),
    hide: (secret) => {
      if (known.some((one) => one.secret === secret.secret)) return;
      known.push(secret);
      redactKnown = createRedaction(known);
    },
  };
}

function patternOf(secret: string): string {
  const octets = Buffer.from(secret, 'utf8');
  const escaped = Array.from(secret, (character) => characterPattern(character)).join('');
  const whole = [...octets].map((octet) => anyCase(octet.toString(16).padStart(2, '0'))).join('');
  return [escaped, ...base64Forms(octets).map(literally), whole].join('|');
}

/** A character as it is, percent-encoded, or as JSON may escape it. */
function characterPattern(character: string): string {
  const octets = [...Buffer.from(character, 'utf8')];
  const percent = octets.map((octet) => `%${anyCase(octet.toString(16).padStart(2, '0'))}`).join('');
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const json = units.map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, '0'))}`).join('');
  const forms = [literally(character), percent, json];
  if ('"\\/'.includes(character)) forms.unshift(`\\\\${literally(character)}`);
  if (character === ' ') forms.push('\\+');
  return `(?:${forms.join('|')})`;
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** The characters of base64 that the secret alone determines, at each of the three offsets it can have in a text. */
function base64Forms(octets: Uint8Array): readonly string[] {
  const forms = [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([new Uint8Array(before), octets]).toString('base64');
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor(((before + octets.length) * 8) / 6);
    const fragment = text.slice(start, end);
    return before === 0 ? [text, text.replace(/=+$/, ''), fragment] : [fragment];
  });
  return forms
    .filter((form) => form.length >= shortestFragment)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
