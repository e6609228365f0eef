import { describe, expect, test } from 'vitest';
import { LearntRoom } from '../../../run/session/learnt-room.ts';
import { createRandom } from '../../../run/random.ts';

/** A moment in which so many requests are in flight: all are sent at once, and answered one after the other. */
function moment(
  room: LearntRoom,
  {
    at,
    inFlight,
    isLost,
  }: { readonly at: number; readonly inFlight: number; readonly isLost: (place: number) => boolean },
): void {
  const places = Array.from({ length: inFlight }, (_, place) => place + 1);
  // Who is turned away is told so before the others are served.
  for (const sort of [true, false])
    for (const place of places.filter((one) => isLost(one) === sort))
      room.note({ inFlight: place, isLost: sort, sentAt: at, answeredAt: at + (sort ? 1 : 5) });
}

const many = Array.from({ length: 40 }, (_, index) => index * 10);
const nobody = (): boolean => false;

describe('a server that refuses too many concurrent requests', () => {
  test.each([2, 3, 8, 20])('accepts %i at a time', (limit) => {
    const room = new LearntRoom(24);
    for (const at of many) moment(room, { at, inFlight: room.limit, isLost: (place) => place > limit });
    expect(room.limit).toBe(limit);
    expect(room.learnt).toBe(limit);
    expect(room.proven).toBe(limit);
  });

  test('is not believed at its first moment', () => {
    const room = new LearntRoom(24);
    moment(room, { at: 0, inFlight: 24, isLost: (place) => place > 8 });
    expect(room.limit).toBe(24);
    expect(room.proven).toBeLessThanOrEqual(8);
  });

  test('is believed if it still refuses more later', () => {
    const room = new LearntRoom(24);
    for (const at of many) moment(room, { at, inFlight: room.limit, isLost: (place) => place > 8 });
    for (const at of many)
      moment(room, { at: 1_000 + at, inFlight: room.limit, isLost: (place) => place > 5 });
    expect(room.limit).toBe(5);
  });
});

describe('no limit is learnt', () => {
  test('no limit is learnt if every request is answered, and that many are known to be accepted', () => {
    const room = new LearntRoom(24);
    for (const at of many) moment(room, { at, inFlight: 24, isLost: nobody });
    expect(room.limit).toBe(24);
    expect(room.proven).toBeGreaterThan(12);
  });

  test.each([0.03, 0.3])(
    'no limit is learnt if a share of %d is lost, however many other requests are in flight',
    (share) => {
      const random = createRandom(5);
      const room = new LearntRoom(24);
      for (const at of many) {
        const lost = new Set(
          Array.from({ length: 24 }, (_, place) => place + 1).filter(
            () => random.integer(1, 100) <= 100 * share,
          ),
        );
        moment(room, { at, inFlight: 24, isLost: (place) => lost.has(place) });
      }
      expect(room.limit).toBe(24);
    },
  );

  test('no limit is learnt if no request is answered for a while', () => {
    const room = new LearntRoom(24);
    moment(room, { at: 0, inFlight: 24, isLost: nobody });
    for (const at of many) moment(room, { at: 10 + at, inFlight: 24, isLost: () => true });
    for (const at of many) moment(room, { at: 1_000 + at, inFlight: 24, isLost: nobody });
    expect(room.limit).toBe(24);
  });

  test('losses alone teach no limit', () => {
    const room = new LearntRoom(24);
    for (const at of many) moment(room, { at, inFlight: 1, isLost: () => at % 20 === 0 });
    expect(room.limit).toBe(24);
    expect(room.proven).toBe(1);
  });
});
