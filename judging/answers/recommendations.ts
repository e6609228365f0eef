import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { EndpointRecord } from '../../world/shapes/recorded.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Provokes answers, at least one success and one refusal where they can be had. */
type Provoke = (on: Stage) => Promise<void>;

type Seen = Pick<EndpointRecord, 'statuses' | 'mediaTypes' | 'first'>;

/** Ranges of the status codes that are registered with IANA; 306 and 418 are kept there as unused. */
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

/** Whether a status is a standard one: registered, and in use. */
export function isStandardStatus(status: number): boolean {
  return registered.some(([low, high]) => status >= low && status <= high);
}

/** All answers of the endpoints have standard status codes (4.16 to 4.18, Errors). */
export function standardStatuses(
  names: readonly EndpointName[],
  provoke: Provoke,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: 'Answers have standard HTTP status codes.',
    sends: `${named(names)}, by sufficient callers and by others`,
    violation: 'A status is not registered with IANA, or is registered as unused.',
    rationale: 'The contract recommends standard codes but does not demand them.',
    ...more,
    check: async (on) => {
      await provoke(on);
      await on.until('end');
      const records = recordsOf(on, names);
      const statuses = records.flatMap((record) =>
        [...record.statuses.keys()].map((key) => ({ record, key })),
      );
      if (statuses.length === 0) return on.discarded('premise-failed', 'nothing was answered');
      const odd = statuses.filter(({ key }) => !isStandardStatus(key));
      for (const { record, key } of odd) report(on, record, key, 'a standard status code');
      if (odd.length === 0) on.held();
    },
  };
}

/** Bodies of the endpoints are labelled application/json: of successes (4.16 to 4.18), or of refusals (Errors). */
export function labelledAsJson(
  names: readonly EndpointName[],
  which: 'successes' | 'refusals',
  provoke: Provoke,
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  const what = which === 'successes' ? 'successful answers' : 'refusals';
  return {
    statement: `The server labels bodies of ${what} application/json.`,
    sends: `${named(names)}, by ${which === 'successes' ? 'sufficient callers' : 'callers who are refused'}`,
    violation: `The body of a ${which === 'successes' ? 'successful answer' : 'refusal'} has another media type, or none.`,
    rationale:
      'The contract recommends application/json content; parameters and case are free, and an empty body needs no type.',
    ...more,
    check: async (on) => {
      await provoke(on);
      await on.until('end');
      const records = names.map((name) => on.world.bodies[which](name));
      const types = records.flatMap((record) =>
        [...record.mediaTypes.keys()].map((key) => ({ record, key })),
      );
      if (types.length === 0) return on.discarded('premise-failed', `no body of ${what} was seen`);
      const odd = types.filter(({ key }) => key !== 'application/json');
      for (const { record, key } of odd) report(on, record, key, 'application/json');
      if (odd.length === 0) on.held();
    },
  };
}

function recordsOf(on: Stage, names: readonly EndpointName[]): readonly Seen[] {
  return names.flatMap((name) => [on.world.bodies.successes(name), on.world.bodies.refusals(name)]);
}

function report(on: Stage, record: Seen, key: number | string, expected: string): void {
  const evidence = record.first.get(key);
  if (evidence === undefined) throw new Error(`no answer with ${key} was kept`);
  on.violatedWith({
    expected,
    got: key === 'none' ? 'no media type' : String(key),
    deviation: typeof key === 'number' ? { kind: 'status', exact: true } : { kind: 'media-type' },
    evidence,
  });
}
