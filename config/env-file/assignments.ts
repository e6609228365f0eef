import { isQuoted } from '../settings/marks.ts';
export type Assignment = ReturnType<typeof assignmentsIn>[number];

/** An assignment as dotenv reads it, up to the end of the value. */
const assignment =
  /^\s*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(?:\s*'(?:\\'|[^'])*'(?=\s*(?:#|$))|\s*"(?:\\"|[^"])*"(?=\s*(?:#|$))|\s*`(?:\\`|[^`])*`(?=\s*(?:#|$))|[^#\r\n]+)?/dgm;

/** The assignments of an environment file, in order; several may have the same name. */
export function assignmentsIn(text: string) {
  return [...text.matchAll(assignment)].map(({ 0: whole, 1: name = '', index, indices }) => ({
    name,
    start: indices?.[1]?.[0] ?? index,
    /** The end of the value: before a comment, or at the end of the line. */
    end: index + whole.length,
  }));
}

/** The first unpaired quotation mark in a variable of this prefix: dotenv reads on to the next mark. */
export function unpairedQuote(text: string, prefix: string) {
  const ownIn = (part: string) => assignmentsIn(part).filter(({ name }) => name.startsWith(prefix));
  for (const { name, start, end } of ownIn(text)) {
    const value = text.slice(start + name.length, end).replace(/^\s*[=:]\s*|\s+$/g, '');
    const mark = [value.at(0), value.at(-1)].find((one) => /["'`]/.test(one ?? ''));
    if (mark === undefined) continue;
    const line = text.slice(0, start).split('\n').length;
    const [swallowed] = value.includes('\n') ? ownIn(value.slice(value.indexOf('\n') + 1)) : [];
    if (swallowed !== undefined) return { name, mark, line, swallowed: swallowed.name };
    const isPaired = value.length > 1 && isQuoted(value);
    if (!isPaired && value.split(mark).length % 2 === 0) return { name, mark, line };
  }
  return undefined;
}
