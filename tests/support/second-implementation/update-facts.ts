import { fact } from './fact.ts';
import type { DeterminedFact } from './fact.ts';
import { create, member, read, statusOf, update } from './resource-exchanges.ts';
import type { StartedServer } from './started-server.ts';

async function propertyAfter(server: StartedServer, ...values: readonly (string | null)[]) {
  const { id, version } = await create(server);
  const { status } = await update(server, id, version, ...values);
  return [status, member((await read(server, id)).json, 'notes.someProperty')];
}

async function afterOneChange(server: StartedServer) {
  const { id, version: former } = await create(server);
  await update(server, id, former, 'one');
  const version = Number(member((await read(server, id)).json, 'version'));
  return { id, former, version };
}

/** How many of eight simultaneous updates with one version and eight values are accepted, at most over five rounds. */
async function mostWinners(server: StartedServer): Promise<number> {
  let most = 0;
  for (let round = 0; round < 5 && most < 2; round += 1) {
    const { id, version } = await create(server);
    const racers = Array.from({ length: 8 }, (_, racer) => update(server, id, version, `racer ${racer}`));
    const winners = (await Promise.all(racers)).filter(({ status }) => status === 204).length;
    most = Math.max(most, winners);
  }
  return most;
}

/** The facts of the update by id (4.10). */
export const UPDATE_FACTS: readonly DeterminedFact[] = [
  fact('lower-version-accepted', 'a lower version is a mismatch', [409, 204], async (s) => {
    const { id, version } = await create(s);
    return statusOf(update(s, id, version - 1, 'a'));
  }),
  fact('former-version-accepted', 'the former version is a mismatch', [409, 204], async (s) => {
    const { id, former } = await afterOneChange(s);
    return statusOf(update(s, id, former, 'two'));
  }),
  fact('truncated-version', 'a version and a half is a mismatch', [409, 204], async (s) => {
    const { id, version } = await create(s);
    return statusOf(update(s, id, `${version}.5`, 'a'));
  }),
  fact('stale-no-op-accepted', 'a mismatch is one for any action', [409, 204], async (s) => {
    const { id, former } = await afterOneChange(s);
    return statusOf(update(s, id, former, null));
  }),
  fact(
    'applied-conflict',
    'a conflict applies nothing',
    [
      [409, 'one'],
      [409, 'two'],
    ],
    async (s) => {
      const { id, former } = await afterOneChange(s);
      const { status } = await update(s, id, former, 'two');
      return [status, member((await read(s, id)).json, 'notes.someProperty')];
    },
  ),
  fact('precondition-failed', 'a mismatch is answered 409', [409, 412], async (s) => {
    const { id, version } = await create(s);
    return statusOf(update(s, id, version + 1, 'a'));
  }),
  fact('check-then-act', 'one of several simultaneous updates wins', [false, true], async (s) => {
    return (await mostWinners(s)) > 1;
  }),
  fact('version-unmoved', 'a changed state has another version', [true, false], async (s) => {
    const { former, version } = await afterOneChange(s);
    return version !== former;
  }),
  fact(
    'actions-reversed',
    'actions apply in order',
    [
      [204, 'b'],
      [204, 'a'],
    ],
    (s) => propertyAfter(s, 'a', null, 'b'),
  ),
  fact(
    'first-action-only',
    'every action applies',
    [
      [204, 'b'],
      [204, undefined],
    ],
    (s) => propertyAfter(s, null, 'b'),
  ),
];
