import { isDeepStrictEqual } from 'node:util';
import type { PlainJson } from '../../clause/profile.ts';
import { breachOfJson } from '../../wire/json/json-flaw.ts';
import { JsonFault, parseJson } from '../../wire/json/json-parser.ts';

/** A text that is not JSON, or JSON that would be read as something else than it says. */
export class UnreadableJson extends Error {
  /** Counted from 1; absent if it is not known. */
  readonly line: number | undefined;
  /** What is wrong with the text, in words that go on from it; all but `is not JSON` have a reason that quotes nothing. */
  readonly flaw: 'is not JSON' | 'is nested too deeply' | 'is too long';

  constructor(reason: string, line?: number, flaw: UnreadableJson['flaw'] = 'is not JSON') {
    super(reason);
    this.line = line;
    this.flaw = flaw;
  }
}

/** Lists and objects of a JSON file are in one another so deep at most; parsers and checks call themselves for each. */
export const mostNesting = 1_000;
/** Nobody writes so many by hand; each costs time and memory. */
const mostValues = 250_000;

/**
 * Reads the JSON text of a file. Two members of one name that differ, and integers that a double cannot hold, are
 * refused: both would lose what the author wrote.
 *
 * @throws UnreadableJson, whose message may quote the text
 */
export function parseJsonFile(text: string): PlainJson {
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') throw new UnreadableJson('the file is empty');
  const breach = breachOfJson(content, { levels: mostNesting, values: mostValues });
  if (breach?.of === 'levels')
    throw new UnreadableJson(
      `more than ${mostNesting} levels`,
      lineAt(content, breach.at),
      'is nested too deeply',
    );
  if (breach !== undefined)
    throw new UnreadableJson(`more than ${mostValues} values`, undefined, 'is too long');
  try {
    parseJson(content, { number: exactNumber, duplicate: sameAgain });
    return JSON.parse(content) as PlainJson;
  } catch (error) {
    const line = error instanceof JsonFault ? lineAt(content, error.at) : undefined;
    throw new UnreadableJson(error instanceof Error ? error.message : String(error), line);
  }
}

function sameAgain(name: string, [before, now]: readonly [unknown, unknown], at: number): void {
  if (!isDeepStrictEqual(before, now)) throw new JsonFault(`Duplicate key '${name}' encountered`, at);
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function exactNumber(source: string): number {
  const value = Number(source);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new Error(`the number ${source} is too large to be read exactly`);
  return value;
}
