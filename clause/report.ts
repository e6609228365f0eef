import type { Seed } from './reported/seed.ts';
import type { ClauseVerdict, Judgement, Level, Suspicion } from './judgement.ts';
import type { Profile } from './profile.ts';
import type { ReportedOperation } from './reported/operations.ts';
import type { Raced } from './reported/raced.ts';
import type { Cause } from './causes/cause.ts';
import type { ProbeRow } from './causes/probe.ts';
import type { Reason } from './sample.ts';
import type { ShardTimeline, Timeline } from './timeline.ts';
import type { Asked } from './supplied-members.ts';
import type { Abort, Blocks, Ground, Verdict } from './verdict.ts';
import type { ReportedWaiver, Waiver } from './waivers.ts';

/** The means, besides tokens, with which reads alone decide a clause: an id, its key as well, or a search (4.14). */
export type ReadMeans = 'nothing' | 'id' | 'key' | 'search';

/** The result of the clauses that reads can decide, in a run that writes nothing. */
export interface ReadOnlyScope {
  /** Blocking clauses that reads can decide with the means of the profile. */
  readonly decidable: number;
  /** Of these, the clauses that pass or fail. */
  readonly decided: number;
  readonly pass: number;
  /** The run ends with 0 if all of them pass. */
  readonly gate?: true;
}

/** A clause as the register knows it, whether or not it was judged. Declared choices are entries too. */
export interface RegisterEntry {
  readonly id: string;
  /** The number of a section (`4.1`), or `General`, `Resources`, `Authentication`, `Errors`, `Versioning`. */
  readonly section: string;
  readonly level: Level;
  readonly statement: string;
  readonly blocks: Blocks;
  /** The documented field of the clause (`Cart.discountCodes`). */
  readonly field?: string;
  /** The rows on which the clause rests, by name (`4.10/version`); empty for a declared choice. */
  readonly rows?: readonly string[];
  readonly sends?: string;
  readonly causes?: readonly string[];
  readonly limits?: readonly string[];
  readonly source?: string;
  /** Races judge the clause, so a violation may show in one run and not in the next. */
  readonly isRaced?: true;
  /** The means with which reads alone decide the clause; absent if they cannot. */
  readonly readsWith?: ReadMeans;
}

/** A piece of evidence as the plan states it, whether or not it was gathered. */
export interface StatedEvidence {
  readonly clause: string;
  /** The name of the evidence in the report, and after the clause's id in the titles of tests. */
  readonly name: string;
  readonly limits: readonly string[];
  /** The number of cases that must reach their premise; 0 if none need occur. */
  readonly minimum: number;
  /** Whether its cases are generated; a further look has none. Absent in reports of earlier versions. */
  readonly draws?: boolean;
}

/** The leftovers after clean-up, and the reasons. */
export interface Leftover {
  readonly id: string;
  readonly created: string;
  readonly why: string;
  /** The run has changed the resource, but another client may have created it: clean-up must leave it. */
  readonly changed?: true;
}

/** The resources that the run has created and left, and the resources of others that it has changed. */
export function leftAndChanged({ leftovers }: Pick<Report, 'leftovers'>) {
  return {
    left: leftovers.filter(({ changed }) => changed !== true),
    changed: leftovers.filter(({ changed }) => changed === true),
  };
}

/** A time that the run had to wait, and for what. */
export interface Wait {
  readonly for: string;
  readonly ms: number;
  /** The setting that decides how long it may take. */
  readonly setting?: string;
}

/** Answers of one status, at one operation, by method and path. */
export interface PassingAnswer {
  readonly operation: string;
  readonly status: number;
  readonly count: number;
}

/** Counts of answers, or of requests without an answer, by operation, the most frequent first; absent if zero. */
export type CountedByOperation = readonly Omit<PassingAnswer, 'status'>[];

/** The effects of the network and of limits of the target on the run, in counts. */
export interface Disturbances {
  /** Answers 5xx. */
  readonly serverErrors: number;
  readonly serverErrorsAt?: CountedByOperation;
  /** Deviating answers in place of a success that the repeated request then got; absent if there were none. */
  readonly passing?: readonly PassingAnswer[];
  /** Connections that were refused, or ended before an answer. */
  readonly resets: number;
  readonly resetsAt?: CountedByOperation;
  /** Requests that got no answer in time; absent if there were none. */
  readonly timeouts?: number;
  readonly timeoutsAt?: CountedByOperation;
  /** Answers 429, and other answers that asked to wait. */
  readonly rateLimited: number;
  readonly retries: number;
  /** The slowest first. */
  readonly slowest: readonly { readonly endpoint: string; readonly ms: number }[];
  /** Events during the run, with their times and remedies, a sentence each. */
  readonly events?: readonly string[];
}

/** The results that a run hands over at its end, besides the judgements. Plain JSON. */
export interface RunRecord {
  readonly requests: number;
  readonly bytes: { readonly written: number; readonly read: number };
  readonly longestChain: number;
  /** Bodies of answers that were compared with the JSON Schema of a shape that the contract shows. */
  readonly validated?: number;
  readonly interrupted: boolean;
  /** The run was stopped because this many clauses had failed; such a run counts as interrupted too. */
  readonly stoppedAfter?: number;
  /** The run was stopped after this many seconds; such a run counts as interrupted too. */
  readonly stoppedAfterSeconds?: number;
  readonly aborted?: Abort;
  readonly leftovers: readonly Leftover[];
  /** Documented fields and cases that never occurred. */
  readonly neverSeen: readonly string[];
  /** Lines about the power of the races, as they are in report and matrix. */
  readonly races?: readonly string[];
  /** The first line of `races` as data. */
  readonly raced?: Raced;
  /** The longest time that a resource was left alone before an update that was judged, in milliseconds. */
  readonly restedMs?: number;
  readonly waits?: readonly Wait[];
  readonly weather?: Disturbances;
  readonly timeline?: Timeline;
  /** Replaces `timeline` if shards were merged. */
  readonly shardTimelines?: readonly ShardTimeline[];
  /** Mistakes of the operator, a sentence each: setting, observation, and remedy. */
  readonly mistakes?: readonly string[];
  readonly operations?: readonly ReportedOperation[];
  /** Requests that the run varies, with their answers; absent if all were answered as required. */
  readonly probes?: readonly ProbeRow[];
  /** The number of resources that the server keeps, as concluded from the disappearance of the oldest resources. */
  readonly keeps?: number;
  /** How long the server keeps a resource, in milliseconds, concluded from missing older resources. */
  readonly keepsForMs?: number;
  /** The number of resources beyond which creates were refused, if too small for two concurrent checks. */
  readonly roomFor?: number;
  readonly isOfMock?: true;
}

/** A setting in force; for secrets, only whether they were given. */
interface SettingInForce {
  readonly name: string;
  readonly value: string;
  readonly source: string;
}

/** The input of a report. */
export interface ReportInput {
  readonly suite: {
    readonly name: string;
    readonly version: string;
    /** The digest of the judging code, or `unreleased`; reports of earlier releases have none. */
    readonly judge?: string;
    readonly contract: { readonly title: string; readonly sha256: string };
  };
  readonly target: {
    readonly baseUrl: string;
    readonly projectKey: string;
    readonly embedded: boolean;
    /** A mock of the suite was under test, as its answers say; so the run is a rehearsal. */
    readonly mock?: true;
    readonly implementation?: Readonly<Record<string, string>>;
    readonly profileSha256?: string;
    /** The profile in force, with sample values as far as evidence is kept. */
    readonly profile?: Readonly<Record<string, unknown>>;
  };
  /** The declarations of the vendor: advice leaves out members that exist. */
  readonly profile?: Profile;
  readonly settings: {
    readonly depth: string;
    readonly seed: Seed;
    readonly concurrency: number;
    readonly without: readonly string[];
    /** Names of the header fields that the operator adds to each request: no verdict covers requests without them. */
    readonly headers?: readonly string[];
    /** The supplied tokens, by the settings that they come from. */
    readonly tokens?: readonly string[];
    readonly allowIncomplete: boolean;
    /** The run may not write. `gate`: it exits with 0 if each clause that reads can decide passes. */
    readonly readOnly?: { readonly gate: boolean };
    /** Writes that were consented to, whose effect the contract does not show. */
    readonly consent?: readonly string[];
    readonly inForce?: readonly SettingInForce[];
  };
  readonly run: {
    readonly id: string;
    /** ISO 8601. */
    readonly startedAt: string;
    readonly durationMs: number;
    readonly node: string;
    readonly shards: number;
  };
  readonly register: readonly RegisterEntry[];
  /** The joined judgement of each clause that was judged. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  /** All evidence besides the checks of clauses. */
  readonly evidence: readonly StatedEvidence[];
  /** The judgement of each gathered piece of evidence, by name. */
  readonly gathered: ReadonlyMap<string, Judgement>;
  /** Ids of clauses and names of evidence that were to be judged; a filtered run leaves some out. */
  readonly selected: ReadonlySet<string>;
  /** Absent if the run ended before it could hand the record over. */
  readonly record: RunRecord | undefined;
  /** The suite's own errors, outside of any clause. */
  readonly harnessErrors: readonly string[];
  /** An earlier report: the run then fails only for clauses that got worse since. */
  readonly against?: ComparedReport;
  readonly waivers?: readonly Waiver[];
}

/** How many clauses of a level ended with each verdict. */
export type Counts = Readonly<Record<'total' | ClauseVerdict, number>>;

/** One clause in the report. */
export interface ReportedClause
  extends
    Pick<RegisterEntry, 'id' | 'section' | 'level' | 'statement' | 'sends' | 'field' | 'rows' | 'blocks'>,
    Pick<Judgement, 'verdict' | 'premise' | 'checks' | 'suspect' | 'findings' | 'observed'> {
  /** Likely causes in the implementation, as questions; only if the clause was violated. */
  readonly causes?: readonly string[];
  readonly reason?: Omit<Reason, 'code'> & {
    readonly code: string;
    readonly asks?: Asked;
  };
  readonly limits: readonly string[];
  /** The reason of the check, if it gave one; absent once a kept declaration shows that the choice is intended. */
  readonly suspicion?: Suspicion;
  /** `file:line` of the statement; empty if it is not known. */
  readonly source: string;
  /** Findings of the clause beyond those shown; absent if there are none. */
  readonly furtherFindings?: number;
}

/** The parts of a report that a comparison needs; other versions have them too. */
export type ComparedReport = Pick<Report, 'target' | 'run' | 'clauses'> & {
  readonly suite: Pick<Report['suite'], 'version'> & Partial<Report['suite']>;
} & Partial<Pick<Report, 'scope'>>;

/** Changes since an earlier report; ids of clauses. */
export interface Comparison {
  /** Id of the earlier run. */
  readonly run: string;
  readonly startedAt: string;
  /** Differences other than the implementation, in words. */
  readonly differs: readonly string[];
  readonly newlyFailing: readonly string[];
  readonly newlyUndecided: readonly string[];
  /** MUST clauses that are gone, or left out now. */
  readonly vanished: readonly string[];
  readonly fixed: readonly string[];
  readonly newlyDecided: readonly string[];
}

/** One piece of evidence in the report, from generated cases or a further look; its findings are with its clause. */
export interface ReportedEvidence extends Pick<StatedEvidence, 'clause' | 'name' | 'minimum' | 'draws'> {
  readonly verdict: ClauseVerdict;
  readonly reason?: NonNullable<ReportedClause['reason']>;
  readonly premise: number;
  /** Drawn cases, or parts of cases that were tried alone; the tries of a further look. */
  readonly drawn: number;
  readonly held: number;
  readonly checks: number;
}

/** `conformance.json`. */
export interface Report {
  readonly schemaVersion: 1;
  readonly suite: ReportInput['suite'];
  readonly target: ReportInput['target'];
  readonly run: ReportInput['run'] &
    Pick<ReportInput['settings'], 'depth' | 'seed' | 'concurrency'> &
    Omit<
      RunRecord,
      'aborted' | 'leftovers' | 'neverSeen' | 'restedMs' | 'mistakes' | 'operations' | 'probes' | 'isOfMock'
    > & {
      /** The reason why the run could not go on; the first of `reasons` states it in words. */
      readonly aborted?: Abort['cause'];
    };
  readonly verdict: Verdict;
  readonly scope: Pick<ReportInput['settings'], 'without' | 'headers' | 'tokens' | 'consent'> & {
    readonly restedMs?: number;
    readonly neverSeen: readonly string[];
    readonly suspects: number;
    readonly readings?: readonly string[];
    /** Members that records are sent without, as the vendor declares (4.9, 4.13). */
    readonly recordsOmit?: readonly string[];
    readonly readOnly?: ReadOnlyScope;
  };
  readonly settings?: readonly SettingInForce[];
  readonly reasons: readonly string[];
  readonly grounds?: readonly Ground[];
  readonly counts: Readonly<Record<'must' | 'should' | 'open' | 'declared', Counts>>;
  readonly clauses: readonly ReportedClause[];
  /** The mistakes, the gravest first; absent if there are none, and in reports of earlier versions. */
  readonly causes?: readonly Cause[];
  readonly evidence: readonly ReportedEvidence[];
  readonly leftovers: readonly Leftover[];
  readonly operations?: readonly ReportedOperation[];
  readonly against?: Comparison;
  readonly waivers?: readonly ReportedWaiver[];
}
