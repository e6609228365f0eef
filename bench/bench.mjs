import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const usage = `Usage: npm run bench

Measures, side by side on this machine, what vitest, the run of the core endpoints,
the whole one, both with latency, servers that deviate everywhere and the checker of
histories take. Takes a few minutes.
`;

if (process.argv.length > 2) {
  process.stdout.write(usage);
  process.exit(0);
}
const options = { configFile: false, envDir: false, root: fileURLToPath(new URL('..', import.meta.url)) };
const { module } = await runnerImport(fileURLToPath(new URL('measure-all.ts', import.meta.url)), options);
await module.measureAll();
