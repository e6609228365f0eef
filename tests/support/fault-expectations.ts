import { plan } from '../../config/plan.ts';
import { sectionOf } from '../../config/register/register.ts';
import { rehearse, type Rehearsal, type Rehearsed } from '../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';
import { partOf, type Fault } from '../../faults/fault.ts';
import { depths } from '../../run/options.ts';
import { hashText } from '../../run/random.ts';
import { followsFrom } from './also-follows.ts';
import { clausesOf } from './selected-clauses.ts';

/** Parts whose rules hold at all endpoints, so that each fault is looked at beside them. */
const shared = ['General', 'Resources', 'Authentication', 'Errors', 'Versioning'];

/** Whether a clause may be broken by the fault. */
export function isAdmissible(fault: Fault, clause: string): boolean {
  const part = clause.startsWith('declared/')
    ? sectionOf(clause.slice(9))
    : clause.slice(0, clause.indexOf('/'));
  if (part === partOf(fault) || clause === fault.breaks) return true;
  return fault.alsoBreaks?.clauses.test(clause) === true || followsFrom(fault, clause);
}

/** The faults of some sections that have to make a run fail, by what their tests are called. */
export function failingFaults(isOf: (section: string) => boolean): readonly (readonly [string, Fault])[] {
  return faults
    .filter((fault) => fault.breaks !== undefined && isOf(partOf(fault)))
    .map((fault) => [`${fault.name} breaks ${fault.breaks}`, fault]);
}

/**
 * Rehearses a fault on the clause that it breaks alone; where that does not fail, since others show it, as
 * {@link rehearseFault} does.
 */
export async function rehearseFaultOnItsClause(fault: Fault): Promise<Rehearsed> {
  const { breaks = '' } = fault;
  const alone = await rehearseFaultOn(fault, () => false, { selected: clausesOf(() => false, [breaks]) });
  return alone.judgements.get(breaks)?.verdict === 'fail' ? alone : await rehearseFault(fault);
}

/**
 * Rehearses a fault on its own section and on whatever else it is known to break; where nothing there shows it, since
 * it shows in what others do, as widely as {@link rehearseFaultWidely}.
 */
export async function rehearseFault(fault: Fault): Promise<Rehearsed> {
  const rehearsed = await rehearseFaultOn(fault, () => false);
  const isSeen = rehearsed.judgements.get(fault.breaks ?? '')?.verdict === 'fail';
  return isSeen ? rehearsed : await rehearseFaultWidely(fault);
}

/**
 * Rehearses a fault on the shared parts as well, and on a sixth of the others, which is another one for each fault: to
 * see what else is blamed for it.
 */
export function rehearseFaultWidely(fault: Fault, more: Partial<Rehearsal> = {}): Promise<Rehearsed> {
  const isDrawn = (part: string): boolean => hashText(`${fault.name} ${part}`) % 6 === 0;
  return rehearseFaultOn(fault, (part) => shared.includes(part) || isDrawn(part), more);
}

/** Rehearses a fault on its own section and further parts of the contract. */
export function rehearseFaultOn(
  fault: Fault,
  isChosen: (part: string) => boolean,
  more: Partial<Rehearsal> = {},
): Promise<Rehearsed> {
  return rehearse({
    plan,
    faults: [fault.name],
    profile: referenceProfile,
    selected: clausesBrokenBy(fault, isChosen),
    ...(fault.depth && { depth: depths[fault.depth] }),
    ...more,
  });
}

/** The clauses of its section and of further ones, those that it is known to break, and those with which it does harm. */
function clausesBrokenBy(fault: Fault, isChosen: (part: string) => boolean): ReadonlySet<string> {
  const also = fault.alsoBreaks?.clauses;
  const about = partOf(fault);
  const others = plan.sections.filter(({ clauses }) => clauses.some(({ id }) => also?.test(id) === true));
  return clausesOf(
    (part) => part === about || isChosen(part) || others.some((other) => other.part === part),
    [
      ...[fault.breaks, fault.warns].filter((id) => id !== undefined),
      // Content that is drawn at random is created.
      ...(about === 'Resources' && fault.needs?.includes('generated') === true
        ? ['4.6/answers-with-a-resource']
        : []),
    ],
  );
}

/** What is wrong with how a rehearsal judged a fault that has to fail; empty if nothing is. */
export function misjudged(
  fault: Fault,
  { judgements, statement }: Pick<Rehearsed, 'judgements' | 'statement'>,
): readonly string[] {
  const that = (verdict: string): readonly string[] =>
    [...judgements].flatMap(([id, judgement]) => (judgement.verdict === verdict ? [id] : []));
  const failed = that('fail');
  const { breaks: named } = fault;
  const isSeen = statement.verdict === 'NON-CONFORMANT';
  if (fault.unseenBecause !== undefined) return isSeen ? ['it is seen by now'] : [];
  return [
    ...(isSeen ? [] : [`the verdict is ${statement.verdict}`]),
    ...(named === undefined || failed.includes(named)
      ? []
      : [
          `${named} ends with ${judgements.get(named)?.verdict ?? 'no verdict'}; ${failed.length === 0 ? 'no clause fails' : `${failed.join(', ')} fail`}`,
        ]),
    ...failed.filter((id) => !isAdmissible(fault, id)).map((id) => `${id} has nothing to do with it`),
    ...that('error').map((id) => `${id}: ${judgements.get(id)?.reason?.text ?? ''}`),
  ];
}

/**
 * What is wrong with how a rehearsal judged something that no clause forbids: it must not fail, and the run has to show it
 * as the fault says. Looks at its own part, and at the whole plan where that part does not show it.
 */
export async function misjudgedUnforbidden(fault: Fault): Promise<readonly string[]> {
  const own = await rehearseFaultOn(fault, () => false);
  const rehearsed = isShown(fault, own) ? own : await rehearseFaultOn(fault, () => true);
  const blamed = [...rehearsed.judgements].filter(([, { verdict }]) => ['fail', 'error'].includes(verdict));
  return [
    ...blamed.map(([id, { verdict }]) => `${id} ends with ${verdict}`),
    ...(isShown(fault, rehearsed) ? [] : [`no run shows it as ${fault.expect}`]),
  ];
}

/** Whether a run shows what it has to show of a fault that no clause forbids. */
function isShown({ expect: wanted, warns = '' }: Fault, { judgements, statement }: Rehearsed): boolean {
  if (wanted === 'suspect') return [...judgements.values()].some(({ suspect }) => suspect);
  if (wanted === 'warn') return judgements.get(warns)?.verdict === 'warn';
  return statement.verdict === 'INCOMPLETE';
}
