import { parse } from 'dotenv';
import { isDeepStrictEqual } from 'node:util';
import { ConfigurationError } from '../input/configuration-error.ts';
import { assignmentsIn, type Assignment } from './assignments.ts';

/**
 * The text of an environment file with a variable set: on its line, be it empty or commented out, or else at the end.
 * The variable occurs once; all other variables keep their values.
 *
 * @throws ConfigurationError for a value that no environment file can hold at that place
 */
export function withSetting(text: string, name: string, value: string): string {
  const due = { ...parse(text), [name]: value };
  const written = spellings(value).map((spelling) => edited(text, name, spelling));
  const right = written.find((candidate) => isDeepStrictEqual({ ...parse(candidate) }, due));
  if (right !== undefined) return right;
  throw new ConfigurationError({
    setting: name,
    found: 'a value that cannot be written next to the other content of the environment file',
    expected: 'one line without a mix of quotation marks',
    remedy: 'Set it in the environment.',
  });
}

/** Spellings of a value, the plainest first; a shell leaves all of them unchanged except the last. */
function spellings(value: string): readonly string[] {
  const bare = /^[\w@%+:,./{}~-]*$/.test(value) ? [value] : [];
  return [...bare, `'${value}'`, `"${value}"`, `\`${value}\``];
}

function edited(text: string, name: string, spelling: string): string {
  const all = assignmentsIn(text);
  const [first, ...others] = all.filter((one) => one.name === name);
  if (first !== undefined) {
    const rest = others.toReversed().reduce((shorter, { start, end }) => without(shorter, start, end), text);
    return replaced(rest, first, `${name}=${spelling}`);
  }
  const comment = commentedOut(text, name, all);
  if (comment !== undefined) return replaced(text, comment, `${name}=${spelling}`);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : eol}${name}=${spelling}${eol}`;
}

/** Blanks before a comment on the same line stay. */
function replaced(text: string, { start, end }: Pick<Assignment, 'start' | 'end'>, by: string): string {
  const [blanks = ''] = /[ \t]*$/.exec(text.slice(start, end)) ?? [];
  const behind = text.slice(end);
  return `${text.slice(0, start)}${by}${behind.startsWith('#') && blanks === '' ? ' ' : blanks}${behind}`;
}

/** Removes a second assignment together with its line. */
function without(text: string, start: number, end: number): string {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  return text.slice(0, from) + (next < 0 ? '' : text.slice(next + 1));
}

/** A commented line outside of any value; without its `#` it would set the variable to nothing. */
function commentedOut(
  text: string,
  name: string,
  all: readonly Assignment[],
): Pick<Assignment, 'start' | 'end'> | undefined {
  const line = /^[ \t]*#[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*$/gm;
  return [...text.matchAll(line)]
    .filter(({ 1: commented }) => commented === name)
    .map(({ 0: whole, index }) => ({ start: index, end: index + whole.length }))
    .find(({ start, end }) => !all.some((one) => one.start < end && start < one.end));
}
