import { describe, expect, test } from 'vitest';
import { optionalSections } from '../../../../contract/traits.ts';
import type { Clause, ClauseSection, Part, Placing } from '../../../../clause/clause.ts';
import { memberOf } from '../../../../clause/declarations.ts';
import { stateEvidence, stateSection, type SectionHead } from '../../../../clause/section.ts';

const check = (): Promise<void> => Promise.resolve();
const other = (): Promise<void> => Promise.resolve();
const text = { statement: 'what is owed', violation: 'what breaks it', rationale: 'why' };
const [optional = '4.7'] = optionalSections;

/** A section of one clause, as `must` states it with what is given. */
function stated(
  more: Partial<Placing> & { readonly limits?: readonly string[] } = {},
  part: Part = 'General',
  head: string | SectionHead = 'of all',
): ClauseSection<unknown> {
  return stateSection<unknown, Part>(part, head, (say) => {
    say.must(`${part}/one`, [], { ...text, sends: 'GET /', check, ...more });
  });
}

function only({ clauses }: ClauseSection<unknown>): Clause<unknown> {
  const [one] = clauses;
  if (one === undefined) throw new Error('no clause was stated');
  return one;
}

describe('a section', () => {
  test('has its part, its title and its clauses in their stated order', () => {
    const { part, title, clauses } = stateSection<unknown, '4.6'>('4.6', 'creates', (say) => {
      say.must('4.6/one', ['4.6/operation'], { ...text, sends: 'POST /', check });
      say.should('4.6/two', [], { ...text, check });
      say.open('4.6/three', [], { statement: 'what is seen', rationale: 'why', check });
      say.must('4.6/four', [], { ...text, sends: 'POST /', check: other });
    });
    expect([part, title]).toEqual(['4.6', 'creates']);
    expect(clauses.map(({ id, level, part: of }) => [id, level, of])).toEqual([
      ['4.6/one', 'MUST', '4.6'],
      ['4.6/two', 'SHOULD', '4.6'],
      ['4.6/three', 'OPEN', '4.6'],
      ['4.6/four', 'MUST', '4.6'],
    ]);
    expect(clauses.map((one) => one.check)).toEqual([check, check, check, other]);
    expect(clauses.map(({ rows }) => rows)).toEqual([['4.6/operation'], [], [], []]);
  });

  test.each([
    ['of a text', 'of all'],
    ['of a head', { title: 'of all' }],
    ['of a head that places its checks', { title: 'of all', phase: 'races' } as const],
  ])('has the title %s', (_name, head) => {
    expect(stated({}, 'General', head).title).toBe('of all');
  });
});

describe('a clause', () => {
  test('gets defaults for omitted members', () => {
    const { statement, violation, rationale, sends, check: of, ...usual } = only(stated());
    expect({ statement, violation, rationale, sends }).toEqual({ ...text, sends: 'GET /' });
    expect(of).toBe(check);
    expect(usual).toEqual({
      id: 'General/one',
      part: 'General',
      level: 'MUST',
      rows: [],
      blocks: 'always',
      placing: { phase: 'lanes' },
      minimum: 1,
      limits: [],
      declares: [],
    });
  });

  test('keeps its stated members', () => {
    const said = {
      sends: 'GET /',
      causes: ['is it so?'],
      blocks: 'when-seen',
      field: 'Cart.price',
      minimum: 8,
      declares: [memberOf('create.mode', 'mode')],
    } as const;
    const section = stateSection<unknown, 'General'>('General', 'of all', (say) => {
      say.must('General/one', [], { ...text, ...said, limits: ['no-scope'], check });
    });
    expect(only(section)).toMatchObject({ ...said, limits: ['no-scope'] });
  });

  test('a clause without a check, or without a text on its requests, stays without it', () => {
    const section = stateSection<unknown, 'General'>('General', 'of all', (say) => {
      say.should('General/one', [], text);
    });
    expect(Object.keys(only(section)).filter((name) => /sends|causes|field|check/.test(name))).toEqual([]);
  });

  test('an open clause states that it has no violation', () => {
    const section = stateSection<unknown, 'General'>('General', 'of all', (say) => {
      say.open('General/one', [], { statement: 'what is seen', rationale: 'why', check });
    });
    expect(only(section).violation.length).toBeGreaterThan(0);
  });

  const head: SectionHead = {
    title: 'of all',
    phase: 'quiet',
    whereOneResource: 'races',
    company: 'alone',
    about: 'one answer',
  };
  const { title: _title, ...usual } = head;

  test.each<[name: string, more: Partial<Placing>, head: string | SectionHead, placing: Placing]>([
    ['in lanes', {}, 'of all', { phase: 'lanes' }],
    ['as its section says', {}, head, { phase: 'quiet', ...usual }],
    ['as it says itself', { phase: 'late', whereOneResource: 'quiet' }, head, { ...usual, phase: 'late', whereOneResource: 'quiet' }],
    ['where only it says so', { phase: 'end', company: 'alone', about: 'one answer', whereOneResource: 'as stated' }, 'of all', { phase: 'end', company: 'alone', about: 'one answer', whereOneResource: 'as stated' }],
  ])('is placed %s', (_name, more, of, placing) => {
    expect(only(stated(more, 'General', of)).placing).toEqual(placing);
  }); // prettier-ignore

  test('is placed only by stated words', () => {
    expect(Object.keys(only(stated()).placing)).toEqual(['phase']);
  });

  test.each<[part: Part, stated: readonly string[] | undefined, limits: readonly string[]]>([
    [optional, undefined, [optional]],
    [optional, ['no-scope'], [optional, 'no-scope']],
    [optional, ['no-scope', optional], ['no-scope', optional]],
    ['4.6', undefined, []],
    ['4.6', ['no-scope'], ['no-scope']],
    ['General', [optional], [optional]],
  ])('a clause of %s, limited by %j, can be left out by %j', (part, limits, all) => {
    expect(only(stated(limits === undefined ? {} : { limits }, part)).limits).toEqual(all);
  });
});

describe('evidence', () => {
  test('gets defaults for omitted members', () => {
    const { minimum, ...usual } = stateEvidence('4.6/one', 'drawn bodies', { draws: true, check });
    expect(usual).toEqual({
      clause: '4.6/one',
      name: 'drawn bodies',
      draws: true,
      phase: 'lanes',
      limits: [],
      check,
    });
    expect([minimum(7), minimum(0)]).toEqual([7, 0]);
  });

  test('keeps its stated members, and is left out with its section', () => {
    const { minimum, phase, limits } = stateEvidence(`${optional}/one`, 'drawn bodies', {
      draws: true,
      phase: 'late',
      limits: ['no-scope'],
      minimum: (reach) => reach / 2,
      check,
    });
    expect([phase, limits, minimum(8)]).toEqual(['late', [optional, 'no-scope'], 4]);
  });
});
