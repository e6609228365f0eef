import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { asPattern } from '../../../config/vitest/file-pattern.ts';
import { packageFolder } from '../../../config/packaging/package-folder.ts';

describe('the pattern of a file', () => {
  test.for(['(b)', 'feature%2Ffix', '[x]', '{y,z}', '!(x)', '+(a)', 'a*b', 'a?b', 'a|b', '$@', 'ü #x'])(
    'says nothing of the folders above the root, like %s',
    (name) => {
      const root = join('/work', name);
      expect(asPattern(join(root, 'dist/config/vitest/entry.js'), root)).toBe('dist/config/vitest/entry.js');
    },
  );

  test('takes every sign below the root for itself', () => {
    const names = ['(b)', '[x]', '{y}', '!z', 'a*b', 'a?b', '@', '+', '|', '$'];
    expect(asPattern(join('/work', ...names), '/work')).toBe(
      String.raw`\(b\)/\[x\]/\{y\}/\!z/a\*b/a\?b/\@/\+/\|/\$`,
    );
  });

  test('is of the package unless another root is given', () => {
    expect(asPattern(join(packageFolder, 'config/vitest/entry.ts'))).toBe('config/vitest/entry.ts');
  });
});
