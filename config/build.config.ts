import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const folder = new URL('../', import.meta.url);

/** Modules that a process or a worker starts with, or that are loaded by their path. */
const entries = [
  ...[
    'docs',
    'main',
    'reference',
    'rehearse',
    'programmatic/api',
    'programmatic/expect',
    'programmatic/reporter',
    'programmatic/suite',
  ].map((name) => `bin/${name}`),
  'config/plan',
  'config/certificates/thread/verify-worker',
  'mock/published',
  'schemas/published',
  'properties/published',
  ...['clause-tests', 'global-setup', 'options-or-exit'].map((name) => `config/vitest/${name}`),
];

/** Libraries that decide cases, shapes and numbers: a release judges as on the day of its build. */
const deciding = ['ajv', 'ajv-formats', 'fast-check'];
const theirs = ['fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'pure-rand'];

/** The licences of the libraries in the compiled code; each build writes them again. */
const licences = 'THIRD-PARTY.md';

/** Compiles into few modules: Node takes longer to find and load hundreds of modules than to run them. */
export default defineConfig({
  root: fileURLToPath(folder),
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: [...deciding, ...theirs] },
  plugins: [
    {
      name: 'licences-beside-the-readme',
      closeBundle: () => copyFileSync(new URL(`dist/${licences}`, folder), new URL(licences, folder)),
    },
  ],
  build: {
    license: { fileName: licences },
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
