import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const reporters = fileURLToPath(new URL('../../../reporters', import.meta.url));
const files = readdirSync(reporters, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** Our own sentences, by the names under which a report has them. */
const reads = String.raw`(?:match|matchAll|includes|startsWith|endsWith|search|indexOf|lastIndexOf|replace|replaceAll)`;
const sentence = String.raw`(?:\b(?:expected|got|statement|sends|violation|rationale|why|causes?|readings?|reasons|supply|races|differs|share)\b|\breason\b(?!\??\.(?!${reads}))|\breason\b\??\.text\b|\basks\b\??\.line\b)`;

/** A sentence that is searched, and one that something is searched for in, or with. */
const reading = new RegExp(
  [
    String.raw`${sentence}[)!]*\s*\??\.${reads}\(`,
    String.raw`\.(?:test|exec)\([^()]*${sentence}`,
    String.raw`\.(?:includes|startsWith|endsWith|indexOf)\([^()]*${sentence}`,
  ].join('|'),
  'g',
);

/** Where a text reads a sentence of ours: what it searches. */
function readingsIn(text: string): readonly string[] {
  return [...text.matchAll(reading)].map(([found]) => found);
}

describe('the code that renders a report', () => {
  test.each(files)('reads no sentence of ours: %s', (file) => {
    expect(readingsIn(readFileSync(join(reporters, file), 'utf8'))).toEqual([]);
  });

  test.each([
    "this.#finding.got.includes('an earlier version')",
    'const [, named] = /^(\\d{3})\\b(.*)$/s.exec(got) ?? [];',
    '/\\bno 409\\b/.test(expected)',
    'first.reason.text.startsWith(`${id}: `)',
    "finding.got\n    .replace(/\\.$/, '')",
    'body.includes(got)',
    "supply.startsWith('CONFORMANCE_CONSENT=')",
    "/NO_SCOPE/.test(reason.supply ?? '')",
    'reason.startsWith(readOnlyPrefix)',
    "races.replace(/^races: /, '')",
    "share.replace('READ-ONLY ', '')",
    '/PRODUCTS=/.test(asks.line)',
    "(reason?.text ?? '') && reason?.text.match(/x/)",
  ])('would be found: %s', (line) => {
    expect(readingsIn(line)).not.toEqual([]);
  });
});
