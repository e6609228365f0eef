import { describe, expect, test } from 'vitest';
import { suppliedTokens } from '../../../config/runs/supplied-tokens.ts';

const entry = (token: string, scopes: readonly string[], expired = false) => ({ token, scopes, expired });
const manifestTokens = [
  entry('expired', [], true),
  entry('manager', ['manage_test:demo']),
  entry('nothing', []),
  entry('nothing-again', []),
  entry('both', ['manage_test:demo', 'manage_test:other']),
  entry('reader', ['view_test:other']),
  entry('foreign', ['view_test:other', 'manage_test:other']),
];
const target = { projectKey: 'demo', otherProjectKey: 'other', tokens: [], manifestTokens };

function purposes(given: Parameters<typeof suppliedTokens>[0]) {
  const all = suppliedTokens(given);
  const of = (purpose: 'noScope' | 'otherProject') =>
    all.flatMap((one) => (one[purpose] === true ? [one.token] : []));
  return { noScope: of('noScope'), otherProject: of('otherProject') };
}

describe('a manifest of tokens', () => {
  test('supplies the token without scopes and the token of the other project', () => {
    expect(purposes(target)).toEqual({ noScope: ['nothing'], otherProject: ['foreign'] });
  });

  test('supplies no token that a setting supplies', () => {
    const tokens = [
      { name: 'no_scope', token: 'set' },
      { name: 'other_project', token: 'set-other' },
    ] as const;
    expect(purposes({ ...target, tokens })).toEqual({ noScope: ['set'], otherProject: ['set-other'] });
  });

  test('supplies no token of another project if no other project is named', () => {
    const { projectKey, tokens } = target;
    expect(purposes({ projectKey, tokens, manifestTokens }).otherProject).toEqual([]);
  });

  test('may be the output of a command', () => {
    const { projectKey, otherProjectKey, tokens } = target;
    const commandTokens = manifestTokens;
    expect(purposes({ projectKey, otherProjectKey, tokens, manifestTokens: [], commandTokens })).toEqual({
      noScope: ['nothing'],
      otherProject: ['foreign'],
    });
  });
});
