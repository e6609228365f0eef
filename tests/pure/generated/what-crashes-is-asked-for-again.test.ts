import { describe, expect, test } from 'vitest';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { crashingResources } from '../../../properties/crashing-resources.ts';
import { outlineOf } from '../../support/stages/judged-stage.ts';
import { propertyStage } from '../../support/stages/property-stage.ts';

const names = ['readById', 'readByKey', 'update', 'remove'] as const;
type Name = (typeof names)[number];

/** How long queries of the stage may lag, in milliseconds: all but the last are asked for well within. */
const windowMs = 1_000;

/**
 * What is reported of an operation that crashed at one resource before the property looked. From then on it crashes for
 * some ids and times; others are answered so once it was asked again.
 */
async function judged(
  name: Name,
  crashes: (id: string, at: number) => boolean,
  others: Partial<Record<EndpointName, number>> = {},
) {
  let isLooked = false;
  let asks = 0;
  const stage = propertyStage({
    answer: (asked, id, at) => {
      const other = others[asked];
      if (other !== undefined && asks > 0) return [other];
      if (asked !== name) return undefined;
      if (!isLooked) return [500];
      asks += 1;
      return crashes(id, at) ? [500] : undefined;
    },
  });
  const { own } = await stage.on.another();
  const path = { id: own.id };
  await stage.on.ask(name, name === 'update' ? { path, json: { version: 1, actions: [] } } : { path });
  stage.sent.splice(0);
  isLooked = true;
  const property = crashingResources[names.indexOf(name)];
  await property?.check(stage.on);
  return { ...stage, outline: outlineOf(stage.told), id: own.id };
}

describe.each(['readById', 'update', 'remove'] as const)('%s that crashed', (name) => {
  test('is reported if it now crashes at every resource, for longer than any lag', async () => {
    const { outline, broken, sent } = await judged(name, () => true);
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([{ got: '500, at each of 3 resources just made', reproduced: '3/3' }]);
    const times = sent.filter((one) => one.name === name).map(({ at }) => at);
    expect((times.at(-1) ?? 0) - (times.at(-2) ?? 0)).toBeGreaterThan(windowMs / 2);
  });

  test('is reported if it crashes only at its resource', async () => {
    const { outline, broken } = await judged(name, (id) => id === 'r1');
    expect(outline).toEqual(['violated']);
    expect(broken).toMatchObject([{ got: '500, every time at this resource' }]);
  });

  test('is undecided if a new resource is served in the end', async () => {
    let first: number | undefined;
    const { outline } = await judged(name, (_id, at) => at - (first ??= at) < windowMs / 2);
    expect(outline).toEqual(['undecided: flaky']);
  });
});

test('updates that crash are undecided if reads fail as well', async () => {
  const { outline } = await judged('update', () => true, { readById: 500 });
  expect(outline).not.toContain('violated');
});
