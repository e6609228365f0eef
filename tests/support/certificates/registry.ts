import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { newFolder, run, type Ended } from '../small-runs/started-run.ts';
import { stepsOf, workflowFiles } from '../workflow-files.ts';

const workflow = workflowFiles().filter(({ file }) => file === 'docs/workflows/certificates.yml');

/** As a build service starts the script of a step whose shell is bash. */
const asStep = ['--noprofile', '--norc', '-eo', 'pipefail', '-c'];

/** Texts by path; a target of a link in place of a text, or undefined for a file that is removed. */
type Files = Readonly<Record<string, string | Uint8Array | { readonly link: string } | undefined>>;

/** A registry of certificates on a host of git repositories, to which others send pull requests. */
export interface Registry {
  /** Commits to the registry's own branch. */
  readonly commit: (files: Files) => Promise<void>;
  /** Runs the workflow of a pull request with those files, as the service does: each step in the registry's own checkout. */
  readonly pull: (files: Files) => Promise<Ended>;
}

/**
 * @param verify - a program in the place of the suite's, which is asked to verify
 */
export async function registry(verify?: string): Promise<Registry> {
  const [host, vendor, checkout] = [newFolder(), newFolder(), newFolder()];
  const git = async (cwd: string, ...args: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(cwd, 'git', [
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      ...args,
    ]);
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  await git(host, 'init', '--quiet', '--bare', '--initial-branch=main');
  await git(vendor, 'init', '--quiet', '--initial-branch=main');
  await git(vendor, 'remote', 'add', 'origin', host);

  const commit = async (files: Files): Promise<string> => {
    for (const [path, content] of Object.entries(files)) {
      const file = join(vendor, path);
      mkdirSync(dirname(file), { recursive: true });
      if (content === undefined) await git(vendor, 'rm', '-q', '--', path);
      else if (typeof content === 'object' && 'link' in content)
        await run(dirname(file), 'ln', ['-s', content.link, file]);
      else writeFileSync(file, content);
    }
    await git(vendor, 'add', '--all');
    await git(vendor, 'commit', '--quiet', '--allow-empty', '-m', 'files');
    return git(vendor, 'rev-parse', 'HEAD');
  };

  return {
    commit: async (files) => {
      await commit(files);
      await git(vendor, 'push', '--quiet', 'origin', 'main');
    },
    pull: async (files) => {
      const base = await git(vendor, 'rev-parse', 'main');
      await git(vendor, 'checkout', '--quiet', '-b', `pull-${Date.now()}`);
      const head = await commit(files);
      await git(vendor, 'push', '--quiet', '--force', 'origin', `HEAD:refs/pull/7/head`);
      await git(vendor, 'checkout', '--quiet', 'main');
      await run(dirname(checkout), 'rm', ['-rf', checkout]);
      await git(dirname(checkout), 'clone', '--quiet', host, checkout);
      const env = {
        BASE: base,
        HEAD: head,
        NUMBER: '7',
        SUITE: packageFolder,
        ...(verify === undefined ? {} : { VERIFY: verify }),
      };
      let ended: Ended = { code: 0, stdout: '', stderr: '' };
      // Of the installation it is known that it was done.
      for (const { run: script, name } of workflow.flatMap(stepsOf))
        if (script !== undefined && name?.startsWith('Install') !== true && ended.code === 0)
          ended = await run(checkout, 'bash', [...asStep, script], { env });
      return ended;
    },
  };
}

/** A program that writes down how it was asked, and ends with what the certificate of the folder is. */
export function askedVerify(folder: string): {
  readonly program: string;
  readonly asked: () => readonly string[][];
} {
  const [program, log] = [join(folder, 'verify.mjs'), join(folder, 'asked')];
  writeFileSync(log, '');
  writeFileSync(
    program,
    `import { appendFileSync, readFileSync } from 'node:fs';
    const [, folder, ...flags] = process.argv.slice(2);
    const valueOf = (name) => flags.find((flag) => flag.startsWith('--' + name + '='))?.slice(name.length + 3) ?? null;
    const signers = readFileSync(valueOf('signer'), 'utf8');
    appendFileSync(${JSON.stringify(log)}, JSON.stringify([valueOf('vendor'), signers, valueOf('nonce'), valueOf('require')]) + '\\n');
    process.exit(Number(readFileSync(folder + '/certificate.json', 'utf8')));`,
  );
  const asked = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string[]);
  return { program, asked };
}
