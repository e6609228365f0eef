import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { statedPlace } from '../../config/register/stated-places.ts';
import { importGraph } from '../support/import-graph.ts';

/** Lines of a module, counted from 1: a declaration with its comment, or the call that states a clause. */
interface Passage {
  readonly module: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Module {
  readonly declared: ReadonlyMap<string, Passage>;
  /** For each imported name: the module that has it, and its name there. */
  readonly imported: ReadonlyMap<string, readonly [module: string, name: string]>;
}

/** Rooms in which a reader follows each name: what is said of one clause, or of clauses of one kind. */
const followed = ['suites', 'judging', 'properties', 'schemas'];
/** Rooms of which a reader looks up what is called, and goes no further: senders, queries and facts. */
const lookedUp = ['implementation', 'judge', 'world'];

export const whatCounts = `Counted: the call that states the clause, and the declarations of generated cases that have its id; what they name
in ${followed.join(', ')}, to the end; of ${lookedUp.join(', ')} what these name, and no further.
Not counted: the other rooms, types, and modules that ARCHITECTURE.md names, which one reads once.`;

const read = (path: string): string => readFileSync(join(packageFolder, path), 'utf8');
const isIn = (rooms: readonly string[], path: string): boolean => rooms.includes(path.split('/', 1)[0] ?? '');

const paths = [...importGraph(packageFolder).keys()].filter((path) => isIn([...followed, ...lookedUp], path));
const modules = new Map(paths.map((path) => [path, moduleOf(path)]));
const named = read('ARCHITECTURE.md').matchAll(/`([a-z-]+\/[\w./-]+\.ts)`/g);
const readOnce = new Set([...named].map(([, path]) => path));

/** Passages from the sentence of a clause to its verdict, in the order in which they are met; none without a call. */
export function readingOf(id: string): readonly Passage[] {
  const [suite = '', line] = statedPlace(id)?.split(':') ?? [];
  if (line === undefined) return [];
  const generated = [...modules].flatMap(([path, { declared }]) =>
    isIn(['properties'], path) ? [...declared.values()].filter(({ text }) => text.includes(`'${id}'`)) : [],
  );
  const met = new Set([callAt(suite, Number(line)), ...generated]);
  // A set is walked in the order in which it is filled, also while it is.
  for (const { module, text } of met)
    for (const name of isIn(followed, module) ? namesIn(text) : []) {
      const found = declarationOf(module, name);
      if (found !== undefined && !readOnce.has(found.module)) met.add(found);
    }
  return [...met];
}

/** Files and lines of passages. */
export function sizeOf(passages: readonly Passage[]): { readonly files: number; readonly lines: number } {
  const files = new Set(passages.map(({ module }) => module)).size;
  return { files, lines: passages.reduce((sum, { from, to }) => sum + to - from + 1, 0) };
}

function declarationOf(path: string, name: string): Passage | undefined {
  const { declared, imported } = modules.get(path) ?? {};
  const [target, there] = imported?.get(name) ?? [];
  return target === undefined || there === undefined ? declared?.get(name) : declarationOf(target, there);
}

function moduleOf(path: string): Module {
  const text = read(path);
  const lines = text.split('\n');
  const begins = lines.flatMap((line, at) => (/^(?:[a-z]|\/\*\*|\/\/)/.test(line) ? [at] : []));
  const declared = begins.flatMap((begin, at): readonly (readonly [string, Passage])[] => {
    const above = begins[at - 1] ?? begin;
    const body = lines
      .slice(begin, begins[at + 1])
      .join('\n')
      .trimEnd();
    const from = lines[above]?.startsWith('/') === true ? above + 1 : begin + 1;
    const passage = { module: path, from, to: begin + body.split('\n').length, text: body };
    return namesDeclared(lines[begin] ?? '').map((name) => [name, passage]);
  });
  const imports = [...text.matchAll(/^(?:import|export) \{([^}]*)\} from '(\.[^']+)'/gm)];
  const imported = imports.flatMap(([, names = '', from = '']) =>
    [...names.matchAll(/(?<!type )\b(?!type )(\w+)(?: as (\w+))?/g)].map(
      ([, name = '', alias = name]) => [alias, [posix.join(posix.dirname(path), from), name]] as const,
    ),
  );
  return { declared: new Map(declared), imported: new Map(imported) };
}

/** The names that a line declares at the top level, those of a pattern among them; none of a type or an import. */
function namesDeclared(line: string): readonly string[] {
  const declaration = /^(?:export )?(?:async |abstract )?(?:const|let|function\*?|class) (\w+|[[{][^=]*)/;
  return declaration.exec(line)?.[1]?.match(/\w+/g) ?? [];
}

/** The call that begins at a line, up to the line of the same indent that ends it. */
function callAt(module: string, from: number): Passage {
  const lines = read(module).split('\n');
  const indent = /^ */.exec(lines[from - 1] ?? '')?.[0].length ?? 0;
  const isEnd = new RegExp(`^ {${indent}}\\S.*;$`);
  const to = lines.findIndex((line, at) => at >= from - 1 && isEnd.test(line)) + 1;
  return { module, from, to, text: lines.slice(from - 1, to).join('\n') };
}

/** The names that code mentions, without members, comments and texts. */
function namesIn(code: string): readonly string[] {
  const bare = code.replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*|'(?:[^'\\\n]|\\.)*'/g, ' ');
  return bare.match(/(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g) ?? [];
}
