import { exchangeKey, rowsOf, type ProbeCase, type ProbeRow } from '../../clause/causes/probe.ts';
import { overwriteNames } from '../../contract/traits.ts';
import { Exchange } from '../../history/exchange.ts';
import type { History } from '../../history/history.ts';
import { documentedFields } from '../../schemas/fields.ts';
import { eachPosition } from '../../schemas/positions.ts';
import { plain } from '../../wire/json/json.ts';
import { entryOf } from '../../wire/keyed.ts';
import type { RecordedDeviation } from '../shapes/recorded.ts';
import type { World } from '../world.ts';
import { createsByPath } from './creates-by-path.ts';

/** Ill-typed values in answers, about resources that an accepted write gave this very value. */
export function contentRows({ bodies, history }: World): readonly ProbeRow[] {
  const shown = documentedFields
    .flatMap(({ name }) => bodies.field(name).deviations)
    .filter(({ grade, got }) => grade === 'violation' && got !== undefined);
  if (shown.length === 0) return [];
  const writesBehind = writesTo(history);
  const values = new Map<Exchange, ReadonlySet<string>>();
  const brings = (write: Exchange, value: string): boolean =>
    entryOf(values, write, () => new Set(valuesIn(write))).has(value);
  return rowsOf(
    'content',
    shown
      .filter(({ field, got, evidence: { number } }) =>
        writesBehind(number).some((write) => brings(write, valueOf(field, got))),
      )
      .flatMap(caseOf),
  );
}

/** The writes that may have stored what an answer shows: to its resource, or to any if it shows several. */
function writesTo(history: History): (number: number | undefined) => readonly Exchange[] {
  const creates = createsByPath(history);
  const overwrites = overwriteNames.flatMap((name) => history.at(name)).filter(({ succeeded }) => succeeded);
  const all = [...history.at('create').filter(({ succeeded }) => succeeded), ...overwrites];
  const answers = new Map(
    history.entries.flatMap((entry) => (entry instanceof Exchange ? [[entry.number, entry] as const] : [])),
  );
  return (number = -1) => {
    const answer = answers.get(number);
    const create = answer?.endpoint === 'create' ? answer : creates.get(answer?.path ?? '');
    if (create === undefined) return all;
    const since = create.outcome.sentAt;
    return [create, ...overwrites.filter((one) => one.outcome.answeredAt > since && one.number < number)];
  };
}

function valuesIn({ sent }: Exchange): readonly string[] {
  if (sent === undefined) return [];
  const values: string[] = [];
  eachPosition('ExampleResource', plain(sent), ({ field, value }) => {
    values.push(valueOf(field, value));
  });
  return values;
}

function valueOf(field: string, value: unknown): string {
  return `${field} ${JSON.stringify(value)}`;
}

function caseOf({ evidence: { number, atMs }, pointer }: RecordedDeviation): readonly ProbeCase[] {
  if (number === undefined || atMs === undefined) return [];
  const key = exchangeKey(number, atMs, pointer);
  return [{ features: {}, due: 'of its type', came: 'shown as sent', key }];
}
