import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { allows } from './node-range.mjs';

// The `engines` of the package and of each library state versions of Node; not every installer checks them. Without
// this check, the imports of the commands fail with a stack.
const { engines, dependencies } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const require = createRequire(import.meta.url);
const actual = process.versions.node;

if (!allows(engines.node, actual))
  refuse(
    `found Node ${actual}; expected ${engines.node}`,
    'Install one of these versions, or name one in the image of your build service.',
  );

for (const name of ['undici', 'vite', 'vitest']) {
  const found = installed(name);
  const range = dependencies[name];
  if (found === undefined)
    refuse(
      `found no ${name}, on Node ${actual}; expected ${name} ${range}`,
      'Install the package again, with all of its dependencies.',
    );
  else if (!allows(found.engines?.node ?? '>=0', actual))
    refuse(
      `found ${name} ${found.version}, which needs Node ${found.engines.node}, on Node ${actual}; expected ${name} ${range}`,
      `Remove what chooses another version (an override, a lock file), or use a Node that ${name} ${found.version} takes.`,
    );
}

/** @param {string} name */
function installed(name) {
  try {
    return JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} what
 * @param {string} remedy
 */
function refuse(what, remedy) {
  process.stderr.write(`resource-conformance: ${what}.\n${remedy}\n`);
  process.exit(2);
}
