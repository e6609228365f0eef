import { describe, expect, test } from 'vitest';
import { Exchange } from '../../../history/exchange.ts';
import type { ReadingWord } from '../../../history/reading.ts';
import type { FailureKind, Outcome } from '../../../wire/exchange.ts';

type More = Partial<ConstructorParameters<typeof Exchange>[0]>;

const words = [
  'success',
  'later',
  'refusal',
  'nothing there',
  'fault',
  'limit',
  'gateway',
  'silence',
  'elsewhere',
  'expired',
  'accepted',
  'turned away',
  'refused',
  'noise',
] as const satisfies readonly ReadingWord[];

function exchange(came: number | FailureKind, more: More): Exchange {
  const at = { sentAt: 0, answeredAt: 1 };
  const outcome: Outcome =
    typeof came === 'number'
      ? { kind: 'answer', status: came, headers: [], body: new Uint8Array(), ...at }
      : { kind: 'failure', failure: came, detail: '', wrote: true, ...at };
  const caller = { label: 'nobody', kind: 'none', scopes: new Set<string>() } as const;
  return new Exchange({ number: 1, caller, request: { method: 'GET', target: '/', headers: [] }, outcome, redirects: 0, ...more }); // prettier-ignore
}

const isLimited = { isLimited: true };
const isPage = { isPage: true };
const isWordless = { isWordless: true };
const tokenExpired = { tokenExpired: true };
const elsewhere = { redirect: 'elsewhere' } as const;

describe('the result of a request', () => {
  test.each<readonly [number | FailureKind, More, readonly ReadingWord[]]>([
    [200, {}, ['success', 'accepted']],
    [201, {}, ['success', 'accepted']],
    [202, {}, ['later', 'accepted']],
    [204, {}, ['success', 'accepted']],
    [299, {}, ['success', 'accepted']],
    [199, {}, ['refusal', 'turned away', 'refused']],
    [300, {}, ['refusal', 'turned away', 'refused']],
    [403, {}, ['refusal', 'turned away', 'refused']],
    [409, {}, ['refusal', 'turned away', 'refused']],
    [505, {}, ['refusal', 'turned away', 'refused']],
    [404, {}, ['nothing there', 'turned away', 'refused']],
    [410, {}, ['nothing there', 'turned away', 'refused']],
    [500, {}, ['fault', 'refused']],
    [501, {}, ['fault', 'refused']],
    [429, {}, ['limit', 'noise']],
    [403, isLimited, ['limit', 'noise']],
    [500, isLimited, ['limit', 'noise']],
    [502, {}, ['gateway', 'noise']],
    [503, {}, ['gateway', 'noise']],
    [504, {}, ['gateway', 'noise']],
    [503, isLimited, ['gateway', 'noise']],
    [200, isPage, ['gateway', 'noise']],
    [202, isPage, ['gateway', 'noise']],
    ['reset', {}, ['silence', 'noise']],
    ['timeout', {}, ['silence', 'noise']],
    ['reset', isWordless, ['refusal', 'turned away', 'refused']],
    ['reset', { isWordless: true, tokenExpired: true }, ['expired', 'noise']],
    [302, elsewhere, ['elsewhere', 'noise']],
    [303, { redirect: 'in-a-loop' }, ['elsewhere', 'noise']],
    [401, tokenExpired, ['expired', 'noise']],
    [200, tokenExpired, ['expired', 'noise']],
    ['stopped', tokenExpired, ['expired', 'noise']],
  ])('is, of %s with %j, %j', (came, more, expected) => {
    const one = exchange(came, more);
    expect(words.filter((word) => one.is(word))).toEqual(words.filter((word) => expected.includes(word)));
    expect(one.succeeded).toBe(expected.includes('accepted'));
  });

  test('is any of several words, and none of an empty list', () => {
    expect(exchange(404, {}).is('fault', 'nothing there')).toBe(true);
    expect(exchange(404, {}).is('fault', 'noise')).toBe(false);
    expect(exchange(404, {}).is()).toBe(false);
  });
});
