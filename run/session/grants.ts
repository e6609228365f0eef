import { says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Failure, Outcome } from '../../wire/exchange.ts';
import { isLost } from '../../history/exchange.ts';
import type { Clock } from '../../wire/clock.ts';
import type { History } from '../../history/history.ts';
import { delivered, type Course, type Delivery, type Layer, type Part } from './dispatch.ts';
import type { Governor } from './governor.ts';

/** Each request is sent once a place and a time are free; no request is sent after the end of the run. */
export function granting(governor: Pick<Governor, 'grant'>, notSent: () => Failure): Layer<Delivery> {
  return (below) => async (dispatch) => {
    const { parts, way, exempt } = dispatch;
    const [first] = parts;
    const work = async (inFlight: number): Promise<Delivery> => {
      dispatch.about?.();
      return await below({ ...dispatch, inFlight });
    };
    const granted = await governor.grant(work, {
      count: parts.length,
      together: way.kind === 'race',
      exempt,
      alone: way.kind !== 'race' && parts.some(({ ask }) => ask.alone === true),
      again: way.kind === 'single' && first !== undefined && isRead(first.request) && first.ask.once !== true,
    });
    return granted ?? delivered(parts.map(notSent));
  };
}

/** An outcome in its effective meaning: some limits use a status other than 429. */
export type Heeded = (part: Part, outcome: Outcome, course: Course) => Outcome;

/** A request counts as concurrent with this many others in flight, or within this many milliseconds. */
const fewestInCompany = 4;
const nearMs = 100;

/** Sent requests enter the history immediately; concurrent requests are marked. */
export function noticingCompany(
  history: Pick<History, 'append'>,
  clock: Pick<Clock, 'now'>,
): Layer<Delivery> {
  let left: readonly number[] = [];
  return (below) => async (dispatch) => {
    const { parts, inFlight = parts.length } = dispatch;
    const at = clock.now();
    left = [...left.filter((before) => at - before < nearMs), ...parts.map(() => at)];
    const isInCompany = Math.max(inFlight, left.length) >= fewestInCompany;
    history.append({ kind: 'left', count: parts.length, isInCompany, at });
    const came = await below(dispatch);
    return isInCompany ? { ...came, course: { ...came.course, isInCompany } } : came;
  };
}

/** Outcomes of single requests show how many concurrent requests the server accepts. */
export function learningRoom(
  governor: Pick<Governor, 'came'>,
  isOverload: (name: EndpointName) => boolean,
  heeded: Heeded,
): Layer<Delivery> {
  return (below) => async (dispatch) => {
    const came = await below(dispatch);
    const { way, parts, inFlight } = dispatch;
    const [part] = parts;
    const [first] = came.outcomes;
    if (way.kind !== 'single' || first === undefined || part === undefined || inFlight === undefined)
      return came;
    const outcome = heeded(part, first, came.course);
    const { sentAt, answeredAt } = outcome;
    const isLimited = outcome.kind === 'answer' && says(outcome, 'limit');
    const isDenied = isLimited || (isLost(outcome) && isOverload(part.name));
    governor.came({ inFlight, isLost: isDenied, sentAt, answeredAt });
    return came;
  };
}
