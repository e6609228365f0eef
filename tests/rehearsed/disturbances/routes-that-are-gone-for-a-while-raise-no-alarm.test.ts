import { describe, expect, test } from 'vitest';
import { falseAlarms } from '../../support/rehearsed-habits.ts';
import { clausesOf } from '../../support/selected-clauses.ts';
import { rehearseUnder } from '../../support/disturbances/rehearsed-disturbance.ts';
import type { Disturbance } from '../../support/disturbances/disturbance.ts';

/** How long reads by key take before routes are gone: what they read is older than any lag then. */
const slowMs = 5_500;

/** From a read by key on everything is answered 404 for a while, as where a gateway loads its routes again. */
function routesGone(after: number, lastsMs: number): Disturbance {
  return {
    name: 'routes are loaded anew',
    begin: () => {
      let seen = 0;
      let from: number | undefined;
      return {
        fate: ({ target, at }) => {
          if (target.includes('/key=k-')) seen += 1;
          if (seen > after) from ??= at + slowMs;
          if (from === undefined || at >= from + lastsMs) return undefined;
          return {
            ...(at < from ? { delayMs: from - at } : {}),
            lost: true,
            instead: { status: 404, headers: [['Content-Type', 'text/html']], text: '<h1/>' },
          };
        },
      };
    },
  };
}

describe('a gateway that answers 404 to everything for three seconds', () => {
  const selected = clausesOf((part) => part === '4.3');

  test.each([0, 1, 2, 3, 4, 6, 9, 14, 20])(
    'a gateway that answers 404 from read by key %i on raises no alarm',
    async (after) => {
      const rehearsed = await rehearseUnder(routesGone(after, 3_000), { selected });
      expect(falseAlarms(rehearsed)).toEqual([]);
      expect(rehearsed.judgements.get('4.3/known-key-is-readable')?.verdict).toBe('pass');
    },
  );
});
