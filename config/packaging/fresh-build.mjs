import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

const folder = new URL('../../', import.meta.url);
/** What is compiled, by the package's own word. */
const { files } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
const sources = files.filter((/** @type {string} */ name) => /^(?!dist$|docs$)[a-z]+$/.test(name));

/** Only the repository has tests; there sources change after they were compiled. */
export const inRepository = existsSync(new URL('tests/', folder));

/**
 * The compiled modules, if there are any and, in the repository, no source is newer: nobody runs a stale build.
 *
 * @returns {URL | undefined} the folder that mirrors the package's, with a slash at the end
 */
export function freshBuild() {
  const built = new URL('dist/', folder);
  const command = new URL('bin/main.js', built);
  if (!existsSync(command)) return undefined;
  return inRepository && isOlderThanSources(command) ? undefined : built;
}

/** @param {URL} compiled */
function isOlderThanSources(compiled) {
  const builtAt = statSync(compiled).mtimeMs;
  return sources.some((name) => {
    const within = new URL(`${name}/`, folder);
    const files = readdirSync(within, { recursive: true, withFileTypes: true });
    return files.some(
      (file) =>
        /\.(ts|json)$/.test(file.name) && statSync(`${file.parentPath}/${file.name}`).mtimeMs > builtAt,
    );
  });
}
