import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Whole runs against raw servers that answer outrageously: minutes of waiting, so that they have a command of their own. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  envDir: false,
  test: {
    include: ['tests/hard-answers-are-borne.test.ts'],
    pool: 'forks',
    testTimeout: 180_000,
    watch: false,
  },
});
