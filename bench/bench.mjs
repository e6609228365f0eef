import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const usage = `Usage: npm run bench [-- --habits | --memory]

Measures, side by side on this machine, what vitest, the run of the core endpoints,
the whole one, both with latency, servers that deviate everywhere and the checker of
histories take, then honest servers with other
habits and single faults over sockets. Takes some ten minutes.

--habits measures these last two alone, --memory what a run has resident, honestly
answered and with answers that are large in several ways.
`;

const parts = { '--habits': 'measureHonest', '--memory': 'measurePeaks' };
const part = process.argv[2] === undefined ? 'measureAll' : parts[process.argv[2]];
if (part === undefined) {
  process.stdout.write(usage);
  process.exit(0);
}
const options = { configFile: false, envDir: false, root: fileURLToPath(new URL('..', import.meta.url)) };
const { module } = await runnerImport(fileURLToPath(new URL('measure-all.ts', import.meta.url)), options);
await module[part]();
