import { meets, operationOf, type Condition, type Rule } from './rule.ts';
import type { ProbeName, ProbeRow } from './probe.ts';

/** States the meaning of rules for the implementation, and their evidence, in figures. */
export function named(rules: readonly Rule[]): { readonly id: string; readonly told: string } {
  const [first] = rules;
  const row = first?.rows[0];
  if (first === undefined || row === undefined) throw new RangeError('rules that cover nothing have no name');
  const words: Readonly<Record<ProbeName, () => Words>> = {
    versions: () => versions(first, row),
    access: () => access(rules),
    content: () => ({ operation: 'Resources', name: 'stores values of other types as they come' }),
  };
  const { operation, name } = words[row.probe]();
  return { id: `${operation}: ${name}`, told: byAnswer(rules).map(toldIn).join('; ') };
}

function byAnswer(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const answerOf = ({ rows: [row] }: Rule): string => `${row?.due} ${row?.came}`;
  return rules
    .map(answerOf)
    .filter(isFirst)
    .map((answer) => rules.filter((rule) => answerOf(rule) === answer));
}

function isFirst<T>(one: T, at: number, all: readonly T[]): boolean {
  return all.indexOf(one) === at;
}

function countOf(rows: readonly ProbeRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** Whether a request that the rule covers was answered as required: then the exact condition is not known. */
function isBlurred({ conditions, others }: Rule): boolean {
  return others.some((row) => meets(row, conditions));
}

function toldIn(rules: readonly Rule[]): string {
  const rows = rules.flatMap((rule) => rule.rows).filter(isFirst);
  const others = rules.flatMap((rule) => rule.others).filter(isFirst);
  const [all, beside] = [countOf(rows), countOf(others)];
  const word = (answer = ''): string => (/^\d/.test(answer) ? `answered ${answer}` : answer);
  const asDue = `${word(rows[0]?.due)}, as is owed`;
  if (rules.some(isBlurred)) return `${all} were ${word(rows[0]?.came)}, ${beside} others ${asDue}`;
  return `${all} of ${all} were ${word(rows[0]?.came)}${beside === 0 ? '' : `; all ${beside} others ${asDue}`}`;
}

interface Words {
  readonly operation: string;
  readonly name: string;
}

function versions(rule: Rule, row: ProbeRow): Words {
  const { conditions, others } = rule;
  const operation = '4.10';
  const where = conditions.map(versionWords).join(' and ');
  const when = where === '' ? '' : `, where ${where}`;
  if (row.due === 'accepted') return { operation, name: `answers ${row.came} to the actual version${when}` };
  if (row.came !== 'accepted')
    return { operation, name: `answers a mismatch with ${row.came} in place of 409${when}` };
  if (isBlurred(rule)) return { operation, name: 'takes other versions than the actual one at times' };
  if (conditions.length === 0) return { operation, name: 'does not compare the version' };
  const known = comparisons.find(({ condition: [feature, value], beside }) => {
    const isOnly = conditions.length === 1 && conditions[0]?.[0] === feature && conditions[0][1] === value;
    return isOnly && (beside === undefined || others.some((other) => meets(other, [beside])));
  });
  return { operation, name: known?.name ?? `takes other versions than the actual one${when}` };
}

/** The meaning of a single condition for the comparison of versions. */
const comparisons: readonly {
  readonly condition: Condition;
  /** Other refused versions show that the server compares versions. */
  readonly beside?: Condition;
  readonly name: string;
}[] = [
  { condition: ['side', 'above'], beside: ['side', 'below'], name: 'compares versions with <' },
  { condition: ['side', 'above'], name: 'takes versions above the actual one' },
  { condition: ['side', 'below'], beside: ['side', 'above'], name: 'compares versions with >' },
  { condition: ['side', 'below'], name: 'takes versions below the actual one' },
  { condition: ['past', 'was the actual one before'], name: 'takes former versions' },
  { condition: ['past', 'was never the actual one'], name: 'takes versions that were never the actual one' },
  { condition: ['sign', 'negative'], name: 'takes negative versions' },
  { condition: ['sign', 'zero'], name: 'takes version 0' },
  { condition: ['distance', 'at most one'], name: 'takes the neighbours of the actual version' },
  { condition: ['low 8 bits', 'equal'], name: 'compares the low 8 bits of versions' },
  { condition: ['low 16 bits', 'equal'], name: 'compares the low 16 bits of versions' },
  { condition: ['low 32 bits', 'equal'], name: 'compares the low 32 bits of versions' },
  { condition: ['first digits', 'equal'], name: 'compares the first digits of versions' },
];

const lead = new Map(
  Object.entries({
    side: 'the version is',
    past: 'it',
    form: 'the version is',
    sign: 'it is',
    distance: 'its distance from the actual one is',
    'low 8 bits': 'its low 8 bits are',
    'low 16 bits': 'its low 16 bits are',
    'low 32 bits': 'its low 32 bits are',
    'first digits': 'its first digits are',
    characters: 'a text is',
    digits: 'there is',
    kinds: 'the actions are',
    'media type': 'the media type is',
    'place of the version': 'the version stands',
  }),
);

function versionWords([feature, value]: Condition): string {
  const [, what, bound] = /^(.*), at least (\d+)$/.exec(feature) ?? [];
  if (what !== undefined) return `${value === 'yes' ? 'at least' : 'fewer than'} ${bound} ${what}`;
  if (feature === 'side') return `the version is ${value} the actual one`;
  if (feature === 'actions')
    return `${value === 'none' ? 'no' : value} action${value === 'several' ? 's' : ''}`;
  return `${lead.get(feature) ?? feature} ${value}`;
}

function inOrder(one: string | undefined, other: string | undefined): number {
  return Number(one?.slice(2)) - Number(other?.slice(2));
}

const mostCallers = 2;

function access(rules: readonly Rule[]): Words {
  const operations = rules.map(operationOf).filter(isFirst);
  const [first] = rules;
  const kind = first?.conditions.find(([feature]) => feature === 'access')?.[1];
  const operation = operations.includes(undefined)
    ? `all ${kind ?? 'operations'}`
    : operations.toSorted(inOrder).join(', ');
  const phrase = (due: string, say: (callers: string) => string): readonly string[] => {
    const callers = rules
      .filter(({ rows: [row] }) => row?.due === due)
      .map(callerOf)
      .filter(isFirst);
    if (callers.length === 0) return [];
    return [say(callers.length > mostCallers ? `${callers.length} kinds of callers` : callers.join(' and '))];
  };
  const name = [
    ...phrase('accepted', (callers) => `refuses ${callers}`),
    ...phrase('refused', (callers) => `lets in ${callers}${rules.some(isBlurred) ? ' at times' : ''}`),
  ];
  return { operation, name: name.join(', and ') };
}

function callerOf({ conditions, rows: [row] }: Rule): string {
  const of = new Map(conditions);
  const anyone = row?.due === 'accepted' ? 'whom the scopes let in' : 'everybody';
  const presents = new Map([
    ['a token', 'any token'],
    ['no token', 'requests without a token'],
  ]).get(of.get('presents') ?? '');
  const caller = of.get('token') ?? of.get('caller') ?? presents ?? anyone;
  return of.get('query') === 'with parameters' ? `${caller} where a parameter is passed` : caller;
}
