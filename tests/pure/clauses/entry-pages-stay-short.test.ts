import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../../config/packaging/package-folder.ts';

/** Pages that a newcomer reads first, and the most octets that each may have: what does not fit has a page of its own. */
const longest = { 'README.md': 10_240, 'CONTRIBUTING.md': 8192, 'ARCHITECTURE.md': 6500 };

const read = (page: string): string => readFileSync(join(packageFolder, page), 'utf8');

test.for(Object.entries(longest))('%s has at most %i octets', ([page, most]) => {
  expect(Buffer.byteLength(read(page))).toBeLessThanOrEqual(most);
});

/** Lines of a release that a reader gets at once. */
const mostOfRelease = 60;

test('a release takes at most a page of CHANGELOG.md, with the details elsewhere', () => {
  const releases = read('CHANGELOG.md')
    .split(/^(?=## )/m)
    .slice(1);
  const versions = releases.map((text) => /^## (.+)$/m.exec(text)?.[1] ?? '');
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(versions.slice(0, 2)).toEqual(['Unreleased', version]);
  const long = releases.filter((text) => text.trimEnd().split('\n').length > mostOfRelease);
  expect(long.map((text) => text.slice(0, text.indexOf('\n')))).toEqual([]);
});

test('each release links its page of details', () => {
  for (const page of readdirSync(join(packageFolder, 'docs/changes'))) {
    const version = page.replace(/\.md$/, '');
    const release = read('CHANGELOG.md')
      .split(/^(?=## )/m)
      .find((text) => text.toLowerCase().startsWith(`## ${version}\n`));
    expect(release).toContain(`](docs/changes/${page})`);
  }
});
