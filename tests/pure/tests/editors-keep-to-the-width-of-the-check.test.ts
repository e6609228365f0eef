import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../../config/packaging/package-folder.ts';

test('an editor breaks and quotes lines as `npm run format:check` demands', () => {
  const read = (file: string): string => readFileSync(join(packageFolder, file), 'utf8');
  const { printWidth, singleQuote } = JSON.parse(read('.prettierrc.json')) as Readonly<
    Record<string, unknown>
  >;
  expect(/^max_line_length = (.+)$/m.exec(read('.editorconfig'))?.[1]).toBe(String(printWidth));
  expect(/^quote_type = (.+)$/m.exec(read('.editorconfig'))?.[1]).toBe(
    singleQuote === true ? 'single' : 'double',
  );
});
