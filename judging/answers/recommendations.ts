import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { EndpointRecord } from '../../world/shapes/recorded.ts';
import type { Stage } from '../../implementation/stage.ts';
import { saidOf } from '../said.ts';
import { claimOf } from './flawed-answers.ts';

/** Provokes answers, if possible at least one success and one refusal. */
type Provoke = (on: Stage) => Promise<void>;

type Seen = Pick<EndpointRecord, 'statuses' | 'mediaTypes' | 'first'>;

/** Ranges of status codes in the IANA registry, without the unused codes 306 and 418. */
const registered: readonly (readonly [number, number])[] = [
  [100, 104],
  [200, 208],
  [226, 226],
  [300, 305],
  [307, 308],
  [400, 417],
  [421, 426],
  [428, 429],
  [431, 431],
  [451, 451],
  [500, 508],
  [510, 511],
];

const named = (names: readonly EndpointName[]): string => names.map(operation).join(' and ');

/** Whether a status is standard: registered, and in use. */
export function isStandardStatus(status: number): boolean {
  return registered.some(([low, high]) => status >= low && status <= high);
}

/** All answers of these endpoints have standard status codes (4.16 to 4.18, Errors). */
export function standardStatuses(names: readonly EndpointName[], provoke: Provoke): Statement<Stage> {
  return {
    statement: 'Answers have standard HTTP status codes.',
    sends: `${named(names)}, by sufficient callers and by others`,
    violation: 'A status is not registered with IANA, or is registered as unused.',
    rationale: 'The contract recommends standard codes but does not demand them.',
    ...saidOf(provoke, {
      each: ({ bodies }) =>
        names.flatMap((at) =>
          [bodies.successes(at), bodies.refusals(at)].flatMap((record) => firstsOf(at, record, 'statuses')),
        ),
      owes: ({ at, key, evidence }) =>
        isStandardStatus(Number(key))
          ? { met: 1 }
          : claimOf(at, 'a standard status code', {
              got: String(key),
              deviation: { kind: 'status', exact: true },
              evidence,
            }),
      most: 1,
      lack: () => ({ code: 'premise-failed', text: 'nothing was answered' }),
    }),
  };
}

/** Bodies of the endpoints are labelled application/json: of successes (4.16 to 4.18), or of refusals (Errors). */
export function labelledAsJson(
  names: readonly EndpointName[],
  which: 'successes' | 'refusals',
  provoke: Provoke,
): Statement<Stage> {
  const what = which === 'successes' ? 'successful answers' : 'refusals';
  return {
    statement: `The server labels bodies of ${what} application/json.`,
    sends: `${named(names)}, by ${which === 'successes' ? 'sufficient callers' : 'callers who are refused'}`,
    violation: `The body of a ${which === 'successes' ? 'successful answer' : 'refusal'} has another media type, or none.`,
    rationale:
      'The contract recommends application/json content; parameters and case are free, and an empty body needs no type.',
    ...saidOf(provoke, {
      each: ({ bodies }) => names.flatMap((at) => firstsOf(at, bodies[which](at), 'mediaTypes')),
      owes: ({ at, key, evidence }) =>
        key === 'application/json'
          ? { met: 1 }
          : claimOf(at, 'application/json', {
              got: key === 'none' ? 'no media type' : String(key),
              deviation: { kind: 'media-type' },
              evidence,
            }),
      most: 1,
      lack: () => ({ code: 'premise-failed', text: `no body of ${what} was seen` }),
    }),
  };
}

function firstsOf(at: EndpointName, record: Seen, which: 'statuses' | 'mediaTypes') {
  return [...record[which].keys()].map((key) => {
    const evidence = record.first.get(key);
    if (evidence === undefined) throw new Error(`no answer with ${key} was kept`);
    return { at, key, evidence };
  });
}
