import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { allowedPictures, gif, jpeg, otherContents, png } from '../../../suites/4.15/pictures.ts';

const text = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString('latin1');

test('the JPEG has one pixel between its first and its last marker', () => {
  expect(Buffer.from(jpeg.bytes.subarray(0, 4)).toString('hex')).toBe('ffd8ffe0');
  expect(Buffer.from(jpeg.bytes.subarray(-2)).toString('hex')).toBe('ffd9');
  const frame = Buffer.from(jpeg.bytes).indexOf(Buffer.from('ffc0', 'hex'));
  expect(Buffer.from(jpeg.bytes.subarray(frame + 5, frame + 9)).toString('hex')).toBe('00010001');
});

test('the PNG has one pixel, and its data can be inflated', () => {
  expect(text(png.bytes, 1, 4)).toBe('PNG');
  const data = Buffer.from(png.bytes);
  const at = data.indexOf('IDAT');
  const pixels = inflateSync(data.subarray(at + 4, at + 4 + data.readUInt32BE(at - 4)));
  expect(pixels).toHaveLength(2);
});

test('the GIF has one pixel and ends as a GIF does', () => {
  expect(text(gif.bytes, 0, 6)).toBe('GIF89a');
  expect([...gif.bytes.subarray(6, 10)]).toEqual([1, 0, 1, 0]);
  expect(text(gif.bytes, -1, gif.bytes.length)).toBe(';');
});

test('the WebP is a WebP', () => {
  const webp = otherContents.find(({ type }) => type === 'image/webp');
  expect(text(webp?.bytes ?? new Uint8Array(), 0, 4)).toBe('RIFF');
  expect(text(webp?.bytes ?? new Uint8Array(), 8, 12)).toBe('WEBP');
});

test('no other content has an allowed type', () => {
  const allowed = allowedPictures.map(({ type }) => type);
  expect(allowed).toEqual(['image/jpeg', 'image/png', 'image/gif']);
  expect(otherContents.filter(({ type }) => allowed.includes(type))).toEqual([]);
});
