import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const options = { configFile: false, envDir: false, root: fileURLToPath(new URL('..', import.meta.url)) };
const { module } = await runnerImport(fileURLToPath(new URL('measure-all.ts', import.meta.url)), options);
await module.measureAll();
