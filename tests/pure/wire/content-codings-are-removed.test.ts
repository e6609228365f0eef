import * as zlib from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../wire/content-coding.ts';

const plain = new TextEncoder().encode('{"version":1}');
const decoded = (coding: string, body: Uint8Array) => decode(body, [['Content-Encoding', coding]], 1_000);
const { zstdCompressSync } = zlib as { readonly zstdCompressSync?: (body: Uint8Array) => Uint8Array };

describe('a body in zstd', () => {
  test.runIf(zstdCompressSync !== undefined)('is decoded if Node can', async () => {
    const body = zstdCompressSync?.(plain) ?? plain;
    expect(await decoded('zstd', body)).toMatchObject({ kind: 'decoded' });
    expect(await decode(body, [['Content-Encoding', 'zstd']], 5)).toMatchObject({ failure: 'too-large' });
  });

  test.runIf(zstdCompressSync === undefined)(
    'is not reported against the server if Node cannot',
    async () => {
      expect(await decoded('zstd', plain)).toMatchObject({
        kind: 'failed',
        failure: 'coding',
        detail: 'unknown content coding `zstd`: run the suite with Node 22.15 or later',
      });
    },
  );
});

test('an unknown coding is named, and cut if it is long', async () => {
  expect(await decoded('x'.repeat(100), plain)).toMatchObject({
    detail: `unknown content coding \`${'x'.repeat(40)}\``,
  });
  expect(await decoded('constructor', plain)).toMatchObject({
    detail: 'unknown content coding `constructor`',
  });
});
