import { operation, endpoint } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import { misshapenIn, type Flawed } from '../../judging/answers/flawed-bodies.ts';
import { claimOf } from '../../judging/answers/flawed-answers.ts';
import type { ClauseText } from '../../clause/clause.ts';
import type { Statement } from '../../clause/section.ts';
import { deviationsAt, valueIn } from '../../judging/answers/deviations-at.ts';
import type { Sentence } from '../../judge/sentence.ts';
import { acceptedPost, recordSupply, sendPost, firstPosts, fullPost, omittedUndeclared } from './posts.ts';
import { surveyedRecords } from './survey-posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations, confirmRepeatedly, otherwise, report } from '../../judging/confirm.ts';
import { saidOf } from '../../judging/said.ts';
import type { Exchange } from '../../history/exchange.ts';
import { alwaysEmpty } from '../../world/shapes/empty-answers.ts';
import type { World } from '../../world/world.ts';
import { says } from '../../wire/status.ts';
import { refusalText } from '../../judging/answers/refusal-text.ts';
import { declaredSample } from '../../implementation/sample-ask.ts';

/** A documented request with a record: the first that was sent, unless it was answered as unsupported or crashed. */
export async function postSomething(on: Stage, name: RecordEndpoint): Promise<Exchange> {
  const { caller, tried } = await firstPosts(on, name);
  const known = tried.find(({ exchange }) => exchange.succeeded) ?? tried[0];
  const before = known?.exchange;
  if (
    before?.succeeded === true ||
    (before?.is('turned away') === true && !says(before, 'method not allowed', 'media type not supported'))
  )
    return before;
  return await sendPost(on, name, known?.post ?? fullPost(on.canary()), caller);
}

function isDeclared(on: Stage, name: RecordEndpoint): boolean {
  const { section } = endpoint(name);
  return (section === '4.9' || section === '4.13') && declaredSample(on, section) !== undefined;
}

/** Some OrderedRecord is accepted (4.9, 4.13). */
export function acceptsRecord(name: RecordEndpoint): Statement<Stage> {
  return {
    statement: 'The server accepts an OrderedRecord in JSON.',
    sends: `${operation(name)} with the declared sample, or with records of several forms`,
    violation: `The server refuses the request that the vendor has declared as a sample, ${confirmations} times.`,
    rationale:
      'Required flags and declared types of the record are not shown, so a server may refuse any record that was not declared. The clause then decides nothing; it also decides nothing if only a record without some members is accepted.',
    check: async (on) => {
      const { accepted, tried, caller, lost } = await firstPosts(on, name);
      const first = tried[0];
      const supply = recordSupply(name);
      const omitted = await omittedUndeclared(on, name);
      if (omitted.length > 0) {
        const omits = `"records": {"omits": ${JSON.stringify(omitted)}}`;
        return on.undecided(
          'refused-by-unknown-validation',
          `a record is refused with ${omitted.join(' or ')}, and accepted without`,
          { supply: `${omits} or ${supply}` },
        );
      }
      if (lost !== undefined) return on.noise(lost.label);
      if (accepted !== undefined) return on.held();
      if (first === undefined) return;
      const answers = tried.map(({ exchange }) => exchange);
      const last = answers.at(-1) ?? first.exchange;
      if (isDeclared(on, name)) {
        const isRefused = (one: Exchange): boolean => one.is('refused') && !says(one, 'denied');
        const confirmed = await confirmRepeatedly(on, {
          seen: isRefused(last) ? last : undefined,
          probe: () => sendPost(on, name, first.post, caller),
          deviates: isRefused,
        });
        if (!otherwise(confirmed).some((one) => says(one, 'denied')))
          return report(on, confirmed, {
            expected: 'the declared sample to be accepted',
            deviation: 'the declared sample was refused',
            supply,
          });
      }
      if (last.is('noise')) return on.noise(last.label);
      on.undecided(
        'refused-by-unknown-validation',
        `records were answered ${labels(answers.slice(0, -1), refusalText(on, last))}`,
        {
          supply,
          exchanges: [last],
        },
      );
    },
  };
}

function labels(answers: readonly Exchange[], last: string): string {
  const before = answers.map(({ label }) => label).filter((label) => !last.startsWith(label));
  return [...new Set([...before, last])].join(', ');
}

/** Every successful answer to a record has the shape shown, and at least one of them shows something of it. */
export function answersHaveTheirShape(
  name: RecordEndpoint,
  text: ClauseText & { readonly shape: string },
): Statement<Stage> {
  const { shape, ...statement } = text;
  return {
    sends: `${operation(name)} with records of many forms`,
    ...statement,
    ...saidOf((on) => askEmptyAgain(on, name), ofShape(name, shape)),
  };
}

/** A request that was answered without a body is repeated: it counts if the identical request gets none three times. */
async function askEmptyAgain(on: Stage, name: RecordEndpoint): Promise<void> {
  const surveyed = await surveyedRecords(on, name);
  const isEmpty = ({ succeeded, body }: (typeof surveyed)[number]['exchange']): boolean =>
    succeeded && body.length === 0;
  const empty = surveyed.find(({ exchange }) => isEmpty(exchange));
  if (empty === undefined) return;
  const { caller } = await acceptedPost(on, name);
  const probe = () => sendPost(on, name, empty.post, caller);
  await confirmRepeatedly(on, { seen: empty.exchange, probe, deviates: isEmpty });
}

function ofShape(name: RecordEndpoint, expected: string): Sentence<Flawed | readonly Exchange[] | 'shown'> {
  const hasShown = ({ bodies }: World): boolean =>
    bodies.successes(name).json > bodies.successes(name).vacuous;
  const emptyEachTime = ({ history }: World) =>
    alwaysEmpty(history, name).filter((answers) => answers.length >= confirmations);
  return {
    each: (world) => [
      ...emptyEachTime(world).slice(0, 1),
      ...misshapenIn(world.bodies.successes(name)),
      ...deviationsAt(world, name, ['ObjectTypeProperty', 'ArrayItem', 'DateExamples']).map((one) => ({
        ...valueIn(one),
        got: `${one.field} ${JSON.stringify(one.got) ?? ''}`,
      })),
      'shown',
    ],
    owes: (one, world) => {
      if (one === 'shown') return hasShown(world) ? { met: 1 } : 'outside';
      if ('evidence' in one) return claimOf(name, expected, one);
      return {
        kind: 'ill-typed',
        at: name,
        expected: 'a body',
        got: `${one[0]?.label ?? ''} without a body`,
        deviation: { kind: 'no-body' },
        shown: { exchanges: one.slice(-1), reproduced: `${confirmations}/${confirmations}` },
      };
    },
    doubts: (world) => {
      const isEmptyAtTimes = world.bodies.successes(name).empty.length > 0;
      return isEmptyAtTimes
        ? [
            {
              code: 'flaky',
              text: 'some records were answered without a body, and others with a body',
              deviated: true,
            },
          ]
        : [];
    },
    lack: ({ bodies }) => {
      if (bodies.successes(name).bodies === 0)
        return { code: 'premise-failed', text: 'no record was answered with a body' };
      return {
        code: 'vacuous-body',
        text: 'no answer shows any documented member',
        supply: recordSupply(name),
        isDoubt: true,
      };
    },
  };
}
