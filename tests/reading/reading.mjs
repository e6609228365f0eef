import { register } from 'node:module';

// What is written is what is to be read, whether or not it is built.
register('../../bin/source-hook.mjs', import.meta.url);
const { printReading } = await import('./command.ts');
printReading(process.argv[2]);
