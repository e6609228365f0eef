import { runMark } from '../../../clause/mark.ts';
import type { LedgerLine } from '../../../implementation/resources/ledger.ts';
import { membersOf, plainJson } from '../../../wire/json/plain-json.ts';
import { UnreadableFile } from '../../input/text-file.ts';
import type { LedgerHead } from './ledger-file.ts';

/** Ignores a line that is cut off: the run had not yet sent its request. */
export const cutOff = 'has a last line that is cut off';

/** The most lines of a ledger: some hundred times as many as a run with the largest budget writes. */
const mostLines = 1_000_000;

/**
 * Reads the text of a ledger. Clean-up deletes by its content: a line counts only if each of its members could come
 * from a run. If the head cannot be read, the members need the `mark`.
 *
 * @throws UnreadableFile for more lines than any run writes
 */
export function readLines(text: string, mark: string | undefined) {
  const texts = text.split('\n', mostLines + 1);
  if (texts.length > mostLines) throw new UnreadableFile(`has more than ${mostLines} lines`);
  const values = texts.map(parsed);
  const [first] = values;
  const head = isHead(first) ? first : undefined;
  const known = head?.mark ?? mark;
  const lines: LedgerLine[] = [];
  const odd: number[] = [];
  const rest = head === undefined ? values : values.slice(1);
  rest.forEach((value, at) => {
    const place = at + (head === undefined ? 0 : 1);
    if (isLine(value, known)) lines.push(value);
    else if (texts[place]?.trim() !== '' && !isHead(value)) odd.push(place);
  });
  const isCut = texts.at(-1) !== '' && odd.at(-1) === texts.length - 1;
  const inside = isCut ? odd.slice(0, -1) : odd;
  return {
    head,
    lines,
    flaws: [
      ...(inside[0] === undefined
        ? []
        : [
            `has ${inside.length === 1 ? 'a line' : `${inside.length} lines`} that no run writes (line ${inside[0] + 1})`,
          ]),
      ...(isCut ? [cutOff] : []),
    ],
  };
}

function parsed(text: string): unknown {
  // Text that is not UTF-8 has changed since the run wrote it.
  return text.includes('\ufffd') ? undefined : plainJson(text);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isAbsentOr = (value: unknown, test: (value: unknown) => boolean): boolean =>
  value === undefined || test(value);

function isHead(value: unknown): value is LedgerHead {
  const head = membersOf(value);
  const { kind, runId, mark, startedAt, host, pid } = head;
  return (
    kind === 'run' &&
    isText(runId) &&
    // An empty mark would occur in every text.
    mark === runMark(runId) &&
    isRunId(runId) &&
    isTime(startedAt) &&
    isText(host) &&
    isCount(pid) &&
    [head['baseUrl'], head['projectKey']].every(isText) &&
    [head['processBegan'], head['numberedIn']].every((one) => isAbsentOr(one, isText)) &&
    isAbsentOr(head['quiet'], (one) => one === true)
  );
}

export function isRunId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

function isLine(value: unknown, mark: string | undefined): value is LedgerLine {
  const members = membersOf(value);
  const { kind, id, ids, number, projectKey, created, word, what, accepted, overwrites, texts } = members;
  const holdsMark = (one: unknown): boolean => isText(one) && mark !== undefined && one.includes(mark);
  const isAbout = isText(projectKey) && isText(id);
  const isMade =
    isText(projectKey) &&
    isTime(created) &&
    isAbsentOr(word, holdsMark) &&
    [texts, members['rests']].every((one) => isAbsentOr(one, areTexts)) &&
    isAbsentOr(overwrites, (one) => one === true);
  switch (kind) {
    case 'before':
      return areTexts(ids);
    case 'sent':
      return isMade && isCount(number);
    case 'open':
      return isCount(number) && isText(what) && areTexts(ids) && isAbsentOr(accepted, (one) => one === true);
    case 'closed':
      return isCount(number);
    case 'made':
      return isMade && isText(id);
    case 'texts':
      return isAbout && areTexts(texts);
    case 'deleted':
    case 'gone':
      return isAbout;
    default:
      return false;
  }
}
