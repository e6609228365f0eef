import { describe, expect, test } from 'vitest';
import { createScriptTrial, type TrialParts } from '../../../config/findings/script-trial.ts';

const options = {
  baseUrl: 'http://a.invalid',
  consent: ['records'],
  settle: { readMs: 1, queryMs: 2 },
} as const;

/** As far as a trial looks at it. */
function trial(more: object = {}, limits: object = {}): ReturnType<typeof createScriptTrial> {
  const secrets = [{ label: 'CONFORMANCE_TOKENS entry 1', secret: 'a token' }];
  const brief = { embedded: false, options: { ...options, ...limits }, transport: {}, secrets, ...more };
  return createScriptTrial({
    brief,
    settings: [],
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
    expect(await trial()?.(script)).toBe(showed);
  });

  test.each([
    ['on a reference that ends with the run', { embedded: true }, {}],
    ['where a rate is to be kept', {}, { maxRps: 3 }],
    ['where the client has a certificate', { transport: { cert: 'x' } }, {}],
  ])('but not %s', (_when, more, limits) => {
    expect(trial(more, limits)).toBeUndefined();
  });
});
