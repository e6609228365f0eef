import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst, transformWithOxc } from 'vite';
import { observed } from './observed.mjs';

/**
 * The settings for the loading of a battery.
 *
 * @typedef {object} Loading
 * @property {string} root - the repository
 * @property {string} [mutated] - folder of the modules with switches, each by its path
 * @property {import('./switches.ts').Met} [observed] - of which mutants switches also tell whether they would have come to another value
 * @property {boolean} [reworded] - whether all prose of the product is worded otherwise
 */

/** @type {Loading} */
let loading;

/** @param {Loading} given */
export function initialize(given) {
  loading = given;
}

const gathering = new URL('./battery/gathered-tests.ts', import.meta.url).href;

/**
 * The battery gathers tests, and runs them one by one.
 *
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, next) {
  return specifier === 'vitest' ? { url: gathering, shortCircuit: true } : next(specifier, context);
}

/**
 * Strips the types of a module, and adds switches to a mutated module.
 *
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const place = relative(loading.root, path);
  const switched = join(loading.mutated ?? '', place);
  const isSwitched = loading.mutated !== undefined && existsSync(switched);
  const source = await readFile(isSwitched ? switched : path, 'utf8');
  const { code } = await transformWithOxc(source, path, { sourcemap: false, tsconfig: false });
  return { format: 'module', source: changed(code, place, isSwitched), shortCircuit: true };
}

/**
 * @param {string} code
 * @param {string} place
 * @param {boolean} isSwitched
 */
function changed(code, place, isSwitched) {
  const isProduct = !/^(?:faults|proof|reference|tests)\//.test(place);
  if (isSwitched && loading.observed !== undefined) return observed(code, loading.observed[place] ?? []);
  return isProduct && loading.reworded ? reworded(code) : code;
}

/** Texts of two words and more are prose. */
const prose = /([a-z]{2,}) ([a-z]{2,})/;

/**
 * The same module with a changed word in each text of two words and more.
 *
 * @param {string} code
 */
export function reworded(code) {
  let text = code;
  for (const { start, end } of textsOf(parseAst(code)).toSorted((a, b) => b.start - a.start))
    text = text.slice(0, start) + text.slice(start, end).replace(prose, '$1 indeed $2') + text.slice(end);
  return text;
}

/**
 * The places of texts in a tree.
 *
 * @param {unknown} node
 * @returns {{ start: number, end: number }[]}
 */
function textsOf(node) {
  if (typeof node !== 'object' || node === null) return [];
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return [];
  if (node.type === 'TemplateElement') return [node];
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node] : [];
  return Object.values(node).flatMap(textsOf);
}
