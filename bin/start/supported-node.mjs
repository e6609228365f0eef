import { readFileSync } from 'node:fs';

// What the package needs of Node stands in its `engines`; without it, what the commands import fails with a stack.
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const actual = numbersOf(process.versions.node);

if (!engines.node.split('||').some((range) => allows(range.trim(), actual))) {
  process.stderr.write(
    `resource-conformance: found Node ${process.versions.node}; expected ${engines.node}.\nInstall one of these versions, or name one in the image of your build service.\n`,
  );
  process.exit(2);
}

/**
 * @param {string} range - `^20.19.0` or `>=24`
 * @param {readonly number[]} version
 */
function allows(range, version) {
  const least = numbersOf(range.replace(/^\D+/, ''));
  if (range.startsWith('^') && version[0] !== least[0]) return false;
  const differs = least.findIndex((part, at) => part !== version[at]);
  return differs < 0 || (version[differs] ?? 0) > (least[differs] ?? 0);
}

/** @param {string} text */
function numbersOf(text) {
  return text.split('.').map((part) => parseInt(part, 10));
}
