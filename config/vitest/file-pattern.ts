import { relative } from 'node:path';
import { packageFolder } from '../packaging/package-folder.ts';

/**
 * The pattern that only this file matches, from the root of the run: the folders above the package are in no pattern,
 * and what is in it has no special sign.
 */
export function asPattern(file: string, root = packageFolder): string {
  const path = relative(root, file).replaceAll('\\', '/');
  return path.replace(/[()[\]{}!*?@+|$]/g, '\\$&');
}
