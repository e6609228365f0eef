import { fork } from 'node:child_process';
import { once, on } from 'node:events';
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

// Plays whole runs by the sources of two commits, each in a process of its own: see `moved-verdicts.ts`.
const [root] = process.argv.slice(2);
if (root === undefined) await compare();
else await play(root);

/** Asks both commits for each run, and says what either has alone. */
async function compare() {
  const messages = on(process, 'message', { close: ['disconnect'] });
  const [{ roots }] = (await messages.next()).value;
  const children = roots.map((/** @type {string} */ one) => fork(new URL(import.meta.url), [one]));
  process.once('exit', () => children.forEach((/** @type {import('node:child_process').ChildProcess} */ child) => child.kill()));
  for await (const [{ name }] of messages) {
    const lines = await Promise.all(
      children.map(async (/** @type {import('node:child_process').ChildProcess} */ child) => {
        child.send(name);
        const [line] = await once(child, 'message');
        return String(line).split(' ');
      }),
    );
    const [before, now] = lines;
    const gone = before.filter((/** @type {string} */ one) => !now.includes(one)).map((/** @type {string} */ one) => `-${one}`);
    const come = now.filter((/** @type {string} */ one) => !before.includes(one));
    const isNew = before[0] === 'unknown';
    process.send?.({ ending: isNew ? 'new' : gone.length + come.length === 0 ? 'same' : `moved: ${[...gone, ...come].join(' ')}` });
  }
} // prettier-ignore

/**
 * Plays the runs that are requested by the sources of one commit.
 *
 * @param {string} folder
 */
async function play(folder) {
  register(pathToFileURL(join(folder, 'bin/source-hook.mjs')));
  // The folder had another name in release 0.2.0.
  const verdicts = ['tests/support/verdicts', 'tests/support/transcripts']
    .map((path) => join(folder, path))
    .find((path) => existsSync(path));
  const { verdictRows } = await import(pathToFileURL(join(verdicts ?? folder, 'verdict-rows.ts')).href);
  const { verdictLine } = await import(pathToFileURL(join(verdicts ?? folder, 'verdict-line.ts')).href);
  const rows = Array.isArray(verdictRows) ? verdictRows : Object.values(verdictRows).flat();
  for await (const [name] of on(process, 'message', { close: ['disconnect'] })) {
    const row = rows.find((one) => one.name === name);
    process.send?.(row === undefined ? 'unknown' : verdictLine(await row.play()));
  }
}
