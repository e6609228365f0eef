import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { packageFolder } from '../../config/packaging/package-folder.ts';

/** A step of a job: a script of its own, or an action of others. */
export interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

/** A workflow as its file says it. */
export interface Workflow {
  /** Its path from the root of the package. */
  readonly file: string;
  /** The names of what starts it. */
  readonly triggers: readonly string[];
  readonly permissions?: unknown;
  readonly concurrency?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The workflows of this repository, and the examples of workflows for others. */
export function workflowFiles(): readonly Workflow[] {
  return ['.github/workflows', 'docs/workflows'].flatMap((folder) =>
    readdirSync(join(packageFolder, folder))
      .filter((name) => isOfGitHub(name))
      .map((name) => workflowIn(`${folder}/${name}`)),
  );
}

/** The other examples are for other services. */
export function isOfGitHub(name: string): boolean {
  return !['gitlab-ci.yml', 'azure-pipelines.yml', 'Jenkinsfile'].includes(name);
}

/** What starts a workflow: one name, several, or each with its terms. */
type On = string | readonly string[] | Readonly<Record<string, unknown>>;

function workflowIn(file: string): Workflow {
  const text = readFileSync(join(packageFolder, file), 'utf8');
  const { on, ...rest } = parse(text) as Omit<Workflow, 'file' | 'triggers'> & { readonly on: On };
  const triggers = [on].flat().flatMap((one) => (typeof one === 'string' ? one : Object.keys(one)));
  return { ...rest, file, triggers };
}

/** All steps of a workflow, job by job. */
export function stepsOf({ jobs }: Workflow): readonly Step[] {
  return Object.values(jobs).flatMap(({ steps }) => steps);
}

/** The scripts that steps run, without those that call an action. */
export const scriptsIn = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ run }) => run ?? []);
