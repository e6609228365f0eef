import type { open } from 'lmdb';
import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { ConfigurationError, quoted } from '../config/input/configuration-error.ts';
import { writeJson, type Json } from '../reference/json.ts';
import type { State } from '../reference/policy.ts';
import { readJson } from '../reference/read-json.ts';
import type { Project, Snapshot } from '../reference/resource.ts';
import { emptyProject, latest, runDue } from '../reference/state.ts';
import { resourceOf, stateFormat, writtenResource } from './state-text.ts';

/** Keeps the resources of a mock after its end. */
export type StateFile = Awaited<ReturnType<typeof openStateFile>>;

/** The stored data of a project: its resources in their order of creation, and the data of 4.16. */
interface KeptProject {
  readonly snapshots: readonly Snapshot[];
  readonly namespaceData: Json;
}

type Lmdb = { readonly open: typeof open };
type Tables = ReturnType<typeof tablesIn>;

/**
 * Opens the file, or makes it. If several mocks open the same file, one mock continues, and all others stop writing.
 *
 * @throws ConfigurationError if lmdb is not installed, or for a file that no mock has written
 */
export async function openStateFile(path: string) {
  const lmdb = await installedLmdb();
  return told(path, 'be opened', () => {
    const isNew = hasNothing(path);
    const tables = tablesIn(lmdb, path);
    const { writes, projects } = tables.root.transactionSync(() => ({
      writes: writesOf(tables, isNew),
      projects: projectsIn(tables),
    }));
    let count = writes;
    let kept = keptOf(projects.values());
    return {
      writes,
      projects,
      /** Writes all changes since the last call to the disk: either all of them, or none. @throws ConfigurationError */
      keep: (state: State): void =>
        settled(state, () => {
          const now = keptOf(state.projects.values());
          const changes = [...changesBetween(kept, now)];
          if (changes.length === 0) return;
          told(path, 'be written', () => write(tables, count, changes));
          count += 1;
          kept = now;
        }),
      close: async () => await tables.root.close(),
    };
  });
}

async function installedLmdb(): Promise<Lmdb> {
  try {
    return await import('lmdb');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    throw new ConfigurationError({
      setting: '--state',
      found: isMissing ? 'that lmdb is not installed' : `that lmdb cannot be loaded (${String(error)})`,
      expected: 'lmdb 3, which stores the file and does not come with the suite',
      remedy: 'Install it beside the suite: npm install --save-dev lmdb@3',
    });
  }
}

function tablesIn({ open }: Lmdb, path: string) {
  // A commit returns once its data is on the disk.
  const root = open({ path, noSubdir: true, overlappingSync: false });
  const text = { encoding: 'string' } as const;
  return {
    root,
    about: root.openDB<string, string>({ name: 'about', ...text }),
    /** By project and position: the resources in their order of creation, and the data of 4.16. */
    projects: root.openDB<string, [string, number]>({ name: 'projects', ...text }),
  };
}

/** The position of the data of 4.16. */
const ofNamespace = -1;

/** LMDB writes this number near the beginning of a file, in the byte order and word size of this machine. */
const magic = 0xbeefc0de;

/** Whether the file is missing or empty. @throws ConfigurationError for a file that would end this process in lmdb */
function hasNothing(path: string): boolean {
  if (!existsSync(path)) return true;
  const head = new Uint32Array(8);
  const file = openSync(path, 'r');
  try {
    const octets = readSync(file, head);
    if (octets !== 0 && !head.includes(magic)) throw foreign();
    return octets === 0;
  } finally {
    closeSync(file);
  }
}

/** The number of writes to the file. Throws ConfigurationError for a file that no mock of this format has written. */
function writesOf({ about }: Tables, isNew: boolean): number {
  if (isNew) {
    about.putSync('mockState', stateFormat);
    about.putSync('writes', '0');
  }
  const format = about.get('mockState');
  if (format === stateFormat) return Number(about.get('writes'));
  if (format === undefined) throw foreign();
  throw refusal(`a file of format ${quoted(format)}`, `one of format ${stateFormat}, or none yet`);
}

const foreign = (): ConfigurationError =>
  refusal('a file that no mock has written', 'one that a mock has written, or none yet');

function projectsIn({ projects: table }: Tables): ReadonlyMap<string, Project> {
  const projects = new Map<string, Project>();
  for (const { key, value } of table.getRange()) {
    const [name, at] = key;
    const project = projects.get(name) ?? emptyProject(name);
    projects.set(name, project);
    const read = readJson(value);
    if (at === ofNamespace) project.namespaceData = read;
    else {
      const resource = resourceOf(read, `resource ${at + 1} of project ${name}`);
      project.resources.set(resource.id, resource);
    }
  }
  return projects;
}

/** The new value of an entry; undefined for a removed entry. */
interface Change {
  readonly key: [project: string, position: number];
  readonly value: Json | undefined;
}

function keptOf(projects: Iterable<Project>): ReadonlyMap<string, KeptProject> {
  return new Map(
    [...projects].map(({ key, resources, namespaceData }) => [
      key,
      { snapshots: [...resources.values()].map(latest), namespaceData },
    ]),
  );
}

/** Snapshots never change, since each write makes a new snapshot. */
function* changesBetween(
  before: ReadonlyMap<string, KeptProject>,
  now: ReadonlyMap<string, KeptProject>,
): Generator<Change> {
  for (const project of new Set([...before.keys(), ...now.keys()])) {
    const [old, left] = [before.get(project), now.get(project)];
    if (old?.namespaceData !== left?.namespaceData)
      yield { key: [project, ofNamespace], value: left?.namespaceData };
    const [olds, lefts] = [old?.snapshots ?? [], left?.snapshots ?? []];
    for (let at = 0; at < Math.max(olds.length, lefts.length); at += 1) {
      const snapshot = lefts[at];
      if (snapshot === olds[at]) continue;
      yield { key: [project, at], value: snapshot === undefined ? undefined : writtenResource(snapshot) };
    }
  }
}

function write({ root, about, projects }: Tables, count: number, changes: readonly Change[]): void {
  root.transactionSync(() => {
    if (about.get('writes') !== String(count))
      throw refusal('a file that another mock has written since', 'a file of its own for each mock');
    about.putSync('writes', String(count + 1));
    for (const { key, value } of changes)
      if (value === undefined) projects.removeSync(key);
      else projects.putSync(key, writeJson(value));
  });
}

/** Runs code that reads or writes the file; an error of lmdb becomes an error of the setting. */
function told<T>(path: string, what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw refusal(
      `${quoted(path)}, which cannot ${what} (${error instanceof Error ? error.message : String(error)})`,
      'a file that a mock has written, or none yet, in a folder where it may write',
    );
  }
}

function refusal(found: string, expected: string): ConfigurationError {
  return new ConfigurationError({ setting: '--state', found, expected, remedy: 'Name another file.' });
}

/** Reads the state after all deferred writes without changing the state, so that deferred writes survive the mock. */
function settled<T>(state: State, look: () => T): T {
  if (state.jobs.length === 0) return look();
  const jobs = [...state.jobs];
  const histories = [...state.projects.values()].flatMap(({ resources }) =>
    [...resources.values()].map(({ history }) => ({ history, length: history.length })),
  );
  try {
    runDue(state, Infinity);
    return look();
  } finally {
    for (const { history, length } of histories) history.length = length;
    state.jobs.splice(0, Infinity, ...jobs);
  }
}
