import { ConfigurationError, quoted, refusal } from '../config/input/configuration-error.ts';
import { didYouMean } from '../config/input/did-you-mean.ts';
import { faults } from '../faults/catalogue.ts';
import type { Request } from '../reference/message.ts';

/** What a client wants for the answer to one request. */
export interface Wish {
  /** The request is refused with that status, and has no effect. */
  readonly status?: number;
  /** Milliseconds by which the answer is late; the effect of the request is not. */
  readonly delayMs?: number;
  /** The request is served with that fault of the catalogue. */
  readonly fault?: string;
  /** The connection ends instead of an answer: before or after the request takes effect. */
  readonly drop?: 'before' | 'after';
}

/** Reads one member of a wish. Throws ConfigurationError for an invalid value. */
type Read = (setting: string, value: unknown) => Wish;

const status: Read = (setting, value) => ({ status: whole(setting, value, 400, 599) });
const delay: Read = (setting, value) => ({ delayMs: whole(setting, value, 0, 60_000) });
const drop: Read = (setting, value) => {
  if (value === 'before' || value === 'after') return { drop: value };
  throw refusal(
    setting,
    quoted(value),
    'before or after',
    'The request takes effect before the end, or not at all.',
  );
};
const fault: Read = (setting, value) => {
  const names = faults.map(({ name }) => name);
  const name = names.find((one) => one === value);
  if (name !== undefined) return { fault: name };
  const remedy = didYouMean(String(value), names, 'The command mock --list shows all.');
  throw refusal(setting, quoted(value), 'the name of a fault', remedy);
};

/** Readers by the names of preferences; then by the names of members in JSON and in programs. */
const preferences: Readonly<Record<string, Read>> = {
  'mock-status': status,
  'mock-delay': delay,
  'mock-fault': fault,
  'mock-drop': drop,
};
const members: Readonly<Record<keyof Wish, Read>> = { status, delayMs: delay, fault, drop };

/** The preferences of a request. @throws ConfigurationError for an unknown one or an invalid value */
export function preferred(request: Pick<Request, 'headers'>) {
  const given = new Map<string, string>();
  for (const [field, text] of request.headers) {
    if (field.toLowerCase() !== 'prefer') continue;
    for (const [, name = '', inQuotes, plain] of text.matchAll(preference)) {
      const known = name.toLowerCase();
      if (known.startsWith('mock-') && !given.has(known)) given.set(known, inQuotes ?? plain ?? '');
    }
  }
  const wishes = [...given].map(([name, value]) => readerOf(preferences, name, 'Prefer: ')(name, value));
  return {
    wish: Object.assign({}, ...wishes) as Wish,
    applied: [...given].map(([name, value]) => `${name}=${value}`),
  };
}

/** One preference of a list; semicolons precede its parameters. */
const preference = /(?:^|,)\s*([^\s=,;"]+)(?:\s*=\s*(?:"([^"]*)"|([^\s,;"]*)))?(?:\s*;[^,]*)?/g;

/** A wish from JSON, or from a program. @throws ConfigurationError for an unknown member or value */
export function wishOf(given: Readonly<Record<string, unknown>>, setting: string): Wish {
  const wishes = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => readerOf(members, name, `${setting}.`)(name, value));
  return Object.assign({}, ...wishes) as Wish;
}

function readerOf(
  readers: Readonly<Record<string, Read>>,
  name: string,
  before: string,
): (name: string, value: unknown) => Wish {
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  const names = Object.keys(readers);
  if (read === undefined)
    throw new ConfigurationError({
      setting: `${before}${name}`,
      found: 'a name that is not known',
      expected: `one of ${names.join(', ')}`,
      remedy: didYouMean(name, names, 'Leave it out.'),
    });
  return (_, value) => read(`${before}${name}`, value);
}

/** An integer within bounds, as a number or as text. Throws ConfigurationError for any other text. */
export function whole(setting: string, value: unknown, least: number, most: number): number {
  const found = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  if (typeof found === 'number' && Number.isInteger(found) && found >= least && found <= most) return found;
  throw refusal(
    setting,
    quoted(value),
    `an integer from ${least} to ${most}`,
    `For example ${most > 599 ? 300 : 409}.`,
  );
}
