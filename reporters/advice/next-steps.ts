import type { Report, ReportedClause } from '../../clause/report.ts';
import { mergedMembers, type Members } from '../../clause/supplied-members.ts';
import { commandLine } from '../commands/command-line.ts';
import { consentLine, consentsIn, type OpenReason } from './open-reasons.ts';

/** One action, and the clauses that it settles. */
export interface NextStep {
  /** A setting to paste, or a command; empty if only the current profile has to be amended. */
  readonly line: string;
  readonly profile?: Members;
  readonly clauses: readonly ReportedClause[];
  /** The cause is temporary: the command is another run. */
  readonly isAnotherRun?: true;
  /** No means decides the clauses: the line states why, and cannot be pasted. */
  readonly isUndecidable?: true;
  /** The line needs a value that was not observed, and cannot be pasted. */
  readonly isQuestion?: true;
}

/** The setting for a user without a profile. */
const newProfile = 'CONFORMANCE_PROFILE=conformance.profile.json';
const mostSteps = 3;

/** At most three steps, which settle the most clauses. */
export function nextSteps(open: readonly OpenReason[], { target, scope }: Report): readonly NextStep[] {
  const amended = target.profileSha256 === undefined ? newProfile : '';
  // A read-only run is the operator's choice.
  const supplied = open.filter(
    ({ asks, missing }) => missing === undefined && asks?.settings?.['CONFORMANCE_READ_ONLY'] === undefined,
  );
  const consents = supplied.filter(({ asks }) => consentsIn(asks).length > 0);
  const members = supplied.filter(({ asks }) => asks?.profile !== undefined);
  const tokens = supplied.filter((one) => !members.includes(one) && asksForTokens(one));
  const steps = [
    ...together(consents, {
      line: consentLine([...(scope.consent ?? []), ...consents.flatMap(({ asks }) => consentsIn(asks))]),
    }),
    ...together(members, {
      line: amended,
      profile: members.reduce((all: Members, { asks }) => mergedMembers(all, asks?.profile ?? {}), {}),
    }),
    ...together(tokens, { line: tokens.map(({ supply }) => supply).join(' and ') }),
    ...supplied
      .filter((one) => ![...consents, ...members, ...tokens].includes(one))
      .flatMap(({ supply, clauses }) => (supply === undefined ? [] : [{ line: supply, clauses }])),
    ...asked(open),
    ...open
      .filter((one) => one.asked === undefined)
      .flatMap(({ question: line, clauses }): readonly NextStep[] =>
        line === undefined ? [] : [{ line, clauses, isQuestion: true }],
      ),
  ].toSorted((a, b) => b.clauses.length - a.clauses.length);
  const looks = open
    .filter(({ supply, question }) => supply === undefined && question === undefined)
    .map(({ clauses }) => withoutSupply(clauses));
  return [...steps, ...looks].slice(0, mostSteps);
}

/** Its settings are tokens, and perhaps the key of their project. */
function asksForTokens({ asks }: OpenReason): boolean {
  const names = Object.keys(asks?.settings ?? {});
  const others = names.filter((name) => !name.startsWith('CONFORMANCE_TOKEN'));
  return others.length < names.length && others.every((name) => name === 'CONFORMANCE_OTHER_PROJECT_KEY');
}

/** The settings of a step, one a line of `.env`. */
export function settingsOf({ line }: Pick<NextStep, 'line'>): readonly string[] {
  return line.split(/ and (?=CONFORMANCE_)/);
}

/** All facts that only the operator knows, combined in one step. */
function asked(open: readonly OpenReason[]): readonly NextStep[] {
  const questions = open.filter((one) => one.asked !== undefined);
  const [first, ...others] = questions;
  if (first?.question === undefined) return [];
  const names = questions.map(({ asked = '' }) => asked).join(', ');
  const alsoGiven = new Set(questions.flatMap(({ besides = [] }) => besides));
  const all = `what are ${names}? state them in the profile, in the form shown above`;
  const line = others.length === 0 ? first.question : [all, ...alsoGiven].join(', and ');
  return [{ line, clauses: questions.flatMap(({ clauses }) => clauses), isQuestion: true }];
}

/** One step for all, because of two lines with one setting only one would count, and a profile is one file. */
function together(
  reasons: readonly OpenReason[],
  step: Pick<NextStep, 'line' | 'profile'>,
): readonly NextStep[] {
  return reasons.length === 0 ? [] : [{ ...step, clauses: reasons.flatMap(({ clauses }) => clauses) }];
}

/** Reasons that only this run had: temporary causes, or a deviation that did not recur. */
const passing: readonly (string | undefined)[] = ['noise', 'flaky', 'foreign-writes'];

/** If there is nothing to supply: another run, both readings if a declaration decides, or why nothing decides. */
function withoutSupply(clauses: readonly ReportedClause[]): NextStep {
  const [first] = clauses;
  if (passing.includes(first?.reason?.code)) return { line: commandLine('run'), clauses, isAnotherRun: true };
  const { readings: [against, by] = [] } = first?.reason ?? {};
  if (against !== undefined && by !== undefined && /\bdeclare\b/.test(by))
    return { line: `decide which is true: ${against}; or ${by}`, clauses, isQuestion: true };
  const why = first?.reason?.text.split('\n', 1)[0] ?? 'it has no verdict';
  return { line: `no setting decides ${first?.id ?? ''}: ${why}`, clauses, isUndecidable: true };
}
