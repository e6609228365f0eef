import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const usage = `Usage: npm run bench [-- --habits]

Measures, side by side on this machine, what vitest, the run of the core endpoints,
the whole one, both with latency, servers that deviate everywhere and the checker of
histories take, then honest servers with other
habits and single faults over sockets. Takes some ten minutes.

--habits measures these last two alone.
`;

const onlyHabits = process.argv[2] === '--habits';
if (process.argv.length > 2 && !onlyHabits) {
  process.stdout.write(usage);
  process.exit(0);
}
const options = { configFile: false, envDir: false, root: fileURLToPath(new URL('..', import.meta.url)) };
const { module } = await runnerImport(fileURLToPath(new URL('measure-all.ts', import.meta.url)), options);
await (onlyHabits ? module.measureHonest() : module.measureAll());
