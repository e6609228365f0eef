import { isObject } from '../schemas/positions.ts';
import { defined } from './defined.ts';

/** Members of a JSON object, as a profile has them. */
export type Members = Readonly<Record<string, unknown>>;

/** The members that a line of advice asks for, as data. */
export interface Asked {
  /** The line without the alternative limit. */
  readonly line: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly inProfile?: true;
  readonly profile?: Members;
  readonly limit?: string;
}

/** Reads a line of advice: `CONFORMANCE_TOKEN_NO_SCOPE=<token> (or state the limit: CONFORMANCE_WITHOUT=no-scope)`. */
export function askedBy(supply: string): Asked {
  const [line = '', limit] = supply.split(/\s*\(or state the limit: CONFORMANCE_WITHOUT=([\w.-]+)\)$/);
  const profile = suppliedMembers(line.split(/ and (?=CONFORMANCE_)/)[0] ?? '');
  const settings = line.split(' and ').flatMap((part) => [...part.matchAll(/^(CONFORMANCE_\w+)=(.*)$/gs)]);
  return {
    line,
    ...(settings.length === 0
      ? {}
      : { settings: Object.fromEntries(settings.map(([, name = '', value = '']) => [name, value])) }),
    ...(line.startsWith('"') ? { inProfile: true } : {}),
    ...defined({ profile, limit }),
  };
}

/**
 * The members of the profile that a line of advice asks for: `"search": {"method": "POST"}`. A value to fill in becomes
 * a text in angle brackets; of several ways the first is taken. Undefined for a line about a setting, or in words.
 */
export function suppliedMembers(supply: string): Members | undefined {
  if (!supply.startsWith('"')) return undefined;
  const [first = ''] = supply.split(/ {2}\(|(?<=[}\]"]) or (?=["{])/);
  const json = first
    .replace(/, …(?=\})/g, ', "<member>": "<value>"')
    .replace(/\{…\}/g, '{"<member>": "<value>"}')
    .replace(/: …/g, ': "<value>"')
    .replace(/(?<=[[:] ?)<([^<>"]*)>(?=[\]},])/g, '"<$1>"');
  try {
    const members: unknown = JSON.parse(`{${json}}`);
    return isObject(members) ? members : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the operator has to fill in a value that no answer showed. */
export function isToFillIn(members: Members): boolean {
  return /[<…]/.test(JSON.stringify(members));
}

/** Joins two profiles: lists are appended; of two differing values, the first wins. */
export function mergedMembers(one: Members, other: Members): Members {
  const merged = new Map(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const there = merged.get(name);
    if (there === undefined) merged.set(name, value);
    else if (Array.isArray(there) && Array.isArray(value)) merged.set(name, joined(there, value));
    else if (isObject(there) && isObject(value)) merged.set(name, mergedMembers(there, value));
  }
  return Object.fromEntries(merged);
}

/** Whether a profile already has all of the members; for a member to fill in, any value counts. */
export function holdsMembers(profile: unknown, members: Members): boolean {
  if (!isObject(profile)) return false;
  return Object.entries(members).every(([name, wanted]) => {
    const there = Object.hasOwn(profile, name) ? profile[name] : undefined;
    if (there === undefined) return name === '<member>' && Object.keys(profile).length > 0;
    if (isObject(wanted)) return holdsMembers(there, wanted);
    if (Array.isArray(wanted) && Array.isArray(there)) return joined(there, wanted).length === there.length;
    return JSON.stringify(wanted).includes('<') || JSON.stringify(there) === JSON.stringify(wanted);
  });
}

/** The innermost names, for which a reader would search: `search.method`, `samples.4.6.body`. */
export function namesOf(members: Members): string {
  return Object.entries(members)
    .map(([name, value]) => {
      const inner = isObject(value) && !('<member>' in value) ? namesOf(value) : '';
      return inner === '' ? name : `${name}.${inner}`;
    })
    .join(', ');
}

/** The elements of both lists, each once; for an element to fill in, any element counts. */
function joined(there: readonly unknown[], wanted: readonly unknown[]): readonly unknown[] {
  const known = new Set(there.map((one) => JSON.stringify(one)));
  const isThere = (text: string): boolean => known.has(text) || (text.includes('<') && known.size > 0);
  return [...there, ...wanted.filter((one) => !isThere(JSON.stringify(one)))];
}
