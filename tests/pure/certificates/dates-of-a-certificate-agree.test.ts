import { describe, expect, test } from 'vitest';
import type { Certificate } from '../../../config/certificates/certificate.ts';
import { clocksApart, dated, valid } from '../../../config/certificates/lines/dated.ts';
import { withDates } from '../../../config/certificates/taped-dates.ts';
import type { TapeEvent } from '../../../tape/events.ts';
import { fronted } from '../../support/certificates/fronted-reports.ts';

const began = '2026-01-02T03:04:06.000Z';
const { certificate } = fronted();

/** An answer after so many seconds, with that in its field `Date`. */
const answer = (seconds: number, date: string | undefined): TapeEvent => ({
  n: seconds,
  at: seconds * 1_000,
  asked: { op: 'send', q: { m: 'GET', t: '/', h: [] } },
  said: {
    a: {
      s: 200,
      h: date === undefined ? [] : [['date', date]],
      b: '',
      t: [seconds * 1_000 - 1, seconds * 1_000],
    },
  },
});
const at = (seconds: number, aheadMs = 0): string =>
  new Date(Date.parse(began) + seconds * 1_000 + aheadMs).toUTCString();
const day = 24 * 60 * 60 * 1_000;
const taped = (events: readonly TapeEvent[], startedAt = began) => {
  const { tape, dates } = withDates({ head: { tape: 2, startedAt, told: {} }, events });
  expect([...tape.events]).toEqual(events);
  return dates();
};
const now = new Date('2026-01-03T00:00:00Z');
const asked = (dates: ReturnType<typeof taped>, change: Partial<Certificate> = {}) =>
  dated({ ...certificate, ...change }, dates, now);

describe('the dates of a certificate', () => {
  test('are valid if start, tape and answers agree', () => {
    expect(asked(taped([1, 2, 3].map((seconds) => answer(seconds, at(seconds)))))).toMatchObject({
      state: 'holds',
    });
  });

  test('are valid if some answers come from a cache, or have no valid date', () => {
    const events = [
      answer(1, at(1, -day)),
      answer(2, at(2)),
      answer(3, at(3)),
      answer(4, 'yesterday'),
      answer(5, undefined),
    ];
    expect(asked(taped(events))).toMatchObject({ state: 'holds' });
  });

  test('come only from the vendor if no answer has a date', () => {
    expect(asked(taped([answer(1, undefined)]))).toEqual({
      about: 'dated',
      state: 'said',
      text: 'began 2026-01-02 03:04:05 UTC, by the vendor’s clock alone: no answer has a date',
    });
  });

  test.each([3 * day, -3 * day])('cannot be decided if the answers are dated %i ms ahead', (aheadMs) => {
    const dates = taped([1, 2, 3].map((seconds) => answer(seconds, at(seconds, aheadMs))));
    const other = new Date(Date.parse(began) + aheadMs).toISOString().slice(0, 10);
    expect(asked(dates)).toMatchObject({
      state: 'untold',
      text: expect.stringMatching(
        new RegExp(`^its run began 2026-01-02 .*, and ${other} .*by the dates of its answers`),
      ),
    });
    expect(clocksApart(dates)).toContain('one clock is wrong');
    expect(clocksApart(taped([answer(1, at(1, 60_000))]))).toBeUndefined();
  });

  test('cannot be decided if they are in the future of the reader', () => {
    const early = new Date('2026-01-01T00:00:00Z');
    expect(dated(certificate, taped([answer(1, at(1))]), early)).toMatchObject({
      state: 'untold',
      text: 'issued 2026-01-02 03:04:18 UTC, and here it is 2026-01-01 00:00:00 UTC: one clock is wrong',
    });
  });
});

describe('a certificate is valid', () => {
  test('a certificate is valid for a year from its own date', () => {
    expect(valid(certificate, { now })).toEqual({
      about: 'valid',
      state: 'said',
      text: 'until 2027-01-02, counted from the date that the certificate states: 2026-01-02',
    });
    expect(valid(certificate, { now: new Date('2027-01-03') })).toMatchObject({
      state: 'untold',
      text: 'expired on 2027-01-02',
    });
  });

  test('a certificate is valid for a year from the time at which its nonce was handed out, if the reader knows that time', () => {
    const drawn = new Date('2025-12-25T00:00:00Z');
    expect(valid(certificate, { now, drawn })).toMatchObject({
      state: 'said',
      text: 'until 2025-12-25, counted from the time at which its nonce was handed out: 2025-12-25'.replace(
        'until 2025',
        'until 2026',
      ),
    });
    expect(valid(certificate, { now: new Date('2026-12-26'), drawn })).toMatchObject({ state: 'untold' });
  });

  test('a certificate is invalid if its run began before its nonce was handed out', () => {
    expect(valid(certificate, { now, drawn: now })).toMatchObject({
      state: 'untold',
      text: expect.stringContaining('before its nonce was handed out'),
    });
  });
});
