import type { Finding } from '../../clause/sample.ts';
import type { Deviation } from './deviation.ts';
import { byContent, byShownText, byText, byValue } from './deviating-content.ts';
import { isRead, isSuccess } from './operations.ts';
import { stepsOf, type StoryStep } from './story-steps.ts';
import { formOf, placesIn } from './value-form.ts';

/** What of a finding a script can look for; undefined where that cannot be told from it. */
export function deviationOf(finding: Finding): Deviation | undefined {
  const told = stepsOf(finding);
  const culprit = told.find(({ step }) => step.culprit);
  if (culprit === undefined || told.length > 10) return undefined;
  if (told.some(({ step }) => step.role === 'racer')) return severalWinners(told);
  return (
    byNothing(finding, culprit) ??
    byStatus(finding, told, culprit) ??
    byText(finding, culprit) ??
    byLooks(told, culprit) ??
    byValue(finding, told, culprit) ??
    byContent(finding, told, culprit)
  );
}

function severalWinners(told: readonly StoryStep[]): Deviation | undefined {
  const racers = told.filter(({ step }) => step.role === 'racer');
  const winners = racers.filter(({ exchange }) => isSuccess(exchange));
  return winners.length < 2 ? undefined : { kind: 'several-winners', steps: racers.map(({ at }) => at) };
}

/** A success that lacks the body that is due. */
function byNothing({ expected }: Finding, { exchange, at }: StoryStep): Deviation | undefined {
  const isEmpty = isSuccess(exchange) && (exchange.answer?.body ?? '') === '';
  const isDue =
    exchange.request.method !== 'HEAD' && /\b(?:body|object|ExampleResource|Cart)\b/.test(expected);
  return isEmpty && isDue ? { kind: 'empty', step: at } : undefined;
}

function byStatus(
  { expected, got }: Finding,
  told: readonly StoryStep[],
  culprit: StoryStep,
): Deviation | undefined {
  const [, named, rest = ''] = /^(\d{3})\b(.*)$/s.exec(got) ?? [];
  if (named === undefined) return undefined;
  const status = Number(named);
  const step = [culprit, ...told.toReversed()].find(({ exchange }) => exchange.answer?.status === status);
  if (step === undefined) return undefined;
  const succeeded = status >= 200 && status < 300;
  // A success may be due, and a refusal too: then it is something else about it.
  const isDue = succeeded && /\b2\d\d\b|2xx|accepted|let in|be found/.test(expected);
  if (isDue) return status === 200 ? undefined : { kind: 'status', step: step.at, status, exact: true };
  if (!succeeded && /\bwith the resource|\bbody\b/.test(rest)) return byLeak(told, step);
  if (succeeded && /\bwith what\b/.test(rest)) return byShownText(told, step);
  const shows = succeeded ? tellingPlace(step.exchange.answer?.body ?? '') : undefined;
  return { kind: 'status', step: step.at, status, ...(shows === undefined ? {} : { shows }) };
}

/** A refusal that shows what it refuses. */
function byLeak(told: readonly StoryStep[], { exchange, at }: StoryStep): Deviation | undefined {
  const places = [...placesIn(exchange.answer?.body ?? '')];
  const version = places.find(([pointer]) => pointer.endsWith('/version'));
  if (version !== undefined)
    return { kind: 'value', step: at, pointer: version[0], form: formOf(version[1]) };
  const control = told.find(({ step }) => step.role === 'control');
  const held = control?.exchange.answer?.body ?? '';
  const leaked = places.find(([, raw]) => raw.length > 8 && !/^[{[]/.test(raw) && held.includes(raw));
  const to = control?.at;
  return leaked === undefined || to === undefined
    ? undefined
    : { kind: 'shown-too', step: at, pointer: leaked[0], to };
}

/** A member that tells a resource, or whatever came, from an error: the version where there is one. */
function tellingPlace(body: string): string | undefined {
  const places = [...placesIn(body).keys()].filter((pointer) => /^\/[^/]+$/.test(pointer));
  return places.includes('/version') ? '/version' : places[0];
}

function byLooks(told: readonly StoryStep[], culprit: StoryStep): Deviation | undefined {
  const after = [culprit, ...told.toReversed()].find(
    (one) => isLook(one) && isSuccess(one.exchange) && told.some((other) => isSame(other, one)),
  );
  const before = after === undefined ? undefined : told.find((one) => isSame(one, after));
  if (after === undefined || before === undefined) return undefined;
  const between = told.slice(before.at + 1, after.at);
  const isWritten = between.some(({ exchange }) => !isRead(exchange));
  if (!isWritten && after !== culprit) return undefined;
  const [then, now] = [before, after].map(({ exchange }) => placesIn(exchange.answer?.body ?? ''));
  const pointers = new Set([...(after.step.pointer === undefined ? [] : [after.step.pointer]), '/version']);
  const places = [...pointers]
    .filter((pointer) => then?.has(pointer) === true || now?.has(pointer) === true)
    .map((pointer) => ({ pointer, same: then?.get(pointer) === now?.get(pointer) }));
  const isTold = places.some(({ same }) => !same) || isWritten;
  return places.length === 0 || !isTold
    ? undefined
    : {
        kind: 'looks',
        before: before.at,
        after: after.at,
        places,
        still: !isWritten,
        since: told.slice(after.at + 1).flatMap(({ exchange, at }) => (isSuccess(exchange) ? [at] : [])),
      };
}

function isLook({ exchange }: StoryStep): boolean {
  return exchange.request.method === 'GET';
}

function isSame(one: StoryStep, other: StoryStep): boolean {
  const [a, b] = [one.exchange.request, other.exchange.request];
  const isAlike = a.method === b.method && a.target === b.target;
  return one.at < other.at && isAlike && isSuccess(one.exchange) && isLook(one);
}
