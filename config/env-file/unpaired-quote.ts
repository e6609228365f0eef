import { isQuoted } from '../settings/marks.ts';
import { assignmentsIn } from './assignments.ts';

/**
 * The first quotation mark of a variable with that prefix whose pair is missing: dotenv takes it for a part
 * of the value, or the lines up to the next mark.
 */
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
