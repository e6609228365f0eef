import { says } from '../../wire/status.ts';
import { refusalText } from '../../judging/answers/refusal-text.ts';
import { endpoint, operation } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../history/exchange.ts';
import { firstPosts, fullPost, omittedUndeclared, recordSupply, sendPost } from './posts.ts';
import { declaredSample } from '../../implementation/sample-ask.ts';
import type { Stage } from '../../implementation/stage.ts';
import { otherwise, confirmRepeatedly, report, confirmations } from '../../judging/confirm.ts';

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
      'Required flags and declared types of the record are not shown, so a server may refuse any record that was not declared. The clause then decides nothing, nor where only a record without some members is accepted.',
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
          { supply: isDeclared(on, name) ? `${omits} or ${supply}` : `${supply} or ${omits}` },
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
