import { besideOthers } from './beside-others.ts';
import type { Knowledge } from '../implementation/stage.ts';
import type { Exchange } from '../history/exchange.ts';
import type { PassingAnswers } from '../world/weather/passing-answers.ts';
import { answered, type Broken, type Deviating, type Reporting } from '../run/reporting.ts';

/** How many times a deviation has to be seen before it counts. */
export const confirmations = 3;

/** The statuses that come and go, which a confirmation needs. */
interface Confirming {
  readonly world: { readonly passing: Pick<PassingAnswers, 'isDisturbance'> };
}

/** How often this deviation must show: if its status also comes and goes elsewhere, each time proves less. */
export function confirmationsOf({ passing }: Confirming['world'], answer: Exchange | undefined): number {
  return answer !== undefined && passing.isDisturbance(answer) ? 2 * confirmations : confirmations;
}

/** The result of one request: an answer, several answers, or nothing that could be sent. */
type Answers = Exchange | readonly Exchange[] | undefined;

/** A repeatable request, and which of its answers deviate from the requirement. */
export interface Probe {
  readonly probe: (attempt: number) => Promise<Answers>;
  /** Whether an answer deviates, as each answer has to; `all` are the concurrent answers. */
  readonly deviates: (answer: Exchange, all: readonly Exchange[]) => boolean;
  /** The deviation that was already seen and has to be confirmed. */
  readonly seen?: Exchange | undefined;
}

/** A probe and its control request, which differs in one thing and must be accepted before and after. */
export interface ControlledProbe extends Probe {
  readonly control: () => Promise<Answers>;
}

/**
 * The result of repeated requests. A deviation that was seen is never forgotten: it recurs every time, or the
 * clause stays undecided. A refusal in the place of a success breaks nothing unless it lasts.
 *
 * - `met`: the first answer is as it should be, and no deviation was seen before.
 * - `every-time`: each of the confirmations deviates, between successful controls.
 * - `passed`: a refusal or server error was seen, which then succeeded as often as a deviation is requested.
 * - `not-every-time`: a deviation was seen, and another answer as it should be.
 * - `unconfirmed`: a deviation was seen, and then an answer or a control was lost, or the control refused.
 * - `no-premise`, `lost`: no deviation was seen, and the control was refused, or some answer lost.
 */
export type Confirmed =
  | { readonly kind: 'met'; readonly exchanges: readonly Exchange[] }
  | { readonly kind: 'every-time'; readonly exchanges: readonly Exchange[]; readonly times: number }
  | {
      readonly kind: 'passed' | 'not-every-time';
      readonly exchanges: readonly Exchange[];
      readonly otherwise: readonly Exchange[];
    }
  | {
      readonly kind: 'unconfirmed';
      readonly by: Exchange | undefined;
      readonly exchanges: readonly Exchange[];
    }
  | { readonly kind: 'no-premise' | 'lost'; readonly by: Exchange | undefined };

/** Sends the request alone while the answer deviates, until it has deviated often enough; earlier deviations count. */
export async function confirmRepeatedly(
  { world }: Confirming,
  { probe, deviates, seen }: Probe,
): Promise<Confirmed> {
  let shown: readonly Exchange[] = seen === undefined ? [] : [seen];
  let attempt = shown.length;
  for (; attempt < confirmationsOf(world, shown.at(-1)); attempt += 1) {
    const answers = listed(await probe(attempt));
    if (!isDeviating(answers, deviates)) return await ended(shown, answers, { probe, deviates, attempt });
    shown = answers.slice(-1);
  }
  return { kind: 'every-time', exchanges: shown, times: attempt };
}

/**
 * Sends the probe between accepted control requests, in an order that no rhythm of the server can match. It begins and
 * ends with a control request, has one place with two probes in a row, which count as one, and one with two control
 * requests. The places are drawn once the first probe deviates. Neighbouring probes share the control request between
 * them. An earlier deviation without a control request does not count as a confirmation, but prevents a pass.
 */
export async function withControl(
  on: Confirming & Pick<Knowledge, 'random'>,
  { control, probe, deviates, seen }: ControlledProbe,
): Promise<Confirmed> {
  let shown: readonly Exchange[] = seen === undefined ? [] : [seen];
  let order: { readonly twoProbes: number; readonly twoControls: number } | undefined;
  let attempt = 0;
  let latest = listed(await control());
  let turn = 0;
  for (; turn < confirmationsOf(on.world, shown.at(-1)); turn += 1) {
    const failed = failureOf(latest);
    if (failed !== undefined) return unless(shown, failed);
    for (let probes = 0; probes < (turn === order?.twoProbes ? 2 : 1); probes += 1) {
      const answers = listed(await probe(attempt));
      if (!isDeviating(answers, deviates)) return await ended(shown, answers, { probe, deviates, attempt });
      attempt += 1;
      shown = [...latest.slice(-1), ...answers.slice(-1)];
      order ??= { twoProbes: drawnTurn(on), twoControls: drawnTurn(on) };
    }
    latest = listed(await control());
    if (turn === order?.twoControls && failureOf(latest) === undefined) latest = listed(await control());
  }
  const failed = failureOf(latest);
  return failed === undefined ? { kind: 'every-time', exchanges: shown, times: turn } : unless(shown, failed);
}

function drawnTurn({ random }: Pick<Knowledge, 'random'>): number {
  return random.integer(0, confirmations - 1);
}

function listed(answers: Answers): readonly Exchange[] {
  if (answers === undefined) return [];
  return 'length' in answers ? answers : [answers];
}

function isDeviating(answers: readonly Exchange[], deviates: Probe['deviates']): boolean {
  return answers.length > 0 && answers.every((answer) => deviates(answer, answers));
}

/** Not every answer deviated: an answer was lost, could not be requested, or was as required. */
async function ended(
  shown: readonly Exchange[],
  answers: readonly Exchange[],
  { probe, deviates, attempt }: Probe & { readonly attempt: number },
): Promise<Confirmed> {
  const lost = answers.find((one) => one.is('noise'));
  if (lost !== undefined || answers.length === 0) return unless(shown, { kind: 'lost', by: lost });
  const last = shown.at(-1);
  if (last === undefined) return { kind: 'met', exchanges: answers };
  const seen = { exchanges: shown, otherwise: answers };
  if (last.succeeded) return { kind: 'not-every-time', ...seen };
  for (let right = 1; right < confirmations; right += 1) {
    const again = listed(await probe(attempt + right));
    const isRight = again.length > 0 && again.every((one) => !one.is('noise'));
    if (!isRight || isDeviating(again, deviates)) return { kind: 'not-every-time', ...seen };
  }
  return { kind: 'passed', ...seen };
}

type Failed = Extract<Confirmed, { kind: 'no-premise' | 'lost' }>;

function failureOf(control: readonly Exchange[]): Failed | undefined {
  if (control.length === 0) return { kind: 'no-premise', by: undefined };
  const failed = control.find(({ succeeded }) => !succeeded);
  return failed && { kind: failed.is('noise') ? 'lost' : 'no-premise', by: failed };
}

/** A deviation that was seen still counts after a lost answer or a refused control. */
function unless(shown: readonly Exchange[], failed: Failed): Confirmed {
  return shown.length === 0 ? failed : { kind: 'unconfirmed', by: failed.by, exchanges: shown };
}

/** The correct answers, if any: at first, or after a deviation. */
export function otherwise(confirmed: Confirmed): readonly Exchange[] {
  if (confirmed.kind === 'met') return confirmed.exchanges;
  return 'otherwise' in confirmed ? confirmed.otherwise : [];
}

/** A confirmation in words, with its drawn case. */
export interface Words extends Pick<Broken, 'counterexample' | 'seed' | 'path' | 'got'> {
  /** The due answer, as the end of a sentence: `floatParameter=1.0 to be taken like 1`. */
  readonly expected: string;
  /** The actual answer, as a sentence: `floatParameter=1.0 was refused`. */
  readonly deviation: string;
  /** The deviation as data, if it is more than the status of the answer. */
  readonly as?: Deviating;
  /** The remedy if the control is refused. */
  readonly supply?: string | undefined;
}

/** The words for the report of a confirmation. */
export type Sampling = Pick<Reporting, 'held' | 'passed' | 'violated' | 'undecided' | 'noise' | 'discarded'>;

/** The same members, and the random source for the order. */
export type DrawnSampling = Sampling & Confirming & Pick<Knowledge, 'random'>;

/** Reports one sample: passed, violated, undecided if a deviation did not recur, otherwise unusable or discarded. */
export function report(on: Sampling, confirmed: Confirmed, words: Words): void {
  const { expected, deviation, as = { kind: 'status' }, supply, ...drawn } = words;
  switch (confirmed.kind) {
    case 'met':
      return on.held();
    case 'every-time': {
      const { exchanges, times } = confirmed;
      return on.violated({ expected, deviation: as, exchanges, reproduced: `${times}/${times}`, ...drawn });
    }
    case 'passed':
      return on.passed(confirmed.exchanges.slice(-1));
    case 'not-every-time':
      return notEveryTime(on, deviation, confirmed.exchanges, confirmed.otherwise);
    case 'unconfirmed':
      return unconfirmed(on, deviation, confirmed);
    case 'lost':
      return on.noise(confirmed.by?.label ?? 'no request could be sent');
    case 'no-premise': {
      const { by } = confirmed;
      return on.discarded('premise-failed', whyRefused(by), supply, by === undefined ? [] : [answered(by)]);
    }
  }
}

/** Reports a deviation, last in `exchanges`, that did not recur: later answers were `otherwise`. */
export function notEveryTime(
  on: Sampling,
  deviation: string,
  exchanges: readonly Exchange[] = [],
  otherwise: readonly Exchange[] = [],
): void {
  const claims =
    otherwise.length === 0
      ? []
      : [{ kind: 'not-every-time', deviating: exchanges.slice(-1), otherwise } as const];
  on.undecided('flaky', `${deviation}, but not every time`, { exchanges, claims, deviated: true });
}

function unconfirmed(
  on: Sampling,
  deviation: string,
  { by, exchanges }: Extract<Confirmed, { kind: 'unconfirmed' }>,
): void {
  const isLost = by?.is('noise') === true;
  const why = by === undefined ? 'the request could not be repeated' : whyRefused(by);
  on.undecided(isLost ? 'noise' : 'flaky', `${deviation}, which could not be confirmed: ${why}`, {
    exchanges,
    claims: by === undefined ? [] : [answered(by)],
    deviated: true,
  });
}

function whyRefused(by: Exchange | undefined): string {
  return by === undefined
    ? 'no control could be sent'
    : `${by.request.target} was answered ${by.label}${besideOthers(by)}`;
}

/** Judges a request without a control: it must deviate each of three times. */
export async function judgeEveryTime(
  on: Sampling & Confirming,
  { words, ...probe }: Probe & { readonly words: Words },
): Promise<Confirmed> {
  const confirmed = await confirmRepeatedly(on, probe);
  report(on, confirmed, words);
  return confirmed;
}

/** Judges a deviation that depends on one thing, between accepted control requests without this thing. */
export async function judgeWithControl(
  on: DrawnSampling,
  { words, ...controls }: ControlledProbe & { readonly words: Words },
): Promise<Confirmed> {
  const confirmed = await withControl(on, controls);
  report(on, confirmed, words);
  return confirmed;
}
