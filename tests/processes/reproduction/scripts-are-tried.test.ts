import { describe, expect, test } from 'vitest';
import { createScriptTrial, type TrialParts } from '../../../config/findings/script-trial.ts';

const options = {
  baseUrl: 'http://a.invalid',
  consent: ['records'],
  settle: { readMs: 1, queryMs: 2 },
  projectKey: 'demo',
  userAgent: 'tests',
  tokens: [],
} as const;

/** As far as a trial looks at it. */
function trial(more: object = {}, settings: readonly object[] = []): ReturnType<typeof createScriptTrial> {
  const secrets = [{ label: 'CONFORMANCE_TOKENS entry 1', secret: 'a token' }];
  const brief = { embedded: false, options, transport: {}, secrets, ...more };
  return createScriptTrial({
    brief,
    settings,
    env: process.env,
    cwd: process.cwd(),
  } as unknown as TrialParts);
}

describe('a script is tried once', () => {
  test.each([
    ['exit 1', 'deviation'],
    ['exit 0', 'nothing'],
    ['exit 2', 'unknown'],
    ['kill -9 $$', 'unknown'],
    ['[ "$CONFORMANCE_TOKENS_ENTRY_1" = "a token" ] && exit 1', 'deviation'],
    ['[ "$CONFORMANCE_BASE_URL $CONFORMANCE_CONSENT" = "http://a.invalid records" ] && exit 1', 'deviation'],
  ])('%s shows: %s', async (script, showed) => {
    expect((await trial()?.(script))?.showed).toBe(showed);
  });

  test('it names resources that it could not delete', async () => {
    const tried = await trial()?.("printf 'deviates\\nleft behind: r-1\\nleft behind: r-2\\n'; exit 1");
    expect(tried).toEqual({ showed: 'deviation', left: ['r-1', 'r-2'] });
  });

  test('except a token that the server has put into its name', async () => {
    const secrets = [{ label: 'CONFORMANCE_TOKEN_VIEW_TEST', secret: 'k3v9Qw81ZpLx72Tb5NdR' }];
    const tried = await trial({ secrets })?.("echo 'left behind: r-k3v9Qw81ZpLx72Tb5NdR'");
    expect(tried?.left).toEqual(['r-<CONFORMANCE_TOKEN_VIEW_TEST>']);
  });

  test.each([
    ['on a reference that ends with the run', { embedded: true }, []],
    ['where a limit was set', {}, [{ name: 'CONFORMANCE_CONCURRENCY', value: '1', source: '.env' }]],
    ['where the client has a certificate', { transport: { cert: 'x' } }, []],
  ])('no script is tried %s', (_when, more, settings) => {
    expect(trial(more, settings)).toBeUndefined();
  });

  test('even with the usual limits', () => {
    expect(trial({}, [{ name: 'CONFORMANCE_CONCURRENCY', value: '24', source: 'default' }])).toBeDefined();
  });
});
