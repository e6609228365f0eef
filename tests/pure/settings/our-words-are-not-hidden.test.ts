import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../clause/judgement.ts';
import { hidden } from '../../../config/runs/hidden.ts';
import { createRedaction } from '../../../wire/redaction.ts';

const token = 'sesame-open-the-door-42';

const judgement: Judgement = {
  verdict: 'fail',
  reason: {
    code: 'blocked-by',
    text: `it waits, and ${token} was answered`,
    claims: [{ kind: 'waits-for', clause: '4.2/known-id-is-readable' }],
  },
  premise: 1,
  checks: 1,
  suspect: false,
  observed: { [`name ${token}`]: { verdict: token } },
  findings: [
    {
      expected: 'status 200',
      got: token,
      reproduced: '3/3',
      deviation: { kind: 'status', exchange: 0 },
      exchanges: [],
      story: [{ role: 'probe', caller: 'none', atMs: 0, tookMs: 1, exchange: 0, culprit: true }],
      scriptShowed: 'deviation',
      counterexample: { [token]: 1 },
    },
  ],
};

const named = (secret: string) => createRedaction([{ label: 'TOKEN', secret }]);
const namesIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) =>
        ['observed', 'counterexample'].includes(name) ? [name] : [name, ...namesIn(inner)],
      );

describe('a token as short as a word of the suite', () => {
  test.each(['t', 'te', 'e', 'reason', 'findings', 'kind', 'fail', 'status', 'exchanges', 'deviation'])(
    '%s leaves the names of our records, and the words for tools, unchanged',
    (secret) => {
      const shown = hidden(judgement, named(secret));
      expect(namesIn(shown)).toEqual(namesIn(judgement));
      expect(shown).toMatchObject({
        verdict: 'fail',
        reason: { code: 'blocked-by', claims: [{ kind: 'waits-for', clause: '4.2/known-id-is-readable' }] },
        findings: [{ deviation: { kind: 'status' }, story: [{ role: 'probe' }], scriptShowed: 'deviation' }],
      });
    },
  );
});

test('texts from outside are hidden, including names in a JSON of a server', () => {
  const shown = hidden(judgement, named(token));
  expect(JSON.stringify(shown)).not.toContain(token);
  expect(shown.observed).toEqual({ 'name <TOKEN>': { verdict: '<TOKEN>' } });
  expect(shown.findings[0]?.counterexample).toEqual({ '<TOKEN>': 1 });
});
