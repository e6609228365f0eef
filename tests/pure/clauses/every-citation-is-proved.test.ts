import { describe, expect, test } from 'vitest';
import { rowNames } from '../../../config/pages/coverage-page.ts';
import { proofs, type Proof } from '../../../config/pages/proofs.ts';
import { plan } from '../../../config/plan.ts';
import { exceptions, restated, rows, type RowName } from '../../../contract/rows.ts';
import { alsoBroken } from '../../../faults/also-broken.ts';
import { faults } from '../../../faults/catalogue.ts';

const proved = proofs(plan);
const cited = plan.sections
  .flatMap(({ clauses }) => clauses)
  .filter(({ level }) => level !== 'OPEN')
  .flatMap((clause) =>
    clause.rows.filter((row) => rows[row].kind === 'determining').map((row) => ({ clause: clause.id, row })),
  );
const key = ({ clause, row }: Pick<Proof, 'clause' | 'row'>): string => `${clause} ${row}`;
const determining = rowNames().filter((name) => rows[name].kind === 'determining');

describe('a citation of a row that determines something', () => {
  test('is shown by a fault that breaks the row, and that the clause catches', () => {
    const shown = new Set(proved.map(key));
    expect(cited.map(key).filter((one) => !shown.has(one))).toEqual([]);
  });

  test('is not shown if no fault is about the row', () => {
    const others = proved.filter(({ fault }) => fault !== 'complex-path-fails-on-digits-in-its-path');
    expect(others.filter(({ row }) => row === '4.9/path')).toEqual([]);
  });
});

describe('a row that determines something', () => {
  test('is broken by a fault, or is excepted', () => {
    const bare = determining.filter((name) => !proved.some(({ row }) => row === name));
    expect(bare).toEqual(Object.keys(exceptions).filter((name) => determining.includes(name as RowName)));
  });

  test('is broken alone, or with rows that repeat it, or repeats another row', () => {
    const again = new Set(Object.values(restated).flat());
    const isAlone = (name: RowName): boolean =>
      proved.some(
        ({ row, fault, restates }) =>
          row === name &&
          !restates &&
          proved.every((other) => other.fault !== fault || other.row === name || other.restates),
      );
    const shared = determining.filter((name) => exceptions[name] === undefined && !isAlone(name));
    expect(shared.filter((name) => !again.has(name))).toEqual([]);
  });

  test('repeats another row in only eight cases, if no fault is about the row alone', () => {
    const own = new Set(proved.filter(({ restates }) => !restates).map(({ row }) => row));
    const words = determining.filter((name) => exceptions[name] === undefined && !own.has(name));
    expect(words).toEqual([
      'Service/query',
      'Service/existence-check',
      'Service/create',
      'Service/overwrite',
      'Service/update-by-actions',
      'Service/delete',
      '4.17/purpose',
      'Errors/1',
    ]);
  });
});

describe('the rows and recommendations of faults', () => {
  test('are needed: a clause that catches the fault rests on each row', () => {
    const idle = faults.flatMap(({ name, rows: named = [] }) =>
      named
        .filter((row) => !proved.some((one) => one.fault === name && one.row === row))
        .map((row) => `${name} ${row}`),
    );
    expect(idle).toEqual([]);
  });

  test('name a recommendation if and only if a recommendation warns', () => {
    const shoulds = new Set<string>(
      plan.sections.flatMap(({ clauses }) =>
        clauses.filter(({ level }) => level === 'SHOULD').map(({ id }) => id),
      ),
    );
    const wrong = faults.filter(
      ({ expect: wanted, warns }) =>
        (wanted === 'warn') !== (warns !== undefined) || (warns !== undefined && !shoulds.has(warns)),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('name a second clause only if it shows a row that no other fault shows', () => {
    const needless = Object.entries(alsoBroken).flatMap(([clause, names]) =>
      names.filter((name) => {
        const rest = new Set(proved.filter((one) => one.clause !== clause || one.fault !== name).map(key));
        return cited.filter((one) => one.clause === clause).every((one) => rest.has(key(one)));
      }),
    );
    expect(needless).toEqual([]);
  });
});
