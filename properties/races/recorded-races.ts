import type { Exchange } from '../../history/exchange.ts';
import type { History as RunHistory } from '../../history/history.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { readJson } from '../../wire/json/json.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { History, Operation } from '../history/history.ts';
import { outcomeOf } from '../history/outcome.ts';
import { isTooMany, verdictOn } from './histories.ts';

/** An update with a known stated version. */
interface Update {
  readonly exchange: Exchange;
  readonly stated: string;
}

/** The result of the races of a run, by its exchanges. */
export interface RecordedRaces {
  /** One entry per race and per version that several updates stated. */
  readonly histories: readonly History[];
  /** The entries with several accepted updates, which the contract rules out (4.10, "Versioning"). */
  readonly broken: readonly History[];
}

/** The races of a run as histories, judged as the run judges them. */
export function recordedRaces(history: RunHistory): RecordedRaces {
  // A page that proved to belong to the implementation is listed twice: with its first and with its final meaning.
  const byNumber = new Map(history.at('update').map((one) => [one.number, one] as const));
  const updates = [...byNumber.values()].flatMap(updateOf);
  const alone = updates.filter(({ exchange }) => exchange.together === undefined);
  const success = usual(alone.flatMap(({ exchange }) => (exchange.succeeded ? (exchange.status ?? []) : [])));
  const histories =
    success === undefined ? [] : rivals(updates).flatMap((all) => historyOf(all, alone, success));
  return { histories, broken: histories.filter((one) => isTooMany(verdictOn(one))) };
}

function updateOf(exchange: Exchange): readonly Update[] {
  const stated = versionIn(exchange.request.body);
  return stated === undefined ? [] : [{ exchange, stated }];
}

function versionIn(body: Uint8Array | undefined): string | undefined {
  const read = body === undefined ? undefined : readJson(body);
  return read?.kind === 'json' ? versionOf(read.value) : undefined;
}

/** Updates of one resource that state one version, and were released in one instant. */
function rivals(updates: readonly Update[]): readonly (readonly Update[])[] {
  const groups = new Map<string, Update[]>();
  for (const update of updates) {
    const { together, path } = update.exchange;
    if (together === undefined) continue;
    const key = JSON.stringify([together, path, update.stated]);
    groups.set(key, [...(groups.get(key) ?? []), update]);
  }
  return [...groups.values()];
}

/** The updates that no other racer has sent octet for octet, besides the results of solo updates of the resource. */
function historyOf(all: readonly Update[], alone: readonly Update[], success: number): readonly History[] {
  const texts = all.map(({ exchange }) => Buffer.from(exchange.request.body ?? []).toString('latin1'));
  const different = all.filter(
    (_, at) => texts.indexOf(texts[at] ?? '') === texts.lastIndexOf(texts[at] ?? ''),
  );
  const [first] = different;
  if (first === undefined || different.length < 2) return [];
  const { path } = first.exchange;
  const solo = alone.flatMap(({ exchange, stated }) => {
    const shown = versionOf(exchange.value);
    return exchange.path === path && exchange.status === success && shown !== undefined
      ? [{ stated, shown }]
      : [];
  });
  return [
    {
      schemaVersion: 1,
      resource: path,
      initial: first.stated,
      operations: different.flatMap((update, at) => operationOf(update, `update-${at + 1}`, success)),
      calibration: {
        moved: solo.filter(({ stated, shown }) => !sameNumber(shown, stated)).length,
        of: solo.length,
      },
      soleWriter: true,
      transport: 'as taped',
    },
  ];
}

function operationOf({ exchange, stated }: Update, id: string, success: number): readonly Operation[] {
  const { sentAt: sent, answeredAt: answered } = exchange.outcome;
  const kind = outcomeOf(exchange.status ?? null, success);
  if (kind === 'accepted') return [{ kind, id, sent, answered, stated, resulting: null }];
  if (kind === 'refused') return [{ kind, id, sent, answered, stated }];
  return kind === 'unknown' ? [{ kind, id, sent, answered: null, stated }] : [];
}

/** What occurs most. */
function usual(statuses: readonly number[]): number | undefined {
  const times = (status: number): number => statuses.filter((one) => one === status).length;
  return [...new Set(statuses)].toSorted((one, other) => times(other) - times(one))[0];
}
