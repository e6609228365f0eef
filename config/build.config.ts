import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const folder = new URL('../', import.meta.url);

/** Modules that a process or a worker starts with, or that are loaded by their path. */
const entries = [
  ...['docs', 'main', 'power', 'reference', 'rehearse', 'programmatic/api'].map((name) => `bin/${name}`),
  'config/plan',
  'schemas/published',
  ...['entry', 'global-setup', 'options-or-exit'].map((name) => `config/vitest/${name}`),
  ...readdirSync(new URL('config/vitest/entries/', folder)).map(
    (file) => `config/vitest/entries/${file.slice(0, -3)}`,
  ),
];

/** Compiles the sources into few modules: to find and load hundreds of small ones takes longer than to run them. */
export default defineConfig({
  root: fileURLToPath(folder),
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [name, fileURLToPath(new URL(`${name}.ts`, folder))])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
