import { defaultTokens, tokenOf } from '../../reference/tokens.ts';
import type { Profile } from '../../clause/profile.ts';
import type { TokenName } from '../settings/tokens.ts';
import type { Reference } from '../../reference/create.ts';
import { answer } from '../../reference/in-process.ts';
import type { Clock } from '../../wire/clock.ts';

export const tokenBySetting: Readonly<Record<TokenName, string>> = {
  manage_test: tokenOf.manageTest,
  view_test: tokenOf.viewTest,
  manage_products: tokenOf.manageProducts,
  view_products: tokenOf.viewProducts,
  view_published_products: tokenOf.viewPublishedProducts,
  no_scope: tokenOf.noScope,
  other_project: tokenOf.otherProject,
};

const profile: Profile = {
  resource: { idSource: 'body:/id', keySource: 'body:/key' },
  update: { observable: '/someProperty' },
  search: { method: 'POST' },
  image: { method: 'POST' },
};

/** The keys and tokens of a fresh embedded reference. */
export function embeddedTarget() {
  const tokens = Object.entries(tokenBySetting).map(([name, token]) => ({ name: name as TokenName, token }));
  const manifestTokens = [...defaultTokens()]
    .filter(([token]) => !Object.values(tokenBySetting).includes(token))
    .map(([token, { scopes, expired }]) => ({ token, scopes, expired }));
  return { projectKey: 'demo', otherProjectKey: 'other', tokens, manifestTokens, profile };
}

/** Content in which every documented member occurs. */
const content = {
  objectTypeProperty: {
    arrayOfIntExample: [1, 2],
    arrayOfUniqueIntExample: [3, 4],
    arrayOfTwonumbersExample: [5, 6],
    arrayOfFloatExample: [1.5, 2.5],
    arrayOfNumberNoDefaultsExample: [7],
    arrayOfStringExample: ['text'],
    arrayOfObjectType: [{ integerExample: 8, integerExampleInt32: 9 }],
  },
};

/** Creates resources before a run, and returns them as a profile names them, the newest last. */
export async function provideResources(
  reference: Reference,
  clock: Clock,
  count: number,
): Promise<readonly Required<NonNullable<NonNullable<Profile['resource']>['fixture']>>[]> {
  for (let made = 0; made < count; made += 1)
    await answer(
      reference,
      {
        method: 'POST',
        target: '/demo/resource',
        headers: [
          ['Authorization', `Bearer ${tokenOf.manageTest}`],
          ['Content-Type', 'application/json'],
        ],
        body: new TextEncoder().encode(JSON.stringify(content)),
        connection: '1',
      },
      clock,
    );
  const there = reference.state.projects.get('demo')?.resources.values() ?? [];
  return [...there].slice(-count).map(({ id, key }) => ({ id, key }));
}
