import { describe, expect, test } from 'vitest';
import { TimelineBook } from '../../../run/books/timeline.ts';

function bookAt(times: { now: number }): TimelineBook {
  return new TimelineBook({ now: () => times.now });
}

describe('the book of what happened when', () => {
  test('begins with 0, whatever the clock says', () => {
    const times = { now: 5_000 };
    const book = bookAt(times);
    times.now = 5_040;
    book.open('quiet');
    book.sent(3);
    times.now = 5_100;
    expect(book.told).toEqual({
      endMs: 100,
      phases: [
        { name: 'meeting', atMs: 0 },
        { name: 'quiet', atMs: 40 },
      ],
      requests: { sliceMs: 10, counts: [0, 0, 0, 0, 3] },
      waits: [],
    });
  });

  test('stays small however long the run is, and loses no request', () => {
    const times = { now: 0 };
    const book = bookAt(times);
    for (times.now = 0; times.now < 3_600_000; times.now += 997) book.sent(2);
    const { requests } = book.told;
    expect(requests.counts.length).toBeLessThanOrEqual(120);
    expect(requests.sliceMs * requests.counts.length).toBeGreaterThan(3_590_000);
    expect(requests.counts.reduce((sum, count) => sum + count, 0)).toBe(2 * Math.ceil(3_600_000 / 997));
  });

  test('takes waits for one thing that follow one another for one, and keeps the longest', () => {
    const times = { now: 0 };
    const book = bookAt(times);
    times.now = 50;
    book.waited('a lag', 50);
    times.now = 90;
    book.waited('a lag', 35);
    times.now = 300;
    book.waited('a pause', 100);
    times.now = 305;
    book.waited('nothing much', 5);
    expect(book.told.waits).toEqual([
      { for: 'a lag', atMs: 0, ms: 90 },
      { for: 'a pause', atMs: 200, ms: 100 },
    ]);
    for (let at = 0; at < 1_000; at += 1) {
      times.now += 1_000;
      book.waited(`${at}`, 30 + at);
    }
    const { waits } = book.told;
    expect(waits).toHaveLength(40);
    expect(Math.min(...waits.map(({ ms }) => ms))).toBe(990);
  });

  test('says nothing of a calm weather', () => {
    expect(bookAt({ now: 0 }).told).not.toHaveProperty('weather');
  });

  test('takes disturbances that follow one another for one, and counts them', () => {
    const times = { now: 1_000 };
    const book = bookAt(times);
    for (const at of [1_100, 1_200, 1_300, 9_000]) {
      times.now = at;
      book.disturbed('asked to wait');
    }
    book.disturbedFrom('a token refused everywhere', 5_000);
    book.disturbedFrom('no answer', 2_000, 3_000);
    times.now = 10_000;
    expect(book.told.weather).toEqual([
      { what: 'asked to wait', atMs: 100, ms: 200, count: 3 },
      { what: 'asked to wait', atMs: 8_000, ms: 0, count: 1 },
      { what: 'a token refused everywhere', atMs: 4_000, ms: 5_000 },
      { what: 'no answer', atMs: 1_000, ms: 1_000 },
    ]);
  });

  test('keeps few disturbances of a kind however many there are, and loses none', () => {
    const times = { now: 0 };
    const book = bookAt(times);
    for (let at = 0; at < 1_000; at += 1) {
      times.now += at % 100 === 0 ? 60_000 : 1_000;
      book.disturbed('connections lost');
    }
    const { weather = [] } = book.told;
    expect(weather.length).toBeLessThanOrEqual(24);
    expect(weather.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(1_000);
  });
});
