import { describe, expect, test } from 'vitest';
import { perform } from '../../../bin/help.ts';
import { runCommand } from '../../../bin/run-command.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { nearestClauses, suggestClauses } from '../../../config/register/nearest-clauses.ts';

const ids = [
  '4.1/route-exists',
  '4.5/no-body',
  '4.10/conflict-on-mismatch',
  '4.10/one-winner',
  '4.15/route-exists',
  'Versioning/step',
];

describe('a pattern that selects nothing', () => {
  test.for([
    ['4.55/', '4.5/'],
    ['^4.55/', '4.5/'],
    ['4.10/conflict-on-missmatch', '4.10/conflict-on-mismatch'],
    ['4\\.10\\/one-wimner$', '4.10/one-winner'],
    ['conflict-on-missmatch', '4.10/conflict-on-mismatch'],
    ['version', 'Versioning/'],
  ] as const)('%s is near to %s', ([pattern, meant]) => {
    expect(nearestClauses(pattern, ids)[0]).toBe(meant);
  });

  test('names at most three, the same in all runs', () => {
    const near = nearestClauses('4.1', ids);
    expect(near.length).toBeLessThanOrEqual(3);
    expect(nearestClauses('4.1', ids)).toEqual(near);
  });

  test('a pattern that resembles no id gets the place where the ids are listed', () => {
    expect(suggestClauses('zzzz', ids)).toBe(
      'no clause has an id that matches -t "zzzz"; npx --offline resource-conformance explain --list lists them all',
    );
  });

  test('a pattern that selects nothing only in this shard is no mistake', () => {
    expect(suggestClauses('one-winner', ids)).toBe(
      'no clause of this shard, or of the files named, has an id that matches -t "one-winner"',
    );
  });
});

test('a pattern that is no regular expression is refused', async () => {
  await expect(perform(runCommand, ['-t', '4.10/['], { env: {}, cwd: '.' })).rejects.toThrow(
    ConfigurationError,
  );
});
