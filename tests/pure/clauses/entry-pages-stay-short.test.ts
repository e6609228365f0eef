import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../../config/packaging/package-folder.ts';

/** Pages that a newcomer reads first, and the most octets that each may have: what does not fit has a page of its own. */
const longest = { 'CONTRIBUTING.md': 8192, 'ARCHITECTURE.md': 6500 };

test.for(Object.entries(longest))('%s has at most %i octets', ([page, most]) => {
  expect(readFileSync(join(packageFolder, page)).length).toBeLessThanOrEqual(most);
});
