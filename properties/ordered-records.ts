import fc from 'fast-check';
import type { RecordEndpoint } from '../contract/traits.ts';
import type { Evidence } from '../clause/clause.ts';
import type { Caller } from '../history/caller.ts';
import type { Exchange } from '../history/exchange.ts';
import { clauseSeed } from '../run/random.ts';
import { judgeWithControl } from '../judging/confirm.ts';
import { documentedTimestamp, recordMembers, usualInstant } from '../suites/records/ordered-record.ts';
import {
  acceptedPost,
  omittedUndeclared,
  sendPost,
  variedSample,
  withRecord,
  type RecordPost,
} from '../suites/records/posts.ts';
import { oncePerRunFor } from '../implementation/once-per-run.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { recordKinds, timestampMembers, type DrawnRecord } from './arbitraries/ordered-record.ts';
import { asVariation, variedRecordKinds, type VariedRecord } from './arbitraries/record-variation.ts';
import { reservedText } from './arbitraries/reserved-text.ts';
import { checkCases, type Cases, type Failing } from './checked-cases.ts';
import type { SeededCase } from './drawn-cases.ts';

const endpoints = { '4.9': 'complexPath', '4.13': 'urnLinks' } as const;

/** The most executions that make a refused record small; each sends the record and its control request. */
const mostExecutions = 30;

/** The request that is known to be accepted, with which records are sent. */
interface Posting {
  readonly name: RecordEndpoint;
  readonly base: RecordPost;
  readonly caller: Caller;
}

async function postingOf(on: Stage, name: RecordEndpoint): Promise<Posting> {
  const { post: base, caller } = await acceptedPost(on, name);
  return { name, base, caller };
}

/** The vendor's body has no place for another record. */
function isVendors({ base }: Posting): boolean {
  return base.variation === undefined;
}

/** Records with all sixteen members, the same for each clause that uses them. */
function recordCases(on: Stage, name: RecordEndpoint): Cases<DrawnRecord> {
  return { kinds: recordKinds, seed: clauseSeed(on.options.seed, `records ${name}`), count: on.reach };
}

/** Sends a record, once a run. */
function sendOnce(on: Stage, posting: Posting, { value, path }: SeededCase<DrawnRecord>): Promise<Exchange> {
  return sentRecord(on, `${posting.name} ${path}`, posting, value);
}

const sentRecord = oncePerRunFor((on: Stage, _case: string, posting: Posting, record: DrawnRecord) =>
  sendRecord(on, posting, record),
);

function sendRecord(on: Stage, { name, base, caller }: Posting, record: DrawnRecord): Promise<Exchange> {
  const { members, order } = fittingIn(base, record);
  return sendPost(on, name, withRecord(base, on.canary(), { order, set: members }), caller);
}

/** Members that the accepted record lacks, or has in a form of its own, stay unchanged. */
function fittingIn({ variation }: RecordPost, { members, order }: DrawnRecord): DrawnRecord {
  const { omit = [], set = {} } = variation ?? {};
  const fitting = Object.entries(members).filter(([name]) => !omit.includes(name) && !(name in set));
  return { members: Object.fromEntries(fitting), order };
}

/** A property of records that no refusal may depend on. */
interface Freedom {
  readonly clause: 'takes-members-in-any-order' | 'takes-documented-timestamps';
  readonly title: string;
  /** The same record without the property of the clause. */
  readonly control: (one: DrawnRecord) => DrawnRecord;
  /** The members of the clause that every case left out, unless the vendor declares that records omit them. */
  readonly lacked: (on: Stage, name: RecordEndpoint, base: RecordPost) => Promise<readonly string[]>;
  readonly said: (one: DrawnRecord) => string;
  readonly counterexample: (one: DrawnRecord) => unknown;
}

const order: Freedom = {
  clause: 'takes-members-in-any-order',
  title: 'records with their sixteen members in any order',
  control: (one) => ({ ...one, order: recordMembers }),
  lacked: (on, name) => omittedUndeclared(on, name),
  said: () => 'the record with its members in another order',
  counterexample: (one) => ({ order: one.order }),
};

const instant: Freedom = {
  clause: 'takes-documented-timestamps',
  title: 'records with past instants in the documented form',
  control: ({ members, order: as }) => {
    const usual = timestampMembers.map((name) => [name, documentedTimestamp(usualInstant)]);
    return { order: as, members: { ...members, ...Object.fromEntries(usual) } };
  },
  lacked: (_on, _name, { variation }) =>
    Promise.resolve(timestampMembers.filter((member) => variation?.omit?.includes(member))),
  said: ({ members }) =>
    timestampMembers.map((name) => `${name} ${JSON.stringify(members[name])}`).join(' and '),
  counterexample: ({ members }) =>
    Object.fromEntries(timestampMembers.map((member) => [member, members[member]])),
};

/**
 * A refusal depends neither on the order of members nor on the instant of a timestamp (4.9, 4.13: advice). A
 * refused record is compared with its control request, which differs only in that property. If the control
 * request is refused too, the contract does not show the reason.
 */
function takenAlike(section: '4.9' | '4.13', freedom: Freedom): Evidence<Stage> {
  const name = endpoints[section];
  return holds(`${section}/${freedom.clause}`, `${freedom.title}, at ${section}`, {
    phase: 'overwrites',
    minimum: (reach) => Math.ceil(reach / 2),
    check: async (on) => {
      const posting = await postingOf(on, name);
      if (isVendors(posting))
        return on.discarded('premise-failed', 'the accepted record is the vendor’s own');
      const omitted = await freedom.lacked(on, name, posting.base);
      if (omitted.length > 0)
        return on.discarded('premise-failed', `the accepted record goes without ${omitted.join(' and ')}`);
      await checkCases(on, recordCases(on, name), async (one) => {
        const exchange = await sendOnce(on, posting, one);
        if (exchange.is('noise')) on.noise(exchange.label);
        else if (exchange.succeeded) on.held();
        else {
          const control = await sendRecord(on, posting, freedom.control(one.value));
          if (control.succeeded) return refusedRecord(on, posting, { first: one.value, exchange, freedom });
          on.discarded('refused-by-unknown-validation', `the record was answered ${control.label}`);
        }
        return 'goes on';
      });
    },
  });
}

/** It is refused for the property of the clause, or was once: then no other needs to be examined. */
function refusedRecord(
  on: Stage,
  posting: Posting,
  seen: { readonly first: DrawnRecord; readonly exchange: Exchange; readonly freedom: Freedom },
): Failing<DrawnRecord> {
  const { first, exchange, freedom } = seen;
  const send = (record: DrawnRecord) => sendRecord(on, posting, record);
  return {
    executions: mostExecutions,
    fails: async (record) =>
      (await send(record)).is('refused') && (await send(freedom.control(record))).succeeded,
    report: ({ value, seed, path }) =>
      judgeWithControl(on, {
        seen: value === first ? exchange : undefined,
        control: () => send(freedom.control(value)),
        probe: () => send(value),
        deviates: (one) => one.is('refused'),
        words: {
          expected: `${freedom.said(value)} to be accepted`,
          deviation: `${freedom.said(value)} was refused`,
          seed,
          path,
          counterexample: freedom.counterexample(value),
        },
      }),
  };
}

/**
 * Records with names beyond ASCII and any text, and records without some members, with odd text, another type
 * or a corrected name. Whether they are accepted is open, and each 2xx answer counts for the fields of its
 * record (4.9, 4.13, "Resources").
 */
function answeredWell(section: '4.9' | '4.13', clause: string, title: string): Evidence<Stage> {
  const name = endpoints[section];
  return holds(`${section}/${clause}`, title, {
    phase: 'overwrites',
    minimum: (reach) => Math.ceil(reach / 2),
    check: async (on) => {
      const posting = await postingOf(on, name);
      const asRecords = async (one: SeededCase<DrawnRecord>): Promise<'goes on'> => {
        noteAnswer(on, await sendOnce(on, posting, one));
        return 'goes on';
      };
      const asOddPosts = async ({ value }: SeededCase<OddPost>): Promise<'goes on' | 'ends'> => {
        const post = oddPost(on, posting, value);
        if (post === undefined) on.discarded('premise-failed', 'the vendor’s own record is no object');
        else noteAnswer(on, await sendPost(on, name, post, posting.caller));
        return post === undefined ? 'ends' : 'goes on';
      };
      await Promise.all([
        isVendors(posting) ? undefined : checkCases(on, recordCases(on, name), asRecords),
        checkCases(on, { kinds: oddPostKinds, seed: on.seed, count: on.reach }, asOddPosts),
      ]);
    },
  });
}

function noteAnswer(on: Stage, exchange: Exchange): void {
  if (exchange.is('noise')) on.noise(exchange.label);
  else if (exchange.object !== undefined && exchange.succeeded) on.held();
  else on.discarded('refused-by-unknown-validation', `the record was answered ${exchange.label}`);
}

/** A record that may be refused, and both values of its path; the usual values if undefined. */
interface OddPost {
  readonly varied: VariedRecord;
  readonly text: string | undefined;
}

/** Every second record goes to path values that need encoding, if there are any. */
const oddPostKinds: readonly fc.Arbitrary<OddPost>[] = variedRecordKinds.map((varied, at) =>
  fc.record({ varied, text: at % 2 === 0 ? fc.constant(undefined) : reservedText() }),
);

function oddPost(on: Stage, { base }: Posting, { varied, text }: OddPost): RecordPost | undefined {
  const { record, variation } = varied;
  if (base.variation === undefined) return variedSample(base, asVariation(varied));
  const fitting = asVariation({ record: fittingIn(base, record), variation });
  const post = withRecord(base, on.canary(), fitting);
  return text === undefined ? post : { ...post, path: { uriParameterOne: text, uriParameterTwo: text } };
}

const odd = 'records without some members, with odd text, other types or corrected names';

/** The evidence of generated records, at 4.9 and at 4.13. */
export const recordsAtComplexPath = [
  answeredWell('4.9', 'answers-with-content', `${odd}, and odd values of the path`),
  takenAlike('4.9', order),
  takenAlike('4.9', instant),
] as const;
export const recordsAtUrnLinks = [
  takenAlike('4.13', order),
  takenAlike('4.13', instant),
  answeredWell('4.13', 'answers-with-content-or-dates', `${odd}, at 4.13`),
] as const;
