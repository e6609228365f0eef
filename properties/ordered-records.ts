import type { RecordEndpoint } from '../contract/traits.ts';
import type { Evidence } from '../clause/clause.ts';
import type { Caller } from '../run/caller.ts';
import type { Exchange } from '../run/exchange.ts';
import { clauseSeed } from '../run/random.ts';
import { judgeBesideTwin } from '../judging/confirm.ts';
import { documentedTimestamp, recordMembers, usualInstant } from '../suites/records/ordered-record.ts';
import {
  acceptedPost,
  omittedUndeclared,
  sendPost,
  withRecord,
  type RecordPost,
} from '../suites/records/posts.ts';
import { oncePerRunFor } from '../implementation/once-per-run.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { recordKinds, timestampMembers, type DrawnRecord } from './arbitraries/ordered-record.ts';
import { oddRecordKinds } from './arbitraries/record-variation.ts';
import { reservedText } from './arbitraries/reserved-text.ts';
import { casesFor, drawn, drawnInTurn, type DrawnCase } from './drawn-cases.ts';
import { shrinkLimits, shrunkCase } from './shrunk-case.ts';

const endpoints = { '4.9': 'complexPath', '4.13': 'urnLinks' } as const;

/** Executions that make a refused record small; each sends it and its twin. */
const mostExecutions = 30;

/** A generated record that was sent, on the request that is known to be accepted. */
interface SentRecord {
  readonly one: DrawnCase<DrawnRecord>;
  readonly exchange: Exchange;
}

/** The records sent at an endpoint; absent where the vendor's own body leaves no place for one. */
interface SentRecords {
  readonly base: RecordPost;
  readonly caller: Caller;
  readonly sent: readonly SentRecord[];
}

/** Sends records with all sixteen members, each once a run, whichever clause they are evidence for. */
const sentRecords = oncePerRunFor(
  async (on: Stage, name: RecordEndpoint): Promise<SentRecords | undefined> => {
    const { post: base, caller } = await acceptedPost(on, name);
    if (base.variation === undefined) return undefined;
    const seed = clauseSeed(on.options.seed, `records ${name}`);
    const cases = casesFor(on, recordKinds, { seed, count: on.reach });
    const sent = await Promise.all(
      cases.map(async (one) => ({
        one,
        exchange: await sendPost(on, name, postOf(on, base, one.value), caller),
      })),
    );
    return { base, caller, sent };
  },
);

/** The request with a drawn record in it: what the accepted one goes without, or has in its own form, stays so. */
function postOf(on: Stage, base: RecordPost, { members, order }: DrawnRecord): RecordPost {
  const { omit = [], set = {} } = base.variation ?? {};
  const fitting = Object.entries(members).filter(([name]) => !omit.includes(name) && !(name in set));
  return withRecord(base, on.canary(), { order, set: Object.fromEntries(fitting) });
}

const twins = {
  order: (one: DrawnRecord): DrawnRecord => ({ ...one, order: recordMembers }),
  instant: ({ members, order }: DrawnRecord): DrawnRecord => {
    const usual = timestampMembers.map((name) => [name, documentedTimestamp(usualInstant)]);
    return { order, members: { ...members, ...Object.fromEntries(usual) } };
  },
} as const;

/**
 * Neither the order of members nor the instant of a timestamp is what a refusal hinges on (4.9, 4.13: advice). A record
 * that is refused is compared with its twin, which differs in nothing else; where that is refused as well, it is for a
 * reason that the contract does not show.
 */
function takenAlike(section: '4.9' | '4.13', what: keyof typeof twins): Evidence<Stage> {
  const name = endpoints[section];
  const clause = what === 'order' ? 'takes-members-in-any-order' : 'takes-documented-timestamps';
  return holds(`${section}/${clause}`, titles[what][section], {
    phase: 'overwrites',
    minimum: (reach) => Math.ceil(reach / 2),
    check: async (on) => {
      const records = await sentRecords(on, name);
      if (records === undefined)
        return on.discarded('premise-failed', 'the accepted record is the vendor’s own');
      const omitted = await lackedBy(on, name, what, records.base);
      if (omitted.length > 0)
        return on.discarded('premise-failed', `the accepted record goes without ${omitted.join(' and ')}`);
      for (const { one, exchange } of records.sent) {
        if (exchange.kind === 'noise') on.noise(exchange.label);
        else if (exchange.succeeded) on.held();
        else if (await judgeRefused(on, name, { ...records, one, exchange, what })) return;
      }
    },
  });
}

/** Of the members that the clause is about those that no case has kept, unless the vendor declares that records omit them. */
async function lackedBy(
  on: Stage,
  name: RecordEndpoint,
  what: keyof typeof twins,
  { variation }: RecordPost,
): Promise<readonly string[]> {
  if (what === 'order') return await omittedUndeclared(on, name);
  return timestampMembers.filter((member) => variation?.omit?.includes(member));
}

/** True where it is refused for what the clause speaks of, or was once: then no other needs to be looked at. */
async function judgeRefused(
  on: Stage,
  name: RecordEndpoint,
  {
    base,
    caller,
    one,
    exchange,
    what,
  }: Omit<SentRecords, 'sent'> &
    SentRecord & {
      readonly what: keyof typeof twins;
    },
): Promise<boolean> {
  const send = (record: DrawnRecord) => sendPost(on, name, postOf(on, base, record), caller);
  const twin = await send(twins[what](one.value));
  if (!twin.succeeded) {
    on.discarded('refused-by-unknown-validation', `the record was answered ${twin.label}`);
    return false;
  }
  const fails = async (record: DrawnRecord): Promise<boolean> =>
    (await send(record)).isRefused && (await send(twins[what](record))).succeeded;
  const small = await shrunkCase(one, fails, shrinkLimits(on, mostExecutions));
  const { members, order } = small.value;
  const times = Object.fromEntries(timestampMembers.map((member) => [member, members[member]]));
  const said = what === 'order' ? 'the record with its members in another order' : instantsOf(small.value);
  await judgeBesideTwin(on, {
    seen: small.value === one.value ? exchange : undefined,
    twin: () => send(twins[what](small.value)),
    probe: () => send(small.value),
    deviates: ({ isRefused }) => isRefused,
    words: {
      expected: `${said} to be accepted`,
      deviation: `${said} was refused`,
      seed: small.seed,
      path: small.path,
      counterexample: what === 'order' ? { order } : times,
    },
  });
  return true;
}

function instantsOf({ members }: DrawnRecord): string {
  return timestampMembers.map((name) => `${name} ${JSON.stringify(members[name])}`).join(' and ');
}

const titles = {
  order: {
    '4.9': 'records with their sixteen members in any order, at 4.9',
    '4.13': 'records with their sixteen members in any order, at 4.13',
  },
  instant: {
    '4.9': 'records with past instants in the documented form, at 4.9',
    '4.13': 'records with past instants in the documented form, at 4.13',
  },
} as const;

/** Members in any order, at 4.9. */
export const ordersAtComplexPath = takenAlike('4.9', 'order');
/** Members in any order, at 4.13. */
export const ordersAtUrnLinks = takenAlike('4.13', 'order');
/** Past instants, at 4.9. */
export const instantsAtComplexPath = takenAlike('4.9', 'instant');
/** Past instants, at 4.13. */
export const instantsAtUrnLinks = takenAlike('4.13', 'instant');

/**
 * Records with names beyond ASCII and any text, and those without some members, with odd text, another type or a
 * corrected name: whether they are accepted is open, and each answer of 2xx is charged to the fields of its record (4.9,
 * 4.13, "Resources").
 */
function answeredWell(section: '4.9' | '4.13', clause: string, title: string): Evidence<Stage> {
  const name = endpoints[section];
  return holds(`${section}/${clause}`, title, {
    phase: 'overwrites',
    minimum: (reach) => Math.ceil(reach / 2),
    check: async (on) => {
      const records = await sentRecords(on, name);
      if (records === undefined)
        return on.discarded('premise-failed', 'the accepted record is the vendor’s own');
      const odd = await Promise.all(
        oddPosts(on, records.base).map((post) => sendPost(on, name, post, records.caller)),
      );
      for (const exchange of [...records.sent.map((one) => one.exchange), ...odd]) {
        if (exchange.kind === 'noise') on.noise(exchange.label);
        else if (exchange.object !== undefined && exchange.succeeded) on.held();
        else on.discarded('refused-by-unknown-validation', `the record was answered ${exchange.label}`);
      }
    },
  });
}

/** Every other one goes to values of the path that need encoding, where there are any. */
function oddPosts(on: Stage, base: RecordPost): readonly RecordPost[] {
  const cases = drawnInTurn(oddRecordKinds, on.seed, on.reach);
  const texts = drawn(reservedText(), on.seed, cases.length).map(({ value }) => value);
  return cases.map(({ value }, at) => {
    const record = withRecord(base, on.canary(), value);
    const odd = texts[at] ?? 'a';
    return at % 2 === 0 ? record : { ...record, path: { uriParameterOne: odd, uriParameterTwo: odd } };
  });
}

/** Odd records, at 4.9. */
export const oddRecords = answeredWell(
  '4.9',
  'answers-with-content',
  'records without some members, with odd text, other types or corrected names, and odd values of the path',
);
/** Odd records, at 4.13. */
export const oddRecordsAtUrnLinks = answeredWell(
  '4.13',
  'answers-with-content-or-dates',
  'records without some members, with odd text, other types or corrected names, at 4.13',
);
