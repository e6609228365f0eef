import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Report } from '../../clause/report.ts';
import { embeddedTarget } from '../../config/runs/embedded-target.ts';
import { freePort } from '../support/journeys/free-port.ts';
import { actionSteps, repository } from '../support/journeys/documented-commands.ts';
import { Traveller, type Typed } from '../support/journeys/traveller.ts';
import { pageText } from '../support/journeys/page-text.ts';
import { walkedBy } from './walked.ts';

type Variables = Readonly<Record<string, string>>;

/** What a service runs: its settings and scripts, as the file of the example has them. */
interface Pipeline {
  readonly variables: Variables;
  /** The scripts of its steps, in order. */
  readonly scripts: readonly string[];
}

/** What a person gives a service as secrets, under the names by which a run knows them. */
const secrets: Variables = Object.fromEntries(
  embeddedTarget()
    .tokens.filter(({ name }) => ['manage_test', 'view_test', 'view_products'].includes(name))
    .map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]),
);

function github(): Pipeline {
  const { jobs } = parse(pageText('docs/workflows/nightly.yml')) as {
    readonly jobs: {
      readonly conformance: { readonly env: Variables; readonly steps: readonly { readonly run?: string }[] };
    };
  };
  const { env, steps } = jobs.conformance;
  return {
    variables: Object.fromEntries(
      Object.entries(env).map(([name, value]) => [
        name,
        value.includes('secrets.') ? (secrets[name] ?? '') : value,
      ]),
    ),
    scripts: steps.flatMap(({ run }) => run ?? []),
  };
}

function gitlab(): Pipeline {
  const { conformance } = parse(pageText('docs/workflows/gitlab-ci.yml')) as {
    readonly conformance: { readonly variables: Variables; readonly script: readonly string[] };
  };
  return { variables: { ...conformance.variables, ...secrets }, scripts: conformance.script };
}

function azure(): Pipeline {
  const { variables, steps } = parse(pageText('docs/workflows/azure-pipelines.yml')) as {
    readonly variables: Variables;
    readonly steps: readonly { readonly script?: string; readonly env?: Variables }[];
  };
  // A secret reaches a step by its env alone: `$(TOKEN_VIEW_TEST)`.
  const handedOver = Object.entries(Object.assign({}, ...steps.map(({ env }) => env)) as Variables).map(
    ([name, value]) => [name, /^\$\(TOKEN_\w+\)$/.test(value) ? (secrets[name] ?? value) : value] as const,
  );
  return {
    variables: { ...variables, ...Object.fromEntries(handedOver) },
    scripts: steps.flatMap(({ script }) => script ?? []),
  };
}

function jenkins(): Pipeline {
  const text = pageText('docs/workflows/Jenkinsfile');
  const environment = /environment \{\n([^}]*)\}/.exec(text)?.[1] ?? '';
  const variables = [...environment.matchAll(/(\w+) = (?:'([^']*)'|credentials\('[\w-]+'\))/g)].map(
    ([, name = '', value]) => [name, value ?? secrets[name] ?? ''] as const,
  );
  const scripts = [...text.matchAll(/^ +sh (?:'''([^]*?)'''|'([^']*)')/gm)].map(
    ([, block, line]) => block ?? line ?? '',
  );
  return { variables: Object.fromEntries(variables), scripts };
}

/** Few cases and short waits: what is tried is the way of the reports. */
const brief: Variables = {
  CI: 'true',
  CONFORMANCE_SETTLE_MS: '100,100',
  CONFORMANCE_RUNS: '3',
  CONFORMANCE_RACE_ROUNDS: '1',
};

describe('a pipeline', { timeout: 240_000 }, () => {
  let service: Traveller;
  let port = 0;

  beforeAll(async () => {
    port = await freePort();
    service = new Traveller();
    service.clone();
    await service.start(
      `node bin/reference.mjs --port ${port} --fault newer-version-accepted`,
      /CONFORMANCE_CONSENT=all/,
    );
  });

  afterAll(async () => {
    await service.end();
  });

  /** Runs a script as a service does: in a shell of its own, with nothing but its variables. */
  function runs(script: string, variables: Variables, shell = 'bash -eo pipefail'): Promise<Typed> {
    const file = join(service.folder, '.script');
    writeFileSync(file, script);
    const exports = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'`);
    return service.type([...exports, `${shell} .script`].join('\n'));
  }

  /** Runs a pipeline up to the step that fails; of `npm ci` it is known that it was done. */
  async function night({ variables, scripts }: Pipeline): Promise<Typed> {
    rmSync(join(service.folder, 'reports'), { recursive: true, force: true });
    let ended: Typed = { code: 0, said: '' };
    const given = {
      ...variables,
      CONFORMANCE_BASE_URL: `http://127.0.0.1:${port}`,
      CONFORMANCE_PROJECT_KEY: 'demo',
      ...brief,
    };
    for (const script of scripts.filter((one) => !/^npm ci$|^rm -rf/.test(one)))
      if (ended.code === 0) ended = await runs(script, given, 'sh -e');
    return ended;
  }

  test.each([
    ['GitHub', github],
    ['GitLab', gitlab],
    ['Azure Pipelines', azure],
    ['Jenkins', jenkins],
  ])('a night of %s is compared with the report that an earlier night left', async (_service, read) => {
    const pipeline = read();
    const names = [
      'CONFORMANCE_BASE_URL',
      'CONFORMANCE_PROJECT_KEY',
      'CONFORMANCE_CONSENT',
      'CONFORMANCE_WITHOUT',
    ];
    expect(Object.keys(pipeline.variables)).toEqual(
      expect.arrayContaining([...names, ...Object.keys(secrets)]),
    );
    expect(pipeline.scripts[0]).toBe('npm ci');
    rmSync(join(service.folder, 'last'), { recursive: true, force: true });
    const first = await night(pipeline);
    expect(first.code, first.said).toBe(1);
    expect(service.read('reports/conformance.junit.xml')).toContain('<failure ');
    expect(existsSync(join(service.folder, 'last/conformance.json'))).toBe(true);
    const second = await night(pipeline);
    expect(second.code, second.said).toBe(0);
    const { against, verdict } = JSON.parse(service.read('reports/conformance.json')) as Report;
    expect([verdict, against?.newlyFailing]).toEqual(['NON-CONFORMANT', []]);
  });

  test('a missing secret ends the pipeline with 2, is named, and leaves no files for the next night', async () => {
    rmSync(join(service.folder, 'last'), { recursive: true, force: true });
    const { variables, scripts } = gitlab();
    const ended = await night({ variables: { ...variables, CONFORMANCE_TOKEN_MANAGE_TEST: '' }, scripts });
    expect([ended.code, existsSync(join(service.folder, 'last/conformance.json'))]).toEqual([2, false]);
    expect(ended.said).toContain('CONFORMANCE_TOKEN_MANAGE_TEST');
  });
});

describe('the action', { timeout: 400_000 }, () => {
  interface Step {
    readonly name: string;
    readonly run?: string;
    readonly env?: Variables;
  }
  const { runs: own, outputs } = parse(readFileSync(join(repository, 'action.yml'), 'utf8')) as {
    readonly runs: { readonly steps: readonly Step[] };
    readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  };
  const typedSteps: string[] = [];
  let machine: Traveller;
  let port = 0;

  beforeAll(async () => {
    port = await freePort();
    machine = new Traveller();
    machine.clone();
    // What the action is used by is a tag: nothing in it is compiled.
    rmSync(join(machine.folder, 'dist'), { recursive: true, force: true });
    mkdirSync(join(machine.folder, 'job'));
    // In place of npm, which would ask a registry: what it would install is there already.
    mkdirSync(join(machine.folder, 'path'));
    writeFileSync(join(machine.folder, 'path/npm'), '#!/bin/sh\necho "npm $*"\n', { mode: 0o755 });
  });

  afterAll(async () => {
    await machine.end();
  });

  async function step(name: string, variables: Variables, from = ''): Promise<Typed> {
    typedSteps.push(name);
    const script =
      own.steps.find((one) => one.name === name)?.run ?? `echo "no step is called ${name}"; exit 9`;
    writeFileSync(join(machine.folder, '.script'), script);
    const exports = Object.entries({ GITHUB_OUTPUT: join(machine.folder, 'output'), ...variables }).map(
      ([key, value]) => `export ${key}='${value}'`,
    );
    const path = `export PATH="${join(machine.folder, 'path')}:$PATH"`;
    const shell = `bash --noprofile --norc -eo pipefail ${join(machine.folder, '.script')}`;
    const ended = await machine.type(
      [path, ...exports, ...(from === '' ? [] : [`cd ${from}`]), shell].join('\n'),
    );
    return ended;
  }

  test('installs the compiled suite: its judge has a name, and certifies', async () => {
    writeFileSync(join(machine.folder, 'output'), '');
    for (const name of ['Name what is to be installed', 'Install the suite', 'Compile the suite']) {
      const ended = await step(name, {});
      expect(ended.code, ended.said).toBe(0);
    }
    await machine.start(`node bin/reference.mjs --port ${port}`, /CONFORMANCE_CONSENT=all/);
    const profile = { implementation: { name: 'Shop Resources', version: '1.0.0' } };
    writeFileSync(join(machine.folder, 'job/profile.json'), JSON.stringify(profile));
    const settings = {
      ...secrets,
      CI: 'true',
      CONFORMANCE_BASE_URL: `http://127.0.0.1:${port}`,
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_CONSENT: 'all',
      CONFORMANCE_WITHOUT: '4.14,4.15,other-project,minted-scopes,no-scope',
      CONFORMANCE_SETTLE_MS: '100,100',
      CONFORMANCE_PROFILE: 'profile.json',
    };
    const judged = await step(
      'Judge the implementation',
      {
        ...settings,
        ARGUMENTS: '-t 4.5/no-body\n--seed 7',
        CONFORMANCE_REPORTS: 'markdown,html,junit,github',
        CONFORMANCE_REPORT_DIR: 'reports',
        SUITE: join(machine.folder, 'bin/resource-conformance.mjs'),
      },
      'job',
    );
    expect(judged.code, judged.said).toBe(3);
    const { suite, run } = JSON.parse(machine.read('job/reports/conformance.selected.json')) as Report;
    expect([suite.judge, run.seed]).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/), 7]);
    expect(outputs['suite']?.value).toBe('${{ steps.run.outputs.suite }}');
    const program = /^suite=(.*)$/m.exec(machine.read('output'))?.[1] ?? '';
    writeFileSync(join(machine.folder, '.script'), `node "$SUITE" certify --yes`);
    const exports = Object.entries({ ...settings, SUITE: program }).map(
      ([key, value]) => `export ${key}='${value}'`,
    );
    const certified = await machine.type([...exports, 'cd job', `sh ../.script`].join('\n'));
    expect(certified.code, certified.said).toBe(0);
    expect(certified.said).toMatch(/^CONFORMANT; left out: 4\.14.*; about “Shop Resources” “1\.0\.0”$/m);
    expect(existsSync(join(machine.folder, 'job/certificate/index.html'))).toBe(true);
  });

  test('has only steps that the tests run', () => {
    expect(typedSteps).toEqual(actionSteps().map(([name]) => name));
    expect(walkedBy.pipelines.map(([, name]) => name)).toEqual(typedSteps);
  });
});
