import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** What would make a judgement depend on more than a history. */
const hinges = /\bawait\b|\basync\b(?!\.)|new Date\b|Date\.now|Math\.random|performance\.now|setTimeout/;

describe('the conclusions from a history', () => {
  test.each(['history', 'world', 'judge'])('wait for nothing and draw nothing in %s', (room) => {
    const modules = readdirSync(join(repository, room), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts'),
    );
    const hinging = modules.filter((name) => hinges.test(withoutComments(join(repository, room, name))));
    expect(modules.length).toBeGreaterThan(0);
    expect(hinging).toEqual([]);
  });
});

function withoutComments(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
}
