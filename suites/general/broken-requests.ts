import { unlessInconclusive } from '../../clause/thrown.ts';
import { endpointNames, operation, type EndpointName, endpoint } from '../../contract/endpoints.ts';
import { breakdownOf, brokenRequests, mayPass, type Breakdown } from '../../world/weather/broken-requests.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { SurveyedRead } from '../../judging/surveys/read-survey.ts';
import { attemptAt, isShownOrDeclared, type Attempt, plainAgain } from './attempts-at-risk.ts';
import { awaited } from '../../run/awaited.ts';

/** The number of attempts to see a breakdown again, if the operation has no other outcome. */
export const fewAttempts = 3;

/** The first of these reads that is still answered: the target of any single read may be gone by now. */
export async function stillAnswered(
  on: Stage,
  witnesses: readonly SurveyedRead[],
): Promise<SurveyedRead | undefined> {
  for (const one of witnesses) {
    const { succeeded, body } = await on.ask(one.endpoint, { ...one.ask, whenSilent: 'go-on' });
    if (succeeded && body.length > 0) return one;
  }
  return undefined;
}

/** The repeated request, its controls, and the failure that each attempt must show. */
interface Confirmation {
  readonly attempt: Attempt;
  readonly witness: SurveyedRead;
  readonly how: Breakdown;
  readonly times: number;
  /** The last attempt is not sent before this time: meanwhile an intermediary may have been changed. */
  readonly lastNotBefore?: number;
}

/** Attempts between reads with full answers: the last, and the read before it, if all fail; otherwise undefined. */
async function everyTimeBroken(
  on: Stage,
  { attempt, witness, how, times, lastNotBefore = -Infinity }: Confirmation,
): Promise<readonly Exchange[] | undefined> {
  const control = (): Promise<Exchange> => on.ask(witness.endpoint, { ...witness.ask, whenSilent: 'go-on' });
  const before = await control();
  if (!before.succeeded) return undefined;
  let shown: readonly Exchange[] = [before];
  for (let count = 1; count <= times; count += 1) {
    const wait = count === times ? lastNotBefore - on.clock.now() : 0;
    if (wait > 0) await on.clock.sleep(wait, awaited.disturbance);
    const broken = await attempt();
    // If nodes take turns and one node is down, some attempts reach other nodes.
    if (count % 2 === 0) await control();
    const after = await control();
    if (broken === undefined || breakdownOf(broken) !== how || !after.succeeded) return undefined;
    shown = [after, broken];
  }
  return shown;
}

/** Reports the operation if it always fails. */
export async function isAlwaysBroken(
  on: Stage,
  name: EndpointName,
  confirmation: Omit<Confirmation, 'times'> & { readonly times?: number },
): Promise<boolean> {
  const { how, times = fewAttempts } = confirmation;
  const exchanges = await everyTimeBroken(on, { ...confirmation, times });
  if (exchanges === undefined) return false;
  on.violated({
    expected: `${how === 'framing' ? 'a whole answer' : 'an answer'} at ${endpoint(name).section}`,
    deviation: { kind: 'cut-off' },
    exchanges,
    reproduced: `${times}/${times}`,
  });
  return true;
}

/** The number of attempts to see a failure again, while other requests of the operation are answered. */
const manyAttempts = 6;
const mostTried = 3;

/** A request without an answer, and how it is sent again. */
interface BrokenRequest {
  readonly name: EndpointName;
  readonly first: Exchange;
  readonly how: Breakdown;
  readonly attempt: Attempt;
}

/** A request that is never answered completely, although nothing in it is odd, and reads in between are answered. */
export async function judgeBrokenRequests(on: Stage, witnesses: readonly SurveyedRead[]): Promise<boolean> {
  const broken = brokenBy(on, ['reset', 'framing']);
  const witness = broken.length === 0 ? undefined : await stillAnswered(on, witnesses);
  if (witness === undefined) return false;
  for (const { name, first, how, attempt } of broken) {
    const lastNotBefore = first.outcome.sentAt + on.grace.queryMs;
    if (await isAlwaysBroken(on, name, { attempt, witness, how, times: manyAttempts, lastNotBefore }))
      return true;
  }
  return false;
}

/** Reports a gateway's answer or a time-out: neither is an answer of the server, nor its fault. */
export async function tellUnserved(on: Stage, witnesses: readonly SurveyedRead[]): Promise<void> {
  const broken = brokenBy(on, ['gateway', 'timeout']);
  const witness = broken.length === 0 ? undefined : await stillAnswered(on, witnesses);
  if (witness === undefined) return;
  for (const { name, first, how, attempt } of broken) {
    const lastNotBefore = first.outcome.sentAt + on.grace.queryMs;
    const exchanges = await everyTimeBroken(on, { attempt, witness, how, times: fewAttempts, lastNotBefore });
    if (exchanges === undefined) continue;
    return on.undecided(
      'noise',
      `a documented request with only plain values at ${operation(name)} got ${first.label} each time it was sent, while other requests were answered`,
      { exchanges, deviated: true },
    );
  }
}

function brokenBy(on: Stage, hows: readonly Breakdown[]): readonly BrokenRequest[] {
  return endpointNames.flatMap((name) => brokenAt(on, name, hows));
}

/** An operation without documented scopes that answers nobody may refuse everybody as this server does. */
export function mayRefuse(on: Stage, name: EndpointName): boolean {
  const isAnswered = on.world.bodies.successes(name).statuses.size > 0;
  return !isAnswered && endpoint(name).scopes === undefined && on.world.closings.isStyle;
}

/** The requests of an operation, each sent unchanged; and, sent again, the request that ended the connection. */
function brokenAt(on: Stage, name: EndpointName, hows: readonly Breakdown[]): readonly BrokenRequest[] {
  const { history } = on.world;
  const isAnswered = on.world.bodies.successes(name).statuses.size > 0;
  const isShown = isShownOrDeclared(on, name);
  const some = brokenRequests(history, name).flatMap((first) => {
    const how = breakdownOf(first);
    if (how === undefined || !hows.includes(how) || (how === 'reset' && mayRefuse(on, name))) return [];
    // An intermediary may end any request with a certain method, and may cut off or delay an operation.
    if (how === 'reset' && isShown ? !mayPass(history, first) : !isAnswered) return [];
    const attempts = plainAgain(on, first).map(
      (again): Attempt =>
        () =>
          unlessInconclusive(again()),
    );
    return attempts.length === 0 ? [] : [{ name, first, how, attempts }];
  });
  const unheard = some.find(({ how }) => how === 'reset');
  const anew = unheard === undefined ? undefined : attemptAt(on, name);
  const tried = some.slice(0, mostTried);
  if (unheard !== undefined && anew !== undefined) tried.push({ ...unheard, attempts: [anew] });
  return tried.flatMap(({ attempts, ...one }) => attempts.map((attempt) => ({ ...one, attempt })));
}
