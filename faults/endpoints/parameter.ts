import type { RowName } from '../../contract/rows.ts';
import type { Operation } from '../../reference/routes.ts';
import { documentedMembers, type DocumentedMember } from '../documented-members.ts';
import type { Fault } from '../fault.ts';
import { refusing } from '../rewrite.ts';
import { failing, has, once, pointless, type ParameterDeed } from './query.ts';

/** Documented parameters of an operation, by name. */
function parametersOf(part: string, names: readonly string[]): readonly DocumentedMember[] {
  return documentedMembers(part).filter(({ name }) => names.includes(name));
}

/** A fault for each parameter: it breaks the row of the parameter, and the rows that refer to it. */
function each(
  of: { readonly operation: Operation; readonly named: string; readonly breaks: string },
  parameters: readonly DocumentedMember[],
  deed: ParameterDeed,
  rows: readonly RowName[] = [],
): readonly Fault[] {
  return parameters.map(({ row, name, words }) => ({
    name: of.named.replace('*', words),
    breaks: of.breaks,
    rows: [row, ...rows],
    ...deed(of.operation, name),
  }));
}

/** Makes a refused query different from an empty result. */
const noMatch = { needs: ['declaration'], profile: { head: { noMatch: { status: 404 } } } } as const;

/** A documented parameter that is refused. */
const refused: ParameterDeed = (operation, parameter) => ({
  summary: `A request with ${parameter} is answered 400.`,
  wrap: refusing([operation], 400, has(parameter)),
});

const harm = '/documented-parameters-do-no-harm';

/** One documented parameter that causes an error, is refused, or is read wrongly (4.1, 4.4, 4.5, 4.12). */
export const parameterFaults: readonly Fault[] = [
  ...each(
    { operation: '4.1', named: 'collection-fails-on-*', breaks: `4.1${harm}` },
    parametersOf('4.1', [
      'floatParameter',
      'withMarkdownDescription',
      'arrayOfString',
      'arrayOfStringWithDescription',
    ]),
    failing,
  ),
  ...each(
    { operation: '4.4', named: 'search-fails-on-*', breaks: `4.4${harm}` },
    parametersOf('4.4', ['fuzzyLevel', 'staged']),
    failing,
  ),
  ...each(
    { operation: '4.12', named: 'sorted-query-fails-on-*', breaks: `4.12${harm}` },
    parametersOf('4.12', ['limit', 'withTotal']),
    failing,
  ),
  {
    name: 'sorted-query-fails-on-variables',
    breaks: `4.12${harm}`,
    rows: ['4.12/var'],
    summary: 'A request with a variable is answered 500.',
    wrap: refusing(['4.12'], 500, (request) => /[?&]var\./.test(request.target)),
  },
  ...each(
    { operation: '4.5', named: 'head-refuses-*', breaks: '4.5/takes-the-parameters-of-the-query' },
    parametersOf('4.1', [
      'stringParameter',
      'floatParameter',
      'integerParameter',
      'withMarkdownDescription',
      'arrayOfString',
      'arrayOfStringWithDescription',
    ]),
    refused,
    ['4.5/query'],
  ).map((fault) => ({ ...fault, ...noMatch })),
  {
    name: 'head-needs-two-parameters-together',
    breaks: '4.5/optional-parameters',
    summary:
      'A check with one of floatParameter and integerParameter, and without the other, is answered 400.',
    wrap: refusing(
      ['4.5'],
      400,
      (request) => has('floatParameter')(request) !== has('integerParameter')(request),
    ),
    ...noMatch,
  },
  ...each(
    { operation: '4.5', named: 'head-reads-*-as-integer', breaks: '4.5/equal-queries-equal-answers' },
    parametersOf('4.1', ['withMarkdownDescription']),
    pointless,
    ['4.5/query'],
  ),
  ...each(
    { operation: '4.5', named: 'head-refuses-repeated-*', breaks: '4.5/equal-queries-equal-answers' },
    parametersOf('4.1', ['arrayOfStringWithDescription']),
    once,
    ['4.5/query'],
  ),
  ...parametersOf('4.4', ['fuzzy', 'staged']).map(({ row, name }): Fault => ({
    name: `search-refuses-${name}`,
    warns: '4.4/truth-values-are-understood',
    rows: [row],
    section: '4.4',
    expect: 'warn',
    ...refused('4.4', name),
  })),
];
