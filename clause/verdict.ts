import type { ClauseVerdict, Level } from './judgement.ts';
import type { Reason, ReasonCode } from './sample.ts';

/** The three words a run can end with. */
export type Verdict = 'CONFORMANT' | 'NON-CONFORMANT' | 'INCOMPLETE';

/** Whether a clause must be decided (`always`), or only if its premise occurred (`when-seen`). */
export type Blocks = 'always' | 'when-seen';

/** The facts about one clause that the verdict needs. */
export interface JudgedClause {
  readonly id: string;
  readonly level: Level;
  readonly blocks: Blocks;
  readonly verdict: ClauseVerdict;
  readonly reason?: Pick<Reason, 'text'> & { readonly code: string };
}

/** Why a run could not go on. */
export interface Abort {
  readonly cause: 'unreachable' | 'configuration' | 'harness';
  readonly text: string;
}

/** The deviating answers at the operation with the most of them. */
export interface Trouble {
  readonly text: string;
  /** At least half of all requests got such an answer: no other reason explains as much. */
  readonly isMost: boolean;
}

/** The facts about the run that the verdict needs, besides the clauses. */
export interface RunEnd {
  readonly selected: { readonly count: number; readonly of: number };
  readonly evidence: { readonly count: number; readonly of: number };
  readonly interrupted: boolean;
  readonly stoppedAfter?: number;
  readonly stoppedAfterSeconds?: number;
  readonly aborted?: Abort;
  /** Mistakes of the operator: after a mistake, the run has no final verdict, and a fail has another cause. */
  readonly mistakes?: readonly string[];
  /** Events that violate nothing, a sentence each: they explain undecided clauses. */
  readonly events?: readonly string[];
  /** The most frequent deviating answers, if clauses are undecided because of them. */
  readonly trouble?: Trouble;
  readonly readOnly?: string;
  readonly harnessErrors: readonly string[];
}

/** The subject of a reason for the verdict: a clause, or something about the run. */
export type Ground =
  | { readonly kind: 'clause'; readonly clause: string }
  | {
      readonly kind:
        | 'aborted'
        | 'mistake'
        | 'suite-error'
        | 'interrupted'
        | 'selection'
        | 'read-only'
        | 'event'
        | 'nothing-tested'
        | 'suggestion';
    };

/** The verdict of a run, and why it is not CONFORMANT. */
export interface StatedVerdict {
  readonly verdict: Verdict;
  /** The most important reason first; empty only if CONFORMANT. */
  readonly reasons: readonly string[];
  readonly grounds: readonly Ground[];
}

/**
 * How much was selected; undefined if all was. Evidence is named separately: a clause passes without generated cases.
 */
export function selection({ selected, evidence }: Pick<RunEnd, 'selected' | 'evidence'>): string | undefined {
  if (selected.count >= selected.of && evidence.count >= evidence.of) return undefined;
  const clauses = `selected ${selected.count} of ${selected.of} clauses`;
  return evidence.count >= evidence.of
    ? clauses
    : `${clauses} and ${evidence.count} of ${evidence.of} pieces of evidence`;
}

const settled: readonly ClauseVerdict[] = ['pass', 'not-applicable'];

/** The codes of reasons for which the run sent no requests, so that the answers are unknown. */
const unlooked: readonly (ReasonCode | undefined)[] = [
  'budget',
  'stopped',
  'not-selected',
  'unreachable',
  'read-only',
  'consent-missing',
  'method-undeclared',
  'no-token',
  'no-second-project',
  'no-minted-token',
  'no-id-source',
  'no-key',
];

/** Whether the premise was optional, and did not occur although the run looked for it. */
export function wasNeverSeen({ blocks, verdict, reason }: Omit<JudgedClause, 'id'>): boolean {
  return (
    blocks === 'when-seen' &&
    verdict === 'not-tested' &&
    !unlooked.includes(reason?.code as ReasonCode | undefined)
  );
}

/** Whether the clause prevents CONFORMANT; SHOULD and OPEN clauses never do. */
export function preventsConformant(clause: Omit<JudgedClause, 'id'>): boolean {
  return isDemanded(clause) && !settled.includes(clause.verdict) && !wasNeverSeen(clause);
}

/** Whether the contract or a declaration determines the clause. */
export function isDemanded({ level }: Pick<JudgedClause, 'level'>): boolean {
  return level === 'MUST' || level === 'DECLARED';
}

function inOneLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

type Because = readonly [text: string, ground: Ground];

function because(kind: Exclude<Ground['kind'], 'clause'>, texts: readonly (string | undefined)[]): Because[] {
  return texts.flatMap((text) => (text === undefined ? [] : [[text, { kind }]]));
}

function becauseOf({ id, level, verdict, reason }: JudgedClause): Because {
  const why = (): string => {
    if (verdict === 'fail')
      return level === 'DECLARED' ? 'contradicts the declaration in the profile' : 'violated';
    if (verdict === 'error') return `suite error: ${inOneLine(reason?.text ?? 'unknown')}`;
    return `${verdict}${reason ? ` (${inOneLine(reason.text)})` : ''}`;
  };
  return [`${id}: ${why()}`, { kind: 'clause', clause: id }];
}

/** Groups clauses that wait for the same reason, the largest group first; each group keeps its order. */
function mostAlikeFirst(clauses: readonly JudgedClause[]): readonly JudgedClause[] {
  const alike = new Map<string, JudgedClause[]>();
  for (const clause of clauses) {
    const key = clause.reason === undefined ? clause.id : `${clause.reason.code} ${clause.reason.text}`;
    alike.set(key, [...(alike.get(key) ?? []), clause]);
  }
  return [...alike.values()].toSorted((a, b) => b.length - a.length).flat();
}

function interruption({ interrupted, stoppedAfter, stoppedAfterSeconds }: RunEnd): string | undefined {
  if (!interrupted) return undefined;
  if (stoppedAfterSeconds !== undefined)
    return `the run was stopped after ${stoppedAfterSeconds} s, the time limit (CONFORMANCE_MAX_SECONDS)`;
  if (stoppedAfter === undefined) return 'the run was interrupted';
  return `the run was stopped after ${stoppedAfter} failing clause${stoppedAfter === 1 ? '' : 's'}`;
}

/** The verdict over all clauses: a fail decides; else everything that blocks must have passed. */
export function stateVerdict(clauses: readonly JudgedClause[], end: RunEnd): StatedVerdict {
  const errors = clauses.filter(({ verdict }) => verdict === 'error');
  const failed = clauses.filter((clause) => clause.verdict === 'fail' && preventsConformant(clause));
  const undecided = clauses.filter(
    (clause) => clause.verdict !== 'fail' && clause.verdict !== 'error' && preventsConformant(clause),
  );
  // Clauses that a run of reads cannot decide matter least.
  const isBeyond = ({ reason }: JudgedClause): boolean =>
    end.readOnly !== undefined && reason?.code === 'read-only';
  const open = [
    ...mostAlikeFirst(undecided.filter((one) => !isBeyond(one))),
    ...mostAlikeFirst(undecided.filter(isBeyond)),
  ];
  const trouble = (isMost: boolean): Because[] =>
    open.length > 0 && end.trouble?.isMost === isMost ? because('event', [end.trouble.text]) : [];
  const abort = because('aborted', [end.aborted?.text]);
  const abortComesFirst = failed.length === 0 || (end.aborted?.cause ?? 'harness') !== 'harness';
  const found = [
    ...(abortComesFirst ? abort : []),
    ...trouble(true),
    ...because('mistake', end.mistakes ?? []),
    ...failed.map(becauseOf),
    ...(abortComesFirst ? [] : abort),
    ...because(
      'suite-error',
      end.harnessErrors.map((text) => `suite error: ${inOneLine(text)}`),
    ),
    ...errors.map(becauseOf),
    ...because('interrupted', [interruption(end)]),
    ...because('selection', [selection(end)]),
    ...because('read-only', [end.readOnly]),
    ...trouble(false),
    ...because('event', open.length > 0 ? (end.events ?? []) : []),
    ...open.map(becauseOf),
  ];
  const isTested = clauses.some(({ level, verdict }) => level === 'MUST' && verdict === 'pass');
  const told = found.length > 0 || isTested ? found : because('nothing-tested', ['nothing was tested']);
  return {
    verdict: failed.length > 0 ? 'NON-CONFORMANT' : told.length > 0 ? 'INCOMPLETE' : 'CONFORMANT',
    reasons: told.map(([text]) => text),
    grounds: told.map(([, ground]) => ground),
  };
}

/** How a process ends: 0 conforms, 1 does not, 2 configuration, 3 incomplete, 4 unreachable or an error of the suite's. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/**
 * The first that applies: configuration, unreachable, a fail, an error of the suite's own, an open verdict. A gate
 * against an earlier report ignores earlier problems: 1 for a new fail, 3 for a clause that is no longer known, else 0.
 * 0 if every fail is waived, but 3 while other clauses are open; a stale waiver is a mistake of configuration.
 * A gate on reads passes if everything that reads can decide passes.
 */
export function exitCode(
  verdict: Verdict,
  facts: {
    readonly aborted?: Abort['cause'];
    readonly harnessError: boolean;
    readonly allowIncomplete: boolean;
    readonly gate?: { readonly worse: 'failing' | 'unknown' | undefined };
    /** The waivers, if any: whether one is no longer needed, and the obstacles left if all fails are waived. */
    readonly waived?: {
      readonly isStale: boolean;
      readonly isEveryFail: boolean;
      readonly elseBlocks: boolean;
    };
    /** A gate on reads: no clause that reads can decide fails or is open. */
    readonly readsPass?: boolean;
  },
): ExitCode {
  if (facts.aborted === 'configuration') return 2;
  if (facts.waived?.isStale === true) return 2;
  if (facts.aborted === 'unreachable') return 4;
  if (verdict === 'NON-CONFORMANT' && facts.gate === undefined && facts.waived?.isEveryFail === true)
    return facts.waived.elseBlocks ? 3 : 0;
  if (verdict === 'NON-CONFORMANT' && (facts.gate === undefined || facts.gate.worse === 'failing')) return 1;
  if (facts.harnessError || facts.aborted === 'harness') return 4;
  if (facts.gate !== undefined) return facts.gate.worse === undefined || facts.allowIncomplete ? 0 : 3;
  if (verdict === 'INCOMPLETE') return facts.allowIncomplete || facts.readsPass === true ? 0 : 3;
  return 0;
}
