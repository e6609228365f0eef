import { readFileSync } from 'node:fs';
import { plan } from '../../config/plan.ts';
import { sectionOf } from '../../config/register/register.ts';
import { rehearse, type Rehearsal, type Rehearsed } from '../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../faults/catalogue.ts';
import type { Fault } from '../../faults/fault.ts';
import { depths } from '../../run/options.ts';
import { hashText } from '../../run/random.ts';
import { clausesOf } from './selected-clauses.ts';

/** The clause that each fault breaks: of its own section where one does. */
const clauseOf = JSON.parse(
  readFileSync(new URL('faults-and-clauses.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/** Parts whose rules hold at all endpoints, so that a fault of any section may break them as well. */
const shared = ['General', 'Resources', 'Authentication', 'Errors', 'Versioning'];

/** How rules that are stated for all endpoints are asked for at each of them. */
const askedAtEndpoints: Readonly<Record<string, RegExp>> = {
  Authentication: /refus|suffices/,
  Resources: /answers-with|keep-their-digits/,
  General: /answers-with/,
};

/** Clauses of other sections that a fault breaks too, and why that is right. */
const alsoBreaks: Readonly<Record<string, { readonly clauses: RegExp; readonly because: string }>> = {
  'reads-at-once-are-mixed-up': {
    clauses: /^4\.\d+\/(leaves-others-alone|\w+-the-named-resource|refused-delete-has-no-effect)$/,
    because: 'what writes have done to several resources is looked at by reads at once',
  },
  'uploads-stop-updates': {
    clauses: /^4\.15\/listed-types-are-accepted$/,
    because: 'only where a picture is uploaded does it do harm',
  },
  'content-beyond-ascii-not-found': {
    clauses: /^4\.6\/answers-with-a-resource$/,
    because: 'the content that cannot be read is created there',
  },
  'read-shows-another-resource': {
    clauses: /^4\.3\/names-the-resource-of-that-key$/,
    because: 'the agreement of id and key is asked of both reads, and one of them is wrong',
  },
  'complex-path-second-body-ill-typed': {
    clauses: /^4\.13\/answers-with-content-or-dates$/,
    because: 'the reference shows the content of both sections by the same code',
  },
  'complex-path-fourth-body-ill-typed': {
    clauses: /^4\.13\/answers-with-content-or-dates$/,
    because: 'the reference shows the content of both sections by the same code',
  },
};

/** Faults that a rehearsal at the usual depth cannot see, and what would. */
const beyondDepth: Readonly<Record<string, Partial<Rehearsal>>> = {
  // Versions come round after 256 moving updates of one resource.
  'version-wraps-at-255': { depth: depths.certify },
};

/** Faults that the run does not see yet, and why; a fault that is seen must not stand here. */
const unseen: Readonly<Record<string, string>> = {
  'sorted-query-compares-scopes-without-case':
    'tokens with scopes that resemble the right ones are divided among the lists, and the one in another case is not tried there',
};

/** Whether a clause may be broken by the fault. */
export function isAdmissible({ name, section }: Fault, clause: string): boolean {
  const part = clause.startsWith('declared/')
    ? sectionOf(clause.slice(9))
    : clause.slice(0, clause.indexOf('/'));
  if (part === section || shared.includes(part)) return true;
  if (alsoBreaks[name]?.clauses.test(clause) === true) return true;
  return askedAtEndpoints[section]?.test(clause.slice(clause.indexOf('/'))) === true;
}

/** The faults of some sections that have to make a run fail, by what their tests are called. */
export function failingFaults(isOf: (section: string) => boolean): readonly (readonly [string, Fault])[] {
  return faults
    .filter(({ expect, section }) => expect === 'fail' && isOf(section))
    .map((fault) => [`${fault.name} breaks ${clauseOf[fault.name] ?? fault.section}`, fault]);
}

/** Rehearses a fault on its own section and on whatever else it is known to break. */
export function rehearseFault(fault: Fault, more: Partial<Rehearsal> = {}): Promise<Rehearsed> {
  return rehearse({
    plan,
    faults: [fault.name],
    profile: referenceProfile,
    selected: clausesBrokenBy(fault, () => false),
    ...beyondDepth[fault.name],
    ...more,
  });
}

/**
 * Rehearses a fault on the shared parts as well, and on a sixth of the others, which is another one for each fault: to
 * see what else is blamed for it.
 */
export function rehearseFaultWidely(fault: Fault, more: Partial<Rehearsal> = {}): Promise<Rehearsed> {
  const selected = clausesBrokenBy(
    fault,
    (part) => shared.includes(part) || hashText(`${fault.name} ${part}`) % 6 === 0,
  );
  return rehearseFault(fault, { selected, ...more });
}

/** The clauses of its section and of further ones, those that it is known to break, and those with which it does harm. */
function clausesBrokenBy(fault: Fault, isChosen: (part: string) => boolean): ReadonlySet<string> {
  const also = alsoBreaks[fault.name]?.clauses;
  const named = clauseOf[fault.name];
  const others = plan.sections.filter(({ clauses }) => clauses.some(({ id }) => also?.test(id) === true));
  return clausesOf(
    (part) => part === fault.section || isChosen(part) || others.some((other) => other.part === part),
    [
      ...(named === undefined ? [] : [named]),
      // Content that is drawn at random is created.
      ...(fault.section === 'Resources' && fault.needs?.includes('generated') === true
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
  const named = clauseOf[fault.name];
  const isSeen = statement.verdict === 'NON-CONFORMANT';
  if (unseen[fault.name] !== undefined) return isSeen ? ['it is seen by now'] : [];
  return [
    ...(isSeen ? [] : [`the verdict is ${statement.verdict}`]),
    ...(named === undefined || failed.includes(named)
      ? []
      : [`${named} is not violated, but ${failed.join(', ')}`]),
    ...failed.filter((id) => !isAdmissible(fault, id)).map((id) => `${id} has nothing to do with it`),
    ...that('error').map((id) => `${id}: ${judgements.get(id)?.reason?.text ?? ''}`),
  ];
}
