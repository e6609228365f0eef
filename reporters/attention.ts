import { byWeight } from '../clause/blocks/weight.ts';
import type { Report, ReportedClause, ReportedEvidence } from '../clause/report.ts';
import { isToFillIn, mergedMembers, namesOf, type Asked, type Members } from '../clause/supplied-members.ts';
import { isBlank } from './headline.ts';
import { isMissing, requestsOf } from './operations/operation-rows.ts';
import { isBeyondReads } from './read-only/read-only-lines.ts';
import { preventsConformant } from '../clause/verdict.ts';
import { shortEvidence } from './text/short-evidence.ts';
import { commandLine } from './commands/command-line.ts';
import { limitFor, place, withoutSetting } from './advice/limit-for.ts';
import { coreSections } from '../contract/traits.ts';

/** Clauses that are in the way for one reason, and what the operator can do about it. */
export interface OpenReason {
  readonly code: string;
  /** One line that supplies what is missing. */
  readonly supply?: string;
  /** The same as data. */
  readonly asks?: Asked;
  /** In its place, what no setting answers: what only the operator can say, or what is to be written. */
  readonly question?: string;
  /** What the operator is asked; absent if something is to be written. */
  readonly asked?: string;
  /** Sections of which no operation is there. */
  readonly missing?: readonly string[];
  /** Settings without which the answer settles nothing, as lines. */
  readonly besides?: readonly string[];
  readonly clauses: readonly ReportedClause[];
}

/** One thing to do, and the clauses that it settles. */
export interface NextStep {
  /** A setting to paste, or a command; empty if only the profile that is in force is to be amended. */
  readonly line: string;
  /** Members to add to the profile, as one JSON object. */
  readonly profile?: Members;
  readonly clauses: readonly ReportedClause[];
  /** Nothing can be supplied: the command shows what the clauses wait for. */
  readonly isLook?: true;
  /** What came in between passes: the command is another run. */
  readonly isAnotherRun?: true;
  /** The line asks what was not observed, and is nothing to paste. */
  readonly isQuestion?: true;
}

/** Limits of scope that could be stated, and what that comes to. */
export interface StatedLimits {
  /** Absent if each of the limits would leave out clauses that pass. */
  readonly line?: string;
  /** Clauses that the line leaves out. */
  readonly clauses: number;
  /** Further limits, with the number of clauses that they would settle and of those that pass and would be lost. */
  readonly costly: readonly { readonly limit: string; readonly settles: number; readonly passing: number }[];
}

/** What of a report needs somebody's attention, in document order; what is broken by its weight, `open` by its width. */
export interface Attention {
  readonly failed: readonly ReportedClause[];
  /** What fails for lack of an operation, in sections of which none is there: the table of operations says it. */
  readonly absent: readonly ReportedClause[];
  readonly contradicted: readonly ReportedClause[];
  readonly errors: readonly ReportedClause[];
  readonly warned: readonly ReportedClause[];
  readonly open: readonly OpenReason[];
  /** What a run that only reads cannot decide, likewise. */
  readonly beyond: readonly OpenReason[];
  readonly suspects: readonly ReportedClause[];
  /** Generated evidence that reached less than it was meant to, the clauses decided or not. */
  readonly short: readonly ReportedEvidence[];
  /** Evidence that draws no cases, likewise. */
  readonly looks: readonly ReportedEvidence[];
  /** The three steps that settle most clauses. */
  readonly next: readonly NextStep[];
  readonly limits: StatedLimits | undefined;
}

/** Sorts the clauses of a report by what they ask of a reader. */
export function attention(report: Report): Attention {
  const { clauses, verdict } = report;
  const isThere = ({ section }: ReportedClause): boolean => !isMissing(report, section);
  const violated = byWeight(clauses.filter((clause) => clause.verdict === 'fail'));
  const failed = violated.filter(({ level }) => level !== 'DECLARED');
  const isOpen = !isBlank(report);
  const short = isOpen ? shortEvidence(report) : [];
  const blocking = clauses.filter(
    (clause) =>
      isOpen &&
      preventsConformant(clause) &&
      clause.verdict !== 'fail' &&
      clause.verdict !== 'error' &&
      clause.reason?.code !== 'not-selected',
  );
  const open = openReasons(
    blocking.filter((clause) => !isBeyondReads(report, clause)),
    report,
  );
  const beyond = openReasons(
    blocking.filter((clause) => isBeyondReads(report, clause)),
    report,
  );
  return {
    failed: failed.filter(isThere),
    absent: failed.filter((clause) => !isThere(clause)),
    contradicted: violated.filter(({ level }) => level === 'DECLARED'),
    errors: clauses.filter((clause) => clause.verdict === 'error'),
    warned: clauses.filter((clause) => clause.verdict === 'warn'),
    open,
    beyond,
    suspects: clauses.filter((clause) => clause.suspect && isThere(clause)),
    short: short.filter(({ draws }) => draws !== false),
    looks: short.filter(({ draws }) => draws === false),
    next: verdict === 'INCOMPLETE' ? nextSteps([...open, ...beyond], report) : [],
    limits: statedLimits(blocking, report),
  };
}

/** The writes that are asked to be consented to. */
export function consentsIn(asks: Asked | undefined): readonly string[] {
  return asks?.settings?.['CONFORMANCE_CONSENT']?.split(',') ?? [];
}

function consentLine(names: readonly string[]): string {
  return `CONFORMANCE_CONSENT=${[...new Set(names)].join(',')}`;
}

/** The line without the limit that could be stated in its place: limits are stated together. */
function supplyOf(asks: Asked, { scope }: Report): string {
  const consents = consentsIn(asks);
  // Anyone who pastes it replaces what was consented to before.
  if (consents.length > 0) return consentLine([...(scope.consent ?? []), ...consents]);
  if (asks.inProfile !== true) return asks.line;
  const [members = '', ...settings] = asks.line.split(/ and (?=CONFORMANCE_)/);
  // A member is of the profile; who has none yet cannot know.
  return [`${members} in the profile`, ...settings].join(', and ');
}

function limitLine(names: readonly string[]): string {
  return `${withoutSetting}=${inOrder(names).join(',')}`;
}

function inOrder(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted((a, b) => place(a) - place(b));
}

function openReasons(blocking: readonly ReportedClause[], report: Report): readonly OpenReason[] {
  const found = new Map<string, OpenReason>();
  // None of their operations is there.
  const absent = inOrder(blocking.map(({ section }) => section).filter((one) => isMissing(report, one)));
  const toWrite = absent.filter(isCore);
  const missing = inOrder([
    ...blocking.flatMap(({ reason }) => reason?.asks?.settings?.[withoutSetting] ?? []),
    ...absent.filter((section) => !isCore(section)),
  ]);
  const leftOut = { supply: limitLine([...report.scope.without, ...missing]), missing };
  const written = { question: `write ${requestsOf(report, toWrite)}`, missing: toWrite };
  for (const clause of blocking) {
    const { reason, section } = clause;
    const asks = reason?.asks;
    const isLeftOut = asks?.settings?.[withoutSetting] !== undefined || missing.includes(section);
    const how: Partial<OpenReason> = toWrite.includes(section)
      ? written
      : isLeftOut
        ? leftOut
        : answeredBy(asks, asks && supplyOf(asks, report));
    const code = reason?.code ?? clause.verdict;
    // Each doubt has answers of its own.
    const key =
      how.question ?? how.supply ?? (reason?.readings === undefined ? code : `${clause.id} ${code}`);
    const before = found.get(key)?.clauses ?? [];
    found.set(key, { code, ...how, clauses: [...before, clause] });
  }
  return [...found.values()].toSorted((a, b) => b.clauses.length - a.clauses.length);
}

function isCore(section: string): boolean {
  return coreSections.some((core) => core === section);
}

/** What was not observed is requested, in the form of its answer. */
function answeredBy(asks: Asked | undefined, supply: string | undefined): Partial<OpenReason> {
  if (asks === undefined || supply === undefined) return {};
  const { profile } = asks;
  if (profile === undefined || !isToFillIn(profile)) return { supply, asks };
  const asked = namesOf(profile);
  const besides = Object.entries(asks.settings ?? {}).map(([name, value]) => `${name}=${value}`);
  return { question: `what is ${asked}? state it as ${supply}`, asked, besides };
}

/** For who has no profile yet. */
const newProfile = 'CONFORMANCE_PROFILE=conformance.profile.json';
const mostSteps = 3;

function nextSteps(
  open: readonly OpenReason[],
  { clauses: all, target, scope }: Report,
): readonly NextStep[] {
  const amended = target.profileSha256 === undefined ? newProfile : '';
  // A read-only run is one by choice.
  const supplied = open.filter(
    ({ asks, missing }) => missing === undefined && asks?.settings?.['CONFORMANCE_READ_ONLY'] === undefined,
  );
  const consents = supplied.filter(({ asks }) => consentsIn(asks).length > 0);
  const members = supplied.filter(({ asks }) => asks?.profile !== undefined);
  const steps = [
    ...together(consents, {
      line: consentLine([...(scope.consent ?? []), ...consents.flatMap(({ asks }) => consentsIn(asks))]),
    }),
    ...together(members, {
      line: amended,
      profile: members.reduce((all: Members, { asks }) => mergedMembers(all, asks?.profile ?? {}), {}),
    }),
    ...supplied.flatMap((one) =>
      one.supply === undefined || consents.includes(one) || members.includes(one)
        ? []
        : [{ line: one.supply, clauses: one.clauses }],
    ),
    ...asked(open),
    ...open.flatMap(({ question, asked: about, clauses }) =>
      question === undefined || about !== undefined
        ? []
        : [{ line: question, clauses, isQuestion: true as const }],
    ),
  ].toSorted((a, b) => b.clauses.length - a.clauses.length);
  const looks = open
    .filter(({ supply, question }) => supply === undefined && question === undefined)
    .map(({ clauses }) => lookAt(clauses, all));
  return [...steps, ...looks].slice(0, mostSteps);
}

/** All that only the operator can say, in one step. */
function asked(open: readonly OpenReason[]): readonly NextStep[] {
  const questions = open.filter((one) => one.asked !== undefined);
  const [first, ...others] = questions;
  if (first?.question === undefined) return [];
  const names = questions.map(({ asked = '' }) => asked);
  const alsoGiven = new Set(questions.flatMap(({ besides = [] }) => besides));
  const line =
    others.length === 0
      ? first.question
      : [
          `what are ${names.join(', ')}? state them in the profile, in the form shown above`,
          ...alsoGiven,
        ].join(', and ');
  return [{ line, clauses: questions.flatMap(({ clauses }) => clauses), isQuestion: true }];
}

/** Of two lines of one setting only one would count, and a profile is one file: they are in one step. */
function together(
  reasons: readonly OpenReason[],
  step: Pick<NextStep, 'line' | 'profile'>,
): readonly NextStep[] {
  return reasons.length === 0 ? [] : [{ ...step, clauses: reasons.flatMap(({ clauses }) => clauses) }];
}

/** Reasons that are of one run: what came in between, or was seen once and not again. */
const passing: readonly (string | undefined)[] = ['noise', 'flaky', 'foreign-writes'];

/**
 * Where nothing can be supplied: another run, at a quieter time, or what keeps the first clause waiting, or the clause
 * that it waits for.
 */
function lookAt(clauses: readonly ReportedClause[], all: readonly ReportedClause[]): NextStep {
  const [first] = clauses;
  if (passing.includes(first?.reason?.code))
    return { line: commandLine('run'), clauses, isLook: true, isAnotherRun: true };
  const waits = first?.reason?.claims?.find(({ kind }) => kind === 'waits-for');
  const awaited = all.find(({ id }) => waits?.kind === 'waits-for' && waits.clause === id);
  return { line: commandLine('replay', (awaited ?? first)?.id ?? ''), clauses, isLook: true };
}

/** The limits that say what is missing, without those at which clauses that pass would be lost. */
function statedLimits(
  blocking: readonly ReportedClause[],
  { clauses, scope }: Report,
): StatedLimits | undefined {
  const settled = new Map<string, number>();
  for (const clause of blocking) {
    const limit = limitFor(clause);
    if (limit !== undefined) settled.set(limit, (settled.get(limit) ?? 0) + 1);
  }
  if (settled.size === 0) return undefined;
  const passing = (limit: string): number =>
    clauses.filter(
      ({ level, verdict, limits }) => level === 'MUST' && verdict === 'pass' && limits.includes(limit),
    ).length;
  const found = [...settled].map(([limit, settles]) => ({ limit, settles, passing: passing(limit) }));
  const free = found.filter((one) => one.passing === 0);
  return {
    ...(free.length === 0 ? {} : { line: limitLine([...scope.without, ...free.map(({ limit }) => limit)]) }),
    clauses: free.reduce((sum, { settles }) => sum + settles, 0),
    costly: found.filter((one) => one.passing > 0).toSorted((a, b) => place(a.limit) - place(b.limit)),
  };
}
