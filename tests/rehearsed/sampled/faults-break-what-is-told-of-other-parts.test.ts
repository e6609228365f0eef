import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import type { Rehearsed } from '../../../config/runs/rehearsal.ts';
import { faults } from '../../../faults/catalogue.ts';
import { partOf, type Fault } from '../../../faults/fault.ts';
import { alsoFailing, type AlsoFailing } from '../../support/also-failing.ts';
import { isMeant, rehearseFaultOn, rehearseFaultWidely } from '../../support/fault-expectations.ts';
import { rowsPlayed } from '../../support/played-rows.ts';
import { clausesOf } from '../../support/selected-clauses.ts';

const ids: readonly string[] = plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id));
const partIn = (id: string): string => id.slice(0, id.indexOf('/'));

/** What is told of a fault and does not show, rehearsed on its own part and on what is told, or else beside more. */
async function unseenOf(fault: Fault, told: readonly AlsoFailing[]): Promise<readonly string[]> {
  const further = ids.filter((id) => told.some((one) => isMeant(one, id)));
  const selected = clausesOf((part) => part === partOf(fault), [...further, fault.breaks ?? '']);
  const alone = await rehearseFaultOn(fault, () => false, { selected });
  const unseen = unseenIn(alone, told);
  return unseen.length === 0 ? [] : unseenIn(await rehearseFaultWidely(fault), told);
}

function unseenIn({ judgements }: Rehearsed, told: readonly AlsoFailing[]): readonly string[] {
  const failed = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
  return told.filter((one) => !failed.some((id) => isMeant(one, id))).map(({ clause }) => clause);
}

const toldOf = ({ name }: Fault): readonly AlsoFailing[] =>
  alsoFailing.filter((also) => also.faults.includes(name));
const about = faults.filter((fault) => toldOf(fault).length > 0);

describe('what is told of faults that break clauses of other parts', () => {
  test('names faults that there are, and clauses that are not of their own part', () => {
    const wrong = alsoFailing.flatMap((also) =>
      also.faults.filter((name) => {
        const fault = faults.find((one) => one.name === name);
        const meant = ids.filter((id) => isMeant(also, id));
        return fault === undefined || meant.every((id) => partIn(id) === partOf(fault));
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('is told once', () => {
    const pairs = alsoFailing.flatMap(({ clause, faults: named }) =>
      named.map((name) => `${clause} ${name}`),
    );
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  test.each(
    rowsPlayed({
      table: 'what is told of other parts',
      rows: about,
      nameOf: ({ name }) => name,
      oneIn: 12,
    }).map((fault) => [fault.name, fault] as const),
  )('is needed for %s', async (_name, fault) => {
    expect(await unseenOf(fault, toldOf(fault))).toEqual([]);
  });

  test('is found out where it is not needed', async () => {
    const fault = about.find(({ name }) => name === 'collection-as-html');
    if (fault === undefined) throw new Error('there is no such fault');
    const needless = { clause: '4.2/route-exists', because: 'none', faults: [fault.name] };
    expect(await unseenOf(fault, [...toldOf(fault), needless])).toEqual(['4.2/route-exists']);
  });
});
