import { operation } from '../../contract/endpoints.ts';
import type { RecordEndpoint } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import { documentedTimestamp, recordMembers, usualInstant } from './ordered-record.ts';
import { acceptedPost, omittedUndeclared, sendPost, withRecord, type RecordPost } from './posts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeWithControl, confirmations } from '../../judging/confirm.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import { surveyedRecords } from './survey-posts.ts';

/** The order of a record's members makes no difference (Resources, OrderedRecord). */
export function orderIsFree(name: RecordEndpoint): Statement<Stage> {
  return {
    statement: 'The server also accepts a record with its members in another order.',
    sends: `${operation(name)} with the members of the record in reverse order`,
    violation: `The server accepts the record in the order of the contract's table, and refuses the same record in reverse order, ${confirmations} times.`,
    rationale:
      'The members of a JSON object have no order; but the contract does not say what a server checks in a record, so this is only advice.',
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
    statement: 'The server accepts timestamps of any instant in the documented form.',
    sends: `${operation(name)} with several instants in the documented form`,
    violation: `The server refuses a record with one instant in the documented form, ${confirmations} times, and accepts it with another instant, or in another form.`,
    rationale:
      'The contract shows the form of createdAt and lastModifiedAt, but not what else a server checks in them, so this is only advice.',
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

/** The record was not accepted with documented timestamps: shows whether it is accepted with other forms. */
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

const members = ['dateTimeExample', 'dateTimeExampleDefaultFormat'] as const;
/** Milliseconds from a full second: about .000, and about .010. */
const around = [-3, -2, -1, 0, 1, 2, 7, 8, 9, 10, 11, 12] as const;

interface Shown {
  readonly member: string;
  readonly text: string;
  readonly exchange: Exchange;
}

function shownIn(exchange: Exchange): readonly Shown[] {
  if (!exchange.succeeded) return [];
  return members.flatMap((member) => {
    const text = exchange.object?.[member];
    return typeof text === 'string' ? [{ member, text, exchange }] : [];
  });
}

/** Milliseconds keep their three digits when they end in zeros (Resources, DateExamples; 4.13). */
export const millisecondsKeepTheirDigits: Statement<Stage> = {
  statement: 'The server shows three digits of milliseconds in timestamps, even if they end in zeros.',
  sends: `${operation('urnLinks')} with varied records, at several instants`,
  violation: 'A timestamp in UTC has no fraction, or only one or two digits of it.',
  rationale:
    'The format has milliseconds; .09 is hundredths. If the suite cannot provoke an instant whose milliseconds end in zeros, the clause stays undecided; constant dates pass.',
  causes: ['Does the formatter omit zeros at the end of the fraction, or a fraction of 000?'],
  blocks: 'when-seen',
  check: async (on) => {
    const surveyed = await surveyedRecords(on, 'urnLinks');
    const dated = surveyed.find(({ exchange }) => shownIn(exchange).length > 0);
    if (dated === undefined) return on.discarded('variant-unshown', 'no answer shows a timestamp in UTC');
    const first = shownIn(dated.exchange);
    const seen = surveyed.flatMap(({ exchange }) => shownIn(exchange));
    const isDone = (): boolean => judgeShort(on, seen) || coversZeros(on, seen);
    if (isDone()) return;
    const clock = first[0];
    if (clock !== undefined && new Set(seen.map(({ text }) => text)).size > 1) {
      seen.push(...(await acrossFullSecond(on, dated.post, clock)));
      if (isDone()) return;
      return on.discarded('reach-too-low', 'no timestamp with milliseconds that end in zeros was seen');
    }
    on.observe({ dates: 'constant' });
    on.held();
  },
};

function judgeShort(on: Stage, seen: readonly Shown[]): boolean {
  for (const member of members) {
    const short = seen.find(
      (one) => one.member === member && /T\d\d:\d\d:\d\d(?:\.\d{1,2})?Z$/.test(one.text),
    );
    if (short !== undefined)
      on.violated({
        expected: `three digits of milliseconds in ${member}`,
        got: short.text,
        deviation: { kind: 'value', pointer: `/${member}` },
        exchanges: [short.exchange],
      });
  }
  return seen.some(({ text }) => /T\d\d:\d\d:\d\d(?:\.\d{1,2})?Z$/.test(text));
}

/** Zeros at the end, and nothing but zeros, were seen in every member that is shown. */
function coversZeros(on: Stage, seen: readonly Shown[]): boolean {
  const covered = members
    .map((member) => seen.filter((one) => one.member === member))
    .filter((ones) => ones.length > 0)
    .every(
      (ones) =>
        ones.some(({ text }) => text.endsWith('.000Z')) && ones.some(({ text }) => /[1-9]0Z$/.test(text)),
    );
  if (covered) on.held();
  return covered;
}

/** Asks a dozen times around the next full second of the server's clock. */
async function acrossFullSecond(on: Stage, post: RecordPost, clock: Shown): Promise<readonly Shown[]> {
  const { caller } = await acceptedPost(on, 'urnLinks');
  const fresh = await sendPost(on, 'urnLinks', post, caller);
  const text = shownIn(fresh)[0]?.text ?? clock.text;
  const server = Date.parse(text);
  const { sentAt, answeredAt } = fresh.outcome;
  if (!Number.isFinite(server)) return [];
  const trip = (answeredAt - sentAt) / 2;
  const ahead = server - (sentAt + trip);
  const lead = 60;
  const full = Math.ceil((on.clock.now() + lead + ahead) / 1_000) * 1_000 - ahead - trip;
  const answers = await Promise.all(
    around.map(async (milliseconds) => {
      await on.clock.sleep(Math.max(0, full + milliseconds - on.clock.now()), awaited.dates);
      return await sendPost(on, 'urnLinks', post, caller);
    }),
  );
  return answers.flatMap(shownIn);
}
