import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import type { AnswerSite } from '../../../world/callers/answers.ts';
import { unknownToken, type Caller } from '../../../history/caller.ts';
import { exchangedTokens } from '../../../implementation/callers/exchanged.ts';

const caller = (label: string, ...scopes: readonly string[]): Caller => ({
  label,
  kind: 'supplied',
  scopes: new Set(scopes.map((scope) => `${scope}:demo`)),
});

const manages = caller('M', 'manage_products');
const views = caller('V', 'view_products');

function place(endpoint: EndpointName, answers: Readonly<Record<string, number>>): AnswerSite {
  const all = { [unknownToken]: 401, ...answers };
  const byCaller = new Map(Object.entries(all).map(([label, status]) => [label, new Set([status])] as const));
  return { endpoint, project: 'here', key: 'demo', byCaller };
}

const told = (supplied: readonly Caller[], ...sites: readonly AnswerSite[]): readonly string[] =>
  exchangedTokens({ supplied, sites, projectKey: 'demo' }).map(
    ({ one, other }) => `${one.label} and ${other.label}`,
  );

describe('two tokens are under each other’s settings', () => {
  test('two settings are exchanged if each token is refused at operations that it should open, and granted access at operations that the other token should open', () => {
    const both = [place('images', { M: 403, V: 201 }), place('projectionSearch', { M: 200, V: 403 })];
    expect(told([manages, views], ...both)).toEqual(['M and V']);
    expect(told([views, manages], ...both)).toEqual(['V and M']);
  });

  test.each([
    ['one operation takes the wrong scope', [place('images', { M: 403, V: 201 }), place('projectionSearch', { M: 200, V: 200 })]],
    ['it was seen at one operation alone', [place('images', { M: 403, V: 201 })]],
    ['one of them is let in where it has to be', [place('images', { M: 201, V: 201 }), place('projectionSearch', { M: 200, V: 403 })]],
    ['everybody is let in', [place('images', { M: 403, V: 201, [unknownToken]: 201 }), place('projectionSearch', { M: 200, V: 403 })]],
  ])('two settings are not exchanged if %s', (_why, places) => {
    expect(told([manages, views], ...places)).toEqual([]);
  }); // prettier-ignore

  test('two settings are not exchanged if one token holds several scopes', () => {
    const both = [place('images', { M: 403, V: 201 }), place('projectionSearch', { M: 200, V: 403 })];
    expect(told([manages, caller('V', 'view_products', 'view_test')], ...both)).toEqual([]);
  });
});
