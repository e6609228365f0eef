import { existsSync, readdirSync, statSync } from 'node:fs';

const folder = new URL('../../', import.meta.url);
/** Top folders that contain no sources of the package. */
const others = /^(?:dist|docs|node_modules|reports|tests|bench|examples|\..*)$/;

/** Only the repository has tests; its sources may change after they were compiled. */
export const inRepository = existsSync(new URL('tests/', folder));

/**
 * The folder of compiled modules, if it exists and no source of the repository is newer: nobody runs a stale build.
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
  const sources = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !others.test(entry.name),
  );
  return sources.some(({ name }) => {
    const within = new URL(`${name}/`, folder);
    const files = readdirSync(within, { recursive: true, withFileTypes: true });
    return files.some(
      (file) =>
        /\.(ts|json)$/.test(file.name) && statSync(`${file.parentPath}/${file.name}`).mtimeMs > builtAt,
    );
  });
}
