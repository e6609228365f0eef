import type { Redact } from '../../wire/redaction.ts';

/** Members of our records whose inner names come from a server, a generator or the vendor. */
const named: ReadonlySet<string> = new Set([
  'observed',
  'counterexample',
  'samples',
  'paging',
  'types',
  'schema',
  'schemas',
  'itemSchemas',
]);

/** Members of our records with fixed words of the suite, which tools match on. */
const words: ReadonlySet<string> = new Set([
  'verdict',
  'code',
  'kind',
  'role',
  'cause',
  'clause',
  'sameExchangeAs',
  'property',
  'scriptShowed',
]);

/**
 * A copy as plain JSON in which every text is redacted, and names from outside as well. Exchanges are redacted when
 * recorded; this gate is the only way out of the run, so no token in an answer escapes. Names of our own records, and
 * our words for tools, stay: a token may be as short as they are.
 */
export function hidden<T>(value: T, redact: Redact): T {
  const plain: unknown = JSON.parse(
    JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member)),
  );
  return ofOurs(plain, redact) as T;
}

function ofOurs(value: unknown, redact: Redact): unknown {
  return mapped(value, redact, (name, member) => [
    name,
    named.has(name)
      ? fromOutside(member, redact)
      : words.has(name) && typeof member === 'string'
        ? member
        : ofOurs(member, redact),
  ]);
}

function fromOutside(value: unknown, redact: Redact): unknown {
  return mapped(value, redact, (name, member) => [redact(name), fromOutside(member, redact)]);
}

function mapped(
  value: unknown,
  redact: Redact,
  member: (name: string, value: unknown) => readonly [string, unknown],
): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => mapped(item, redact, member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => member(name, inner)));
}
