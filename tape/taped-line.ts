import { isUtf8 } from 'node:buffer';
import { flawOfJson } from '../wire/json/json-flaw.ts';
import { isObject, plainJson } from '../wire/json/plain-json.ts';
import { sentIn, type TapeEvent } from './events.ts';
import { UnreadableTape } from './tape.ts';
import { longestLine } from './taped-lines.ts';

/** The head describes hundreds of clauses; an event has the headers of some hundred racers. */
const bounds = { levels: 1_000, values: 250_000 };

/** The text of a line within all bounds; `at` counts lines from 0. @throws UnreadableTape */
export function textOf(line: Buffer, at: number): string {
  const text = isUtf8(line) ? line.toString() : undefined;
  if (text === undefined) throw new UnreadableTape(`line ${at + 1} is not UTF-8`);
  if (text.length > longestLine)
    throw new UnreadableTape(`it has a line of more than ${longestLine} characters`);
  const flaw = flawOfJson(text, bounds);
  if (flaw !== undefined) throw new UnreadableTape(`line ${at + 1} ${flaw}`);
  return text;
}

/** The content of a line as it is written: bodies may be on other lines. */
export function parsed(text: string, at: number): unknown {
  const value = plainJson(text);
  if (value === undefined) throw new UnreadableTape(`line ${at + 1} is no JSON`);
  return value;
}

/** Whether a line has the form of an event, apart from its bodies. */
export function isEvent(line: unknown): line is TapeEvent {
  if (!isObject(line) || typeof line['at'] !== 'number') return false;
  if (isObject(line['did'])) return typeof line['did']['op'] === 'string';
  return typeof line['n'] === 'number' && isAsked(line['asked']) && isSaid(line['said']);
}

function isAsked(asked: unknown): boolean {
  if (!isObject(asked)) return false;
  const requests = asked['q'] === undefined ? [] : [asked['q']].flat();
  return typeof asked['op'] === 'string' && requests.every(isRequest);
}

function isRequest(request: unknown): boolean {
  return (
    isObject(request) &&
    typeof request['m'] === 'string' &&
    typeof request['t'] === 'string' &&
    areFields(request['h'])
  );
}

function isSaid(said: unknown): boolean {
  if (!isObject(said)) return false;
  const { a, all, transports, tokens } = said;
  return (
    (a === undefined || isOutcome(a)) &&
    (all === undefined || (Array.isArray(all) && all.every(isOutcome))) &&
    (transports === undefined || Array.isArray(transports)) &&
    (tokens === undefined || areFields(tokens))
  );
}

function isOutcome(outcome: unknown): boolean {
  if (!isObject(outcome)) return false;
  const { s, h, b, t, f, d, w } = outcome;
  if (!Array.isArray(t) || t.length !== 2 || !t.every((one) => typeof one === 'number')) return false;
  if (typeof s === 'number') return areFields(h) && b !== undefined;
  return typeof f === 'string' && typeof d === 'string' && typeof w === 'boolean';
}

function areFields(fields: unknown): boolean {
  return (
    Array.isArray(fields) &&
    fields.every(
      (pair) => Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'string'),
    )
  );
}

/** The places in an event that hold bodies. */
function bearersIn(event: TapeEvent): readonly { b: unknown }[] {
  if (!('n' in event)) return [];
  const { requests, outcomes } = sentIn(event);
  return [...requests, ...outcomes].flatMap((one) => ('b' in one ? [one as { b: unknown }] : []));
}

export function bodiesIn(event: TapeEvent): readonly unknown[] {
  return bearersIn(event).map(({ b }) => b);
}

/** Replaces each body of an event that was just parsed by its text. */
export function withTexts(event: TapeEvent, textOf: (body: unknown) => string): TapeEvent {
  for (const bearer of bearersIn(event)) bearer.b = textOf(bearer.b);
  return event;
}
