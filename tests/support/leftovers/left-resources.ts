import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { runMark } from '../../../clause/mark.ts';
import { embeddedTarget } from '../../../config/runs/embedded-target.ts';
import { createReference, type Reference } from '../../../reference/create.ts';
import { serve, type Served } from '../../../reference/serve.ts';
import { tokenOf } from '../../../reference/tokens.ts';
import { newFolder } from '../small-runs/started-run.ts';

const servers: Served[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

export const runId = '5ca1ab1e'.repeat(4);
export const mark = runMark(runId);
const created = '2026-01-02T03:04:05.000Z';

/** A reference with what a run has left on it, and the lines of that run's ledger. */
export interface LeftResources {
  readonly reference: Reference;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly lines: readonly string[];
  /** Where the ledger belongs, in the folder of reports. */
  readonly path: string;
  /** Creates a resource as somebody else would; its id. */
  readonly create: (texts: readonly string[]) => Promise<string>;
  /** Writes the ledger, as if its run had ended long ago. */
  readonly write: (text: string) => void;
}

/** Makes so many resources with a text of the run's. */
export async function leftResources(count: number): Promise<LeftResources> {
  const reference = createReference();
  const server = await serve(reference);
  servers.push(server);
  const cwd = newFolder();
  const { projectKey, tokens } = embeddedTarget();
  const create = async (texts: readonly string[]): Promise<string> => {
    const answer = await fetch(`${server.url}/${projectKey}/resource`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${tokenOf.manageTest}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ objectTypeProperty: { arrayOfStringExample: texts } }),
    });
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const words = Array.from({ length: count }, (_, at) => `ab${at}${mark}`);
  const ids = await Promise.all(words.map((word) => create([word])));
  const head = {
    kind: 'run',
    runId,
    mark,
    startedAt: created,
    host: hostname(),
    pid: 999_999_999,
    numberedIn: 'another start of the system',
    baseUrl: server.url,
    projectKey,
  };
  const made = ids.map((id, at) => ({ kind: 'made', id, projectKey, created, word: words[at] }));
  const path = join(cwd, 'reports/ledgers', `${runId}.jsonl`);
  return {
    reference,
    cwd,
    path,
    create,
    lines: [head, ...made].map((line) => JSON.stringify(line)),
    env: {
      CONFORMANCE_BASE_URL: server.url,
      CONFORMANCE_PROJECT_KEY: projectKey,
      ...Object.fromEntries(
        tokens.map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]),
      ),
      CONFORMANCE_SETTLE_MS: '300,600',
    },
    write: (text) => {
      mkdirSync(join(cwd, 'reports/ledgers'), { recursive: true });
      writeFileSync(path, text);
      const longAgo = new Date(Date.now() - 600_000);
      utimesSync(path, longAgo, longAgo);
    },
  };
}
