import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GatheredOctets } from '../../../wire/gathered-octets.ts';

test('pieces of any size form one sequence of octets, at any time', () => {
  const piece = fc.oneof(fc.uint8Array({ maxLength: 5 }), fc.constant(new Uint8Array(5_000).fill(7)));
  fc.assert(
    fc.property(fc.array(piece), fc.array(piece), (before, after) => {
      const gathered = new GatheredOctets();
      for (const one of before) gathered.push(one);
      expect(Buffer.concat(before).equals(gathered.whole())).toBe(true);
      for (const one of after) gathered.push(one);
      expect(Buffer.concat([...before, ...after]).equals(gathered.whole())).toBe(true);
    }),
  );
});

test('a million pieces of one octet take little room', () => {
  const before = process.memoryUsage();
  const gathered = new GatheredOctets();
  for (let at = 0; at < 1_000_000; at += 1) gathered.push(Uint8Array.of(at & 255));
  expect(gathered.whole().length).toBe(1_000_000);
  const after = process.memoryUsage();
  expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(200 * 1_048_576);
});
