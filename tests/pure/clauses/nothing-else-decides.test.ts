import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import { createEngine } from '../../../run/engine.ts';
import type { RunOptions } from '../../../run/options.ts';
import type { SuppliedToken } from '../../../history/caller.ts';
import type { Transport } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const rooms = ['clause', 'contract', 'implementation', 'judging', 'properties', 'run', 'schemas', 'suites'];

/** The time of day without the clock; a rule of the linter's forbids the other sources of time, chance and order. */
const bareDate = /\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/g;

function datesIn(text: string): readonly string[] {
  return [...text.matchAll(bareDate)].map(([found]) => found);
}

describe('the deciding code gets the time of day only from the clock', () => {
  test.each(rooms)('%s', (room) => {
    const files = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' });
    const asking = files.filter(
      (file) => file.endsWith('.ts') && datesIn(readFileSync(join(root, room, file), 'utf8')).length > 0,
    );
    expect(asking).toEqual([]);
  });

  test.each(['at(new Date())', 'Date()', 'new Date(\n)'])(
    'a call that asks for the time of day is found: %s',
    (text) => {
      expect(datesIn(text)).toHaveLength(1);
    },
  );

  test.each(['new Date(0)', 'clock.date()', 'documentedDate(at)'])('a call that is allowed: %s', (text) => {
    expect(datesIn(text)).toEqual([]);
  });
});

describe('the draws of a seed', () => {
  const supplied = (token: string): SuppliedToken => ({ label: 'A', token, scopes: ['view_test:demo'] });
  const words = (tokens: readonly SuppliedToken[]): readonly string[] => {
    const options: RunOptions = { ...rehearsalOptions({}, 1), tokens };
    const clock = createVirtualClock();
    const engine = createEngine({ options, transport: silent, clock, redact: (text) => text }, () => true);
    const drawn = [engine.word()];
    for (const one of engine.callers.supplied) engine.callers.altered(one);
    return [...drawn, engine.word(), engine.word()];
  };

  test('does not depend on the number or length of tokens, or on altered tokens', () => {
    const drawn = words([]);
    expect(new Set(drawn).size).toBe(3);
    expect(words([supplied('short')])).toEqual(drawn);
    expect(words([supplied('a'.repeat(2_000)), { ...supplied('b'), label: 'B' }])).toEqual(drawn);
  });
});

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
