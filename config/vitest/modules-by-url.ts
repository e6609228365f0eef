import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';

/** The modules that are named by URLs; Node loads them. */
export const byUrl = /^file:/;

/**
 * Corrects URLs for Node if a folder has a `%` in its name. Vitest passes a path unchanged; Node reads it as a URL,
 * and takes the sign for an escape.
 */
export const modulesByUrl: Plugin = {
  name: 'modules-by-url',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (byUrl.test(source)) return source;
    if (isAbsolute(source) && /[#?]/.test(source) && existsSync(source)) return pathToFileURL(source).href;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    if (resolved === null || !isAbsolute(resolved.id) || !/%[^]*\.[cm]?js$/.test(resolved.id))
      return resolved;
    return pathToFileURL(resolved.id).href;
  },
};
