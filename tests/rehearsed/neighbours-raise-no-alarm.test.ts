import { describe, expect, test } from 'vitest';
import type { Rehearsal, Rehearsed } from '../../config/runs/rehearsal.ts';
import { latest, write } from '../../reference/state.ts';
import type { Project } from '../../reference/resource.ts';
import { falseAlarms } from '../support/rehearsed-habits.ts';
import { clausesLike, keptServer, runAgainst, type KeptServer } from '../support/servers/kept-server.ts';

/** What looks at resources that nobody of the run has written to meanwhile. */
const watchful = clausesLike(/leaves-others-alone|the-named-resource|has-no-effect|project-only|^4\.[78]\//);

function projectOf({ reference }: KeptServer): Project {
  const project = reference.state.projects.get('demo');
  if (project === undefined) throw new Error('the reference has no project demo');
  return project;
}

/** A run beside somebody who does something at regular times. */
async function beside(
  server: KeptServer,
  everyMs: number,
  work: () => void,
  more: Partial<Rehearsal> = {},
): Promise<Rehearsed> {
  let isOver = false;
  const neighbour = (async () => {
    while (!isOver) {
      await server.clock.sleep(everyMs);
      work();
    }
  })();
  const rehearsed = await runAgainst(server, 1, { selected: watchful, ...more });
  isOver = true;
  await neighbour;
  return rehearsed;
}

describe('two concurrent runs', () => {
  test.each([
    [[]],
    [['overwrites-reach-what-was-changed-last']],
    [['overwrites-reach-what-was-changed-last', 'overwrites-ignore-the-version']],
  ])('raise no alarm with %j', async (choices) => {
    const server = keptServer(choices);
    for (const pair of [1, 3]) {
      const runs = await Promise.all([pair, pair + 1].map((number) => runAgainst(server, number)));
      expect(runs.flatMap(falseAlarms)).toEqual([]);
    }
  });
});

describe('a run beside a client', () => {
  test.each([150, 700, 2_500])(
    'a client that deletes everything each %d ms raises no alarm',
    async (everyMs) => {
      const server = keptServer();
      const { resources } = projectOf(server);
      expect(falseAlarms(await beside(server, everyMs, () => resources.clear()))).toEqual([]);
    },
  );

  test.each([150, 700, 2_500])(
    'a client that restores the database of %d ms ago raises no alarm',
    async (everyMs) => {
      const server = keptServer();
      const { resources } = projectOf(server);
      let kept = new Map(resources);
      const restore = (): void => {
        const now = new Map(resources);
        resources.clear();
        for (const [id, resource] of kept) resources.set(id, resource);
        kept = now;
      };
      expect(falseAlarms(await beside(server, everyMs, restore))).toEqual([]);
    },
  );

  test.each([40, 170, 900])(
    'a client that overwrites the newest resource each %d ms raises no alarm',
    async (everyMs) => {
      const server = keptServer();
      const project = projectOf(server);
      let turn = 0;
      const overwrite = (): void => {
        const resource = [...project.resources.values()].findLast((one) => !latest(one).deleted);
        if (resource === undefined) return;
        const before = latest(resource);
        turn += 1;
        const objectTypeProperty = { arrayOfStringExample: [`somebody's ${turn}`] };
        write(resource, { ...before, version: before.version + 1n, objectTypeProperty }, server.clock.now());
      };
      expect(falseAlarms(await beside(server, everyMs, overwrite))).toEqual([]);
    },
  );
});
