import { operationAt } from '../../../contract/operation-at.ts';
import type { History, Operation } from '../../../properties/history/history.ts';
import { outcomeOf } from '../../../properties/history/outcome.ts';
import { versionOf } from '../../../implementation/resources/own-resource.ts';
import { isTooMany, verdictOn } from '../../../properties/races/histories.ts';
import type { TapedRequest } from '../../../tape/events.ts';
import type { TapedEvents } from '../../../tape/tape.ts';
import { readJson } from '../../../wire/json/json.ts';
import { sameNumber } from '../../../wire/json/numbers.ts';
import { exchangesOf, type TapedExchange } from './taped-exchanges.ts';

interface TapedUpdate {
  readonly target: string;
  readonly body: string;
  readonly stated: string;
  readonly status: number | null;
  /** The version that the answer shows. */
  readonly shown: string | undefined;
  readonly sent: number;
  readonly answered: number;
}

/** What the races on a tape came to. */
export interface TapedRaces {
  /** One a race and version that several updates stated. */
  readonly histories: readonly History[];
  /** Those in which more than one was accepted, which the contract rules out (4.10, "Versioning"). */
  readonly broken: readonly History[];
}

/** The races of a tape as histories, judged as those of a run. */
export function tapedRaces(events: TapedEvents): TapedRaces {
  const alone: TapedUpdate[] = [];
  const races: (readonly TapedUpdate[])[] = [];
  for (const event of events) {
    if (!('n' in event)) continue;
    if (event.asked.op === 'send') alone.push(...updatesIn(event));
    if (event.asked.op === 'race') races.push(updatesIn(event));
  }
  const success = usual(alone.flatMap(({ status }) => (status !== null && isSuccess(status) ? status : [])));
  const histories = success === undefined ? [] : races.flatMap((race) => historiesIn(race, alone, success));
  return { histories, broken: histories.filter((history) => isTooMany(verdictOn(history))) };
}

/** Updates of one resource that state one version, each of which occurs once. */
function historiesIn(
  racers: readonly TapedUpdate[],
  alone: readonly TapedUpdate[],
  success: number,
): readonly History[] {
  const firsts = racers.filter((racer, at) => racers.findIndex((one) => isSame(one, racer)) === at);
  return firsts.flatMap((first): readonly History[] => {
    const group = racers.filter((racer) => isSame(racer, first));
    const different = group.filter(({ body }) => group.filter((one) => one.body === body).length === 1);
    if (different.length < 2) return [];
    const operations = different.flatMap((update, at) => operationOf(update, at, success));
    const solo = alone.filter(
      ({ target, status, shown }) => target === first.target && status === success && shown !== undefined,
    );
    const moved = solo.filter(({ stated, shown = stated }) => !sameNumber(shown, stated)).length;
    return [
      {
        schemaVersion: 1,
        resource: first.target,
        initial: first.stated,
        operations,
        calibration: { moved, of: solo.length },
        soleWriter: true,
        transport: 'as taped',
      },
    ];
  });
}

function isSame(one: TapedUpdate, other: TapedUpdate): boolean {
  return one.target === other.target && one.stated === other.stated;
}

function operationOf(
  { stated, status, sent, answered }: TapedUpdate,
  at: number,
  success: number,
): readonly Operation[] {
  const [id, kind] = [`update-${at + 1}`, outcomeOf(status, success)];
  if (kind === 'accepted') return [{ kind, id, sent, answered, stated, resulting: null }];
  if (kind === 'refused') return [{ kind, id, sent, answered, stated }];
  return kind === 'unknown' ? [{ kind, id, sent, answered: null, stated }] : [];
}

function updatesIn(event: Parameters<typeof exchangesOf>[0]): readonly TapedUpdate[] {
  return exchangesOf(event).flatMap(({ q, a }: TapedExchange) => {
    const stated = versionIn(q.b);
    if (stated === undefined || !isUpdate(q)) return [];
    const [sent, answered] = a.t;
    const [status, shown] = 's' in a ? [a.s, versionIn(a.b)] : [null, undefined];
    return [{ target: q.t, body: q.b ?? '', stated, status, shown, sent, answered }];
  });
}

function isUpdate({ m, t, o }: TapedRequest): boolean {
  return o !== true && operationAt(m, t) === 'update';
}

function versionIn(body: string | undefined): string | undefined {
  if (body === undefined || body === '') return undefined;
  const read = readJson(new Uint8Array(Buffer.from(body, 'latin1')));
  return read.kind === 'json' ? versionOf(read.value) : undefined;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** What occurs most. */
function usual(statuses: readonly number[]): number | undefined {
  const times = (status: number): number => statuses.filter((one) => one === status).length;
  return [...new Set(statuses)].toSorted((one, other) => times(other) - times(one))[0];
}
