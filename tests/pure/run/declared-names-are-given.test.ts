import { expect, test } from 'vitest';
import type { Profile } from '../../../clause/profile.ts';
import { rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import { createEngine } from '../../../run/engine.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

const never = (): Promise<never> => Promise.reject(new Error('nothing is sent'));
const silent: Transport = {
  send: never,
  sendRaw: never,
  sendOnOneConnection: never,
  race: never,
  raceTransports: never,
  bytes: () => ({ written: 0, read: 0 }),
  close: () => Promise.resolve(),
};

test.each<readonly [string, Profile['resource'], readonly string[]]>([
  ['bodies', { idSource: 'body:/name', keySource: 'body:/at/key' }, ['/name', '/at/key']],
  ['no body', { idSource: 'header:Location', keySource: 'none' }, []],
  ['nothing that is declared', undefined, []],
])('a history is given if %s show names', (_where, resource, places) => {
  const options = { ...rehearsalOptions({}, 1), profile: resource === undefined ? {} : { resource } };
  const clock = createVirtualClock();
  const { history } = createEngine({ options, transport: silent, clock, redact: (text) => text }, () => true);
  expect(history.given.namedAt).toEqual(places);
});
