import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import type { Report } from '../../clause/report.ts';
import { attention } from '../../reporters/attention.ts';
import { isInstalled, whyNotHere } from '../real/installed-examples.ts';
import { StartedExample } from '../real/started-example.ts';
import { commandsOf } from '../support/journeys/documented-commands.ts';
import { Traveller, type Typed } from '../support/journeys/traveller.ts';
import { pythonIsPresent, StartedServer } from '../support/second-implementation/started-server.ts';

/** What somebody knows of his own server: where it is, its tokens, and the limits that a run offers and he states. */
interface Known {
  readonly settings: Readonly<Record<string, string>>;
  readonly end: () => Promise<void>;
}

/** Address, project and tokens: no profile, no limits and no further tokens, though the example has written them. */
const asked = /^CONFORMANCE_(?:BASE_URL|PROJECT_KEY|OTHER_PROJECT_KEY|TOKEN_\w+)$/;

async function second(): Promise<Known> {
  const server = await StartedServer.start();
  const { baseUrl, projectKey, otherProjectKey, tokens } = server.announced;
  const held = Object.entries(tokens).map(([name, token]) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]);
  return {
    settings: {
      CONFORMANCE_BASE_URL: baseUrl,
      CONFORMANCE_PROJECT_KEY: projectKey,
      CONFORMANCE_OTHER_PROJECT_KEY: otherProjectKey,
      ...(Object.fromEntries(held) as Record<string, string>),
    },
    end: async () => await server[Symbol.asyncDispose](),
  };
} // prettier-ignore

async function example(program: string): Promise<Known> {
  const folder = mkdtempSync(join(tmpdir(), 'example-'));
  const server = await StartedExample.start([program], folder);
  const written = parse(readFileSync(join(folder, '.env')));
  return {
    settings: Object.fromEntries(Object.entries(written).filter(([name]) => asked.test(name))),
    end: async () => {
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const noPython = (): string | undefined => (pythonIsPresent() ? undefined : 'python3 is not here');
/** A journey asks no registry: anyone who has installed the examples walks it with them, too. */
const notInstalled = (): string | undefined =>
  whyNotHere('20.19.0') ?? (isInstalled() ? undefined : 'npm ci --prefix examples was not typed');

const servers: readonly (readonly [string, () => Promise<Known>, () => string | undefined])[] = [
  ['the second implementation', second, noPython],
  ['express-pouchdb', async () => await example('express-pouchdb.mjs'), notInstalled],
  ['commercetools-mock', async () => await example('commercetools-mock.mjs'), notInstalled],
];

const [copy, , init, run] = commandsOf('README.md', 'First run against your server') as [string, string, string, string]; // prettier-ignore

/** The limits that a run offers, also those at which clauses that pass would be lost. */
function limitsIn({ said }: Typed): string {
  const stated = /^ +CONFORMANCE_WITHOUT=(\S+)$/m.exec(said)?.[1] ?? '';
  const costly = /other limits also leave out clauses that pass: ([^]*?)\n\n/.exec(said)?.[1] ?? '';
  const names = [...costly.matchAll(/(\S+)\s+\(settles/g)].map(([, name = '']) => name);
  return `CONFORMANCE_WITHOUT=${[stated, ...names].filter((name) => name !== '').join(',')}`;
}

describe('the operator of a third-party server', { timeout: 400_000 }, () => {
  test.for(servers)(
    'gets %s judged completely: by a draft, a run, and the settings that the run suggests',
    async ([, start, whyNot], { skip }) => {
      const why = whyNot();
      if (why !== undefined) skip(why);
      const { settings, end } = await start();
      const operator = new Traveller();
      try {
        operator.clone();
        await operator.type(copy);
        operator.fillIn(...Object.entries(settings).map(([name, value]) => `${name}=${value}`));
        const drafted = await operator.type(init);
        expect(drafted.code, drafted.said).toBe(0);
        const first = await operator.type(run);
        expect(first.code, first.said).not.toBe(2);
        operator.fillIn('CONFORMANCE_CONSENT=all', limitsIn(first));
        const ended = await operator.type(run);
        const report = JSON.parse(operator.read('reports/conformance.json')) as Report;
        expect(attention(report).open.map(({ clauses }) => clauses.map(({ id }) => id)), ended.said).toEqual([]);
        expect(report.verdict, ended.said).not.toBe('INCOMPLETE');
      } finally {
        await end();
        await operator.end();
      }
    },
  ); // prettier-ignore
});
