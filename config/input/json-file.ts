import { parse } from 'lossless-json';
import type { PlainJson } from '../../clause/profile.ts';
import { mostNesting, tooDeepAt } from './nesting.ts';

/** A text that is not JSON, or JSON that would be read as something else than it says. */
export class UnreadableJson extends Error {
  /** Counted from 1; absent where it is not known. */
  readonly line: number | undefined;
  /** It may be JSON, but its lists and objects stand too deep in one another. */
  readonly isTooDeep: boolean;

  constructor(reason: string, line: number | undefined, isTooDeep = false) {
    super(reason);
    this.line = line;
    this.isTooDeep = isTooDeep;
  }
}

/**
 * Reads the JSON text of a file. Two members of one name that differ, and integers that a double cannot hold, are
 * refused: both would lose what the author wrote.
 *
 * @throws UnreadableJson, whose message may quote the text
 */
export function parseJsonFile(text: string): PlainJson {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') throw new UnreadableJson('the file is empty', undefined);
  const deep = tooDeepAt(content);
  if (deep !== undefined)
    throw new UnreadableJson(`more than ${mostNesting} levels`, lineAt(content, deep), true);
  try {
    // With a parser of numbers that returns numbers, the result holds nothing but plain JSON values.
    return parse(content, null, { parseNumber: exactNumber }) as PlainJson;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const position = / at position (\d+)/.exec(reason)?.[1];
    const line = position === undefined ? undefined : lineAt(content, Number(position));
    throw new UnreadableJson(reason.replace(/ at position \d+/, ''), line);
  }
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

function exactNumber(source: string): number {
  const value = Number(source);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new Error(`the number ${source} is too large to be read exactly`);
  return value;
}
