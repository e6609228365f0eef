import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { choices } from '../../faults/catalogue.ts';
import { failingFaults, misjudged, rehearseFault } from './fault-expectations.ts';
import { partsShownBy } from './observed-openness.ts';
import { falseAlarms, shownMethods } from './rehearsed-habits.ts';
import { clausesOf } from './selected-clauses.ts';

const script = fileURLToPath(new URL('../try.mjs', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));

const usage = `Usage: npm run try -- <part>

Checks the types, rehearses the faults of a part of the contract on its clauses and the choices that vary its
open points: what a change of the part has to keep. What fails is printed as it is found, with the command that
plays it again. Parts: ${plan.sections.map(({ part }) => part).join(', ')}
`;

/** Something to rehearse, and what came of it that should not have. */
interface Trial {
  readonly replay: string;
  readonly play: () => Promise<readonly string[]>;
}

/** The command line of `npm run try`. Sets exit code 1 where something failed, 2 for a part that does not exist. */
export async function main([part = '', share]: readonly string[]): Promise<void> {
  if (!plan.sections.some((section) => section.part === part)) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  process.exitCode = share === undefined ? await tryAll(part) : await tryShare(part, share);
}

/** Types and shares of the trials side by side. */
async function tryAll(part: string): Promise<number> {
  const started = performance.now();
  const shares = Math.min(4, availableParallelism());
  const codes = await Promise.all([
    exitCodeOf('npm', ['run', '--silent', 'types']),
    ...Array.from({ length: shares }, (_, at) =>
      exitCodeOf(process.execPath, [script, part, `${at}/${shares}`]),
    ),
  ]);
  const failed = codes.some((code) => code !== 0);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const { length } = trialsOf(part);
  process.stdout.write(
    `${part}: types and ${length} rehearsals ${failed ? 'FAILED' : 'passed'} in ${seconds} s\n`,
  );
  return failed ? 1 : 0;
}

function exitCodeOf(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function tryShare(part: string, share: string): Promise<number> {
  const [own = 0, of = 1] = share.split('/').map(Number);
  let failures = 0;
  let current = '';
  // Node ends by itself where all that is left waits for ever.
  process.once('exit', (code) => {
    if (code === 13) process.stdout.write(`${current}\n  never ends\n`);
  });
  for (const { replay, play } of trialsOf(part).filter((_, at) => at % of === own)) {
    current = replay;
    const wrong = await play();
    if (wrong.length === 0) continue;
    failures += 1;
    process.stdout.write(`${[replay, ...wrong].join('\n  ')}\n`);
  }
  return failures === 0 ? 0 : 1;
}

function trialsOf(part: string): readonly Trial[] {
  const faulty = failingFaults((section) => section === part).map(([, fault]) => ({
    replay: `npm run rehearse -- --clause ${fault.breaks} --fault ${fault.name}`,
    play: async () => misjudged(fault, await rehearseFault(fault)),
  }));
  const selected = clausesOf((one) => one === part);
  const habitual = choices
    .filter(({ name }) => partsShownBy(name).includes(part))
    .map(({ name }) => ({
      replay: `npm run rehearse -- --choice ${name}, and the clause below`,
      play: async () =>
        falseAlarms(await rehearse({ plan, choices: [name], profile: shownMethods, selected })),
    }));
  return [...faulty, ...habitual];
}
