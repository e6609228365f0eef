import { operation } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import { documentedTimestamp, recordMembers, usualInstant } from './ordered-record.ts';
import { acceptedPost, omittedUndeclared, sendPost, withRecord, type RecordPost } from './posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeWithControl, confirmations } from '../../judging/confirm.ts';

/** The order of a record's members makes no difference (Resources, OrderedRecord). */
export function orderIsFree(name: RecordEndpoint): Statement<Stage> {
  return {
    statement: 'The server also accepts a record with its members in another order.',
    sends: `${operation(name)} with the members of the record in reverse order`,
    violation: `The server accepts the record in the order of the contract's table, and refuses the same record in reverse order, ${confirmations} times.`,
    rationale:
      'The members of a JSON object have no order; but the contract leaves open what a server checks of a record, so this is only advice.',
    check: async (on) => {
      const { post } = await acceptedPost(on, name);
      if (post.variation === undefined)
        return on.discarded('premise-failed', 'the accepted record is the vendor’s own');
      const omitted = await omittedUndeclared(on, name);
      if (omitted.length > 0)
        return on.discarded('premise-failed', `the accepted record lacks ${omitted.join(' and ')}`);
      await judgeControl(on, name, {
        control: post,
        part: withRecord(post, on.canary(), { order: recordMembers.toReversed() }),
        what: 'the record with its members in reverse order',
      });
    },
  };
}

/** Timestamps of the documented form are taken (Resources, OrderedRecord). */
export function takesDocumentedTimestamps(name: RecordEndpoint): Statement<Stage> {
  return {
    statement: 'The server accepts timestamps in the documented form, whatever the instant.',
    sends: `${operation(name)} with several instants in the documented form`,
    violation: `The server refuses a record with one instant in the documented form, ${confirmations} times, and accepts it with another instant, or in another form.`,
    rationale:
      'The contract shows the form of createdAt and lastModifiedAt, but not what else a server checks of them, so this is only advice.',
    check: async (on) => {
      const { post } = await acceptedPost(on, name);
      if (post.variation === undefined)
        return on.discarded('premise-failed', 'the accepted record is the vendor’s own');
      const { omit = [], set = {} } = post.variation;
      const isDocumented = !omit.includes('createdAt') && set['createdAt'] === undefined;
      if (isDocumented) {
        // Generated records have more of them.
        const at = new Date('2014-12-31T23:59:59.900Z');
        await judgeControl(on, name, {
          control: post,
          part: withRecord(post, on.canary(), { at }),
          what: documentedTimestamp(at),
        });
        return;
      }
      await judgeForms(on, name, post);
    },
  };
}

/** The record was not accepted with documented timestamps: whether it is with others. */
async function judgeForms(on: Stage, name: RecordEndpoint, post: RecordPost): Promise<void> {
  const { caller } = await acceptedPost(on, name);
  const at = documentedTimestamp(usualInstant);
  const dated = (text: string): RecordPost =>
    withRecord(post, on.canary(), {
      set: { createdAt: text, lastModifiedAt: text },
      bodyIs: text === at ? 'well-typed' : 'either',
    });
  const documented = await sendPost(on, name, dated(at), caller);
  if (documented.succeeded) return on.held();
  const forms = [at.replace(/\.\d+Z$/, 'Z'), at.replace('Z', '+00:00'), at.replace('Z', '000Z')];
  for (const form of forms) {
    if (!(await sendPost(on, name, dated(form), caller)).succeeded) continue;
    await judgeControl(on, name, { control: dated(form), part: dated(at), what: at });
    return;
  }
  on.discarded('refused-by-unknown-validation', 'no form of a timestamp was accepted');
}

/** One request is refused while its control request is accepted before and after. */
async function judgeControl(
  on: Stage,
  name: RecordEndpoint,
  which: { readonly control: RecordPost; readonly part: RecordPost; readonly what: string },
): Promise<void> {
  const { caller } = await acceptedPost(on, name);
  const probe = () => sendPost(on, name, which.part, caller);
  const first = await probe();
  if (first.is('noise')) return on.noise(first.label);
  if (first.succeeded) return on.held();
  await judgeWithControl(on, {
    seen: first,
    control: () => sendPost(on, name, which.control, caller),
    probe,
    deviates: (one) => one.is('refused'),
    words: { expected: `${which.what} to be accepted`, deviation: `${which.what} was refused` },
  });
}
