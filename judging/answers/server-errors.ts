import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import { endpointNames, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Lack, Sentence } from '../../judge/sentence.ts';
import { askedFor, isDeclaredOf, plainlyAskedFor } from '../../world/operations/plain-requests.ts';
import type { World } from '../../world/world.ts';
import { confirmations } from '../confirm.ts';
import { insist } from '../../implementation/insist.ts';
import { saidOf } from '../said.ts';
import { entryOf } from '../../wire/keyed.ts';
import {
  confirmAsked,
  hasSucceeded,
  nothingHeard,
  refusedForGood,
  type Documented,
} from './refused-for-good.ts';

interface ErrorsCase {
  /** Whether a request is known that should succeed, so that only the server can fail; true by default. */
  readonly isProven?: (world: World) => boolean;
  /** The requests that count as documented; by default, requests without oddities. */
  readonly asked?: (world: World) => readonly Exchange[];
  /** The line that supplies a request for the proof. */
  readonly supply?: string;
}

/** Not every request of an operation gets a server error; attempts should differ in content if possible. */
export function answersWithoutServerError(
  name: EndpointName,
  request: Documented,
  { isProven, asked, supply, ...statement }: Partial<Statement<Stage>> & ErrorsCase = {},
): Statement<Stage> {
  const sentence = notAlwaysAnError(name, defined({ isProven, asked, supply }));
  return {
    statement: 'The server does not answer every documented request with a server error.',
    sends: `${operation(name)} as documented, up to ${confirmations} times`,
    violation: `Each of ${confirmations} documented requests is answered 500 or 501, while other operations answer and this operation has never succeeded.`,
    rationale:
      'The contract shows the operation; a server error comes from the server and not from the request. Any refusal passes; a server error beside other answers decides nothing.',
    ...statement,
    ...saidOf(async (on) => {
      if ((await confirmAsked(on, request, (one) => one.is('fault'))).kind !== 'every-time') return;
      // The late phase shows whether other operations answer.
      await on.until('late');
      if (hasSucceeded(on.world, name)) return;
      await insist(() => on.ask('query'));
    }, sentence),
  };
}

/** Some documented request of an operation is not answered with a server error. */
export function notAlwaysAnError(
  name: EndpointName,
  { isProven = () => true, asked: askedOf, supply }: ErrorsCase,
): Sentence<readonly Exchange[]> {
  const isError = (one: Exchange): boolean => one.is('fault');
  /** Plain requests are searched only after errors, because the search takes most of the time here. */
  const asked = (world: World): readonly Exchange[] => {
    if (askedOf !== undefined) return askedOf(world);
    return world.history.at(name).some(isError) ? plainlyAskedFor(world, name) : askedFor(world, name);
  };
  /** Requests with another answer than a refusal of the caller. */
  const heard = (world: World): readonly Exchange[] => asked(world).filter((one) => !says(one, 'denied'));
  const errors = (world: World): readonly Exchange[] => {
    const all = heard(world);
    return all.every(isError) ? all : [];
  };
  const deviation = 'a documented request was answered with a server error';
  const forGood = refusedForGood(name, {
    kind: 'crashed',
    refused: errors,
    expected: 'an answer other than a server error',
    deviation,
  });
  const unproven = (world: World): Lack | undefined => {
    const all = errors(world);
    const last = all.at(-1);
    if (last === undefined || all.length < confirmations) return undefined;
    const shown = { isDoubt: true, exchanges: [last] };
    // The operation succeeds for some requests or at some times.
    if (hasSucceeded(world, name))
      return { code: 'flaky', text: `${deviation}, but not every time`, ...shown };
    if (!areOthersAnswered(world, name, all))
      return { code: 'flaky', text: `${deviation}, and no other operation has answered since`, ...shown };
    if (isProven(world)) return undefined;
    const text = 'every documented request is answered with a server error';
    return { code: 'server-error', text, ...shown, ...defined({ supply }) };
  };
  return {
    ...forGood,
    without: unproven,
    doubts: (world) => {
      const all = heard(world);
      const [flaky] = comingAndGoing(all, world);
      return all.every(isError) || flaky === undefined
        ? (forGood.doubts?.(world) ?? [])
        : [{ code: 'flaky', text: `${deviation}, but not every time`, deviated: true, exchanges: [flaky] }];
    },
    each: (world) => (asked(world).length > 0 || hasSucceeded(world, name) ? [errors(world)] : []),
    lack: (world) => nothingHeard(world, name),
  };
}

/** Whether a request is known that should succeed: the vendor has declared one, or none is needed. */
export const isDeclared =
  (name: EndpointName) =>
  (world: World): boolean =>
    isDeclaredOf(world, name);

/** Errors to requests that, except for texts of the run, got other answers too; only if several. */
function comingAndGoing(all: readonly Exchange[], { history }: World): readonly Exchange[] {
  const own = new RegExp(`[a-z0-9]*${history.given.mark}`, 'g');
  const alike = new Map<string, Exchange[]>();
  for (const one of all) {
    const { method, target, body = new Uint8Array() } = one.request;
    const parts = [one.caller.label, method, target, Buffer.from(body).toString('latin1')];
    entryOf(alike, parts.join('\n').replaceAll(own, ''), () => []).push(one);
  }
  return [...alike.values()].flatMap((some) => {
    const errors = some.filter((one) => one.is('fault'));
    return errors.length > 1 && errors.length < some.length ? errors : [];
  });
}

function areOthersAnswered({ history }: World, name: EndpointName, errors: readonly Exchange[]): boolean {
  const last = errors.at(-1)?.number ?? Infinity;
  return endpointNames.some(
    (other) =>
      other !== name &&
      history.at(other).some((one) => one.number > last && one.is('accepted', 'turned away')),
  );
}
