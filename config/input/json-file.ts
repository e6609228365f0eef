import { isDeepStrictEqual } from 'node:util';
import type { PlainJson } from '../../clause/profile.ts';
import { breachOfJson } from '../../wire/json/json-flaw.ts';
import { quoted } from './configuration-error.ts';
import { JsonFault, parseJson } from '../../wire/json/json-parser.ts';

/** A text that is not JSON, or JSON whose numbers or members a reader would change. */
export class UnreadableJson extends Error {
  /** Counted from 1; absent for an unknown place. */
  readonly line: number | undefined;
  /** The flaw, in words that follow the name of the text. */
  readonly flaw: keyof typeof flaws;

  constructor(reason: string, line?: number, flaw: UnreadableJson['flaw'] = 'is not JSON') {
    super(reason);
    this.line = line;
    this.flaw = flaw;
  }

  /** The flaw with its place and reason, which may quote the text. */
  get inWords(): string {
    return `${this.#placed}: ${this.message}`;
  }

  /** The same without quotes from the text. */
  get unquoted(): string {
    return flaws[this.flaw] === 'quotes' ? this.#placed : this.inWords;
  }

  get #placed(): string {
    return `${this.flaw}${this.line === undefined ? '' : ` (line ${this.line})`}`;
  }
}

/** The flaws, and whether the reason for each quotes the text. */
const flaws = {
  'is not JSON': 'quotes',
  'has a member twice': 'quotes',
  'has a number too large to be read exactly': 'quotes',
  'is nested too deeply': 'quotes nothing',
  'is too long': 'quotes nothing',
} as const;

/** The deepest nesting of a JSON file; parsers and checks recurse for each level. */
export const mostNesting = 1_000;
/** The most values of a JSON file, each of which costs time and memory; no person writes this many by hand. */
const mostValues = 250_000;

/**
 * Reads JSON whose members and integers JavaScript can hold.
 *
 * @throws UnreadableJson, which may quote the text
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
    parseJson(content, {
      number: exactNumber,
      duplicate: (name, [before, now], at) => {
        if (isDeepStrictEqual(before, now)) return;
        throw new UnreadableJson(quoted(name), lineAt(content, at), 'has a member twice');
      },
    });
    return JSON.parse(content) as PlainJson;
  } catch (error) {
    if (error instanceof UnreadableJson) throw error;
    const line = error instanceof JsonFault ? lineAt(content, error.at) : undefined;
    throw new UnreadableJson(error instanceof Error ? error.message : String(error), line);
  }
}

function lineAt(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < position; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

function exactNumber(source: string): number {
  const value = Number(source);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    throw new UnreadableJson(source, undefined, 'has a number too large to be read exactly');
  return value;
}
