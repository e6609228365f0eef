import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** What others rely on: clause ids and levels, schemas of what is written and read, settings. */
const files = [
  'contract/clauses.json',
  'reporters/report.schema.json',
  'config/profile.schema.json',
  'config/certificates/certificate.schema.json',
  'tape/tape.schema.json',
  '.env.example',
  ...readdirSync(join(repository, 'schemas'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `schemas/${name}`),
];

/** Digests of these, as they were before the core was exchanged; who changes one on purpose writes the new one down. */
const before = JSON.parse(
  readFileSync(join(repository, 'tests/support/public-files.json'), 'utf8'),
) as Readonly<Record<string, string>>;

function digestOf(file: string): string {
  return createHash('sha256')
    .update(readFileSync(join(repository, file)))
    .digest('hex');
}

describe('the public files', () => {
  test.each(files)('stay unchanged: %s', (file) => {
    expect(digestOf(file)).toBe(before[file]);
  });

  test('are listed completely', () => {
    expect(Object.keys(before).toSorted()).toEqual(files.toSorted());
  });
});
