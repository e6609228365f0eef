import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { faults, referenceProfile } from '../../../faults/catalogue.ts';
import { partOf } from '../../../faults/fault.ts';
import { depths } from '../../../run/options.ts';
import { hashText } from '../../../run/random.ts';
import { causesIn } from '../../support/verdicts/causes-of.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

/** Faults that show as several causes, and why nothing seen ties these together. */
const severalCauses: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'version-compared-with-the-first': 'refuses the actual version, and takes another one',
    'version-compared-with-another-resource': 'refuses the actual version, and takes another one',
    'version-toggles': 'takes versions that were left since they come again',
    'every-third-update-keeps-the-version': 'two racers win where the version stays',
    'any-bearer-accepted': 'remembers tokens that it has taken for known',
    'all-listed-scopes-needed': 'refuses other tokens at other operations',
    'reads-at-once-are-mixed-up': 'shows another resource to reads, and a change of it after updates',
    'lowest-int32-turns-positive': 'breaks what the vendor declares, and what the contract says',
  }),
);

const failing = faults.filter(({ breaks }) => breaks !== undefined);

function play(...names: readonly string[]): Promise<Rehearsed> {
  const depth = faults.find((fault) => names.includes(fault.name) && fault.depth !== undefined)?.depth;
  return rehearse({
    plan,
    faults: names,
    profile: referenceProfile,
    ...(depth === undefined ? {} : { depth: depths[depth] }),
  });
}

const alone = rowsPlayed({ table: 'causes', rows: failing, nameOf: ({ name }) => name, oneIn: 24 });

describe('one mistake is reported as one cause', () => {
  test.each(alone.map(({ name }) => name))('%s', async (name) => {
    const causes = causesIn(await play(name)).map(({ id }) => id);
    if (severalCauses.has(name)) expect(causes.length).toBeGreaterThan(1);
    else expect(causes.slice(1)).toEqual([]);
  });
});

const pairs = failing.flatMap((one, at) => {
  const others = failing.filter((other) => partOf(other) !== partOf(one));
  const other = others[hashText(`beside ${one.name}`) % others.length];
  return other === undefined || at % 4 > 0 ? [] : [[one.name, other.name] as const];
});

const together = rowsPlayed({
  table: 'two causes',
  rows: pairs,
  nameOf: ([one, other]) => `${one} beside ${other}`,
  oneIn: 24,
});

describe('two mistakes at two operations are two causes', () => {
  test.each(together.map(([one, other]) => [one, other] as const))('%s beside %s', async (one, other) => {
    const causes = causesIn(await play(one, other));
    expect(causes.length).toBeGreaterThan(1);
  });
});
