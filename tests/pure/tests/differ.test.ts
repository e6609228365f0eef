import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clauseVerdicts, type ClauseVerdict } from '../../../clause/judgement.ts';
import { differenceLines, differencesIn, explain } from '../../differ/differences.ts';
import { tableOf, verdictsIn } from '../../differ/verdict-table.ts';

test('verdicts are read as they were recorded, whatever the clauses of a run', () => {
  const run = fc.dictionary(
    fc.constantFrom('4.1/a', '4.2/b', 'declared/c', 'General/d'),
    fc.constantFrom(...clauseVerdicts),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), run), (runs) => {
      const given = new Map(Object.entries(runs).map(([name, one]) => [name, new Map(Object.entries(one))]));
      const table = tableOf(given);
      for (const [name, one] of given)
        expect(Object.fromEntries(verdictsIn(table, name) ?? [])).toEqual(Object.fromEntries(one));
      expect(verdictsIn(table, 'a run that was not played')).toBe(given.get('a run that was not played'));
    }),
  );
});

describe('two judges', () => {
  const was = new Map<string, ClauseVerdict>([
    ['4.1/a', 'pass'],
    ['4.2/b', 'fail'],
    ['4.3/c', 'pass'],
  ]);
  const has = (clause: string): boolean => clause !== '4.3/c';

  test('differ only if both judge', () => {
    const now = new Map<string, ClauseVerdict>([
      ['4.2/b', 'pass'],
      ['4.3/c', 'fail'],
      ['4.4/d', 'warn'],
    ]);
    expect(differencesIn('fault x', was, { now, has })).toEqual([
      { row: 'fault x', clause: '4.2/b', was: 'fail', now: 'pass' },
      { row: 'fault x', clause: '4.4/d', was: 'absent', now: 'warn' },
    ]);
    expect(differencesIn('fault x', was, { now: was, has })).toEqual([]);
  });

  const of = (row: string) => ({ row, clause: '4.2/b', was: 'fail', now: 'pass' }) as const;
  const reason = {
    family: 'f',
    clause: '4.2/b',
    was: 'fail',
    now: 'pass',
    because: 'ruled: it may',
  } as const;

  test('may differ for a reason, in the runs that it names', () => {
    expect(explain([of('a'), of('b')], [reason])).toEqual({ unexplained: [], idle: [] });
    expect(explain([of('a'), of('b')], [{ ...reason, rows: ['a'] }]).unexplained).toEqual([of('b')]);
    expect(explain([of('a')], [{ ...reason, now: 'warn' }]).unexplained).toEqual([of('a')]);
  });

  test('may differ for a reason on all clauses of a section', () => {
    const [section = ''] = of('a').clause.split('/');
    const { unexplained } = explain([of('a')], [{ ...reason, clause: `${section}/*` }]);
    expect(unexplained).toEqual([]);
    expect(explain([of('a')], [{ ...reason, clause: `${section}0/*` }]).unexplained).toEqual([of('a')]);
  });

  test('leave a reason idle once they agree', () => {
    expect(explain([], [reason]).idle).toEqual([reason]);
  });

  test('are distinguished by kind, each with a few runs', () => {
    expect(differenceLines(['a', 'b', 'c', 'd'].map(of))).toEqual([
      '4.2/b: fail, now pass, in 4: a, b, c and 1 more',
    ]);
  });
});
