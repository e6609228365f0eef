import { existsSync, readdirSync, statSync } from 'node:fs';

const folder = new URL('../../', import.meta.url);
/** Folders at the top in which no sources of the package stand. */
const others = /^(?:dist|docs|node_modules|reports|tests|bench|examples|\..*)$/;

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
