import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../config/packaging/package-folder.ts';
import { plan } from '../config/plan.ts';
import { rehearse } from '../config/runs/rehearsal.ts';
import { choices, faults, referenceProfile, referenceWith } from '../faults/catalogue.ts';
import type { Fault } from '../faults/fault.ts';
import { serve } from '../reference/serve.ts';
import type { Profile } from '../clause/profile.ts';
import { systemClock } from '../tests/support/system-clock.ts';
import { createTransport } from '../wire/undici-transport.ts';

/** How often a fault was caught, and the clauses that catch most often. */
interface Caught {
  readonly name: string;
  readonly times: number;
  readonly by: readonly string[];
}

const seeds = Array.from({ length: 20 }, (_, at) => at + 1);
const profile = referenceProfile as Profile;

/** Habits of honest servers; a suite that compared too much or waited too little would fail them. */
const habits = [
  'versions-are-random',
  'versions-are-descending',
  'versions-are-nanoseconds',
  'versions-are-beyond-two-to-53',
  'reads-lag-2000-ms',
  'some-requests-answered-429',
  'create-lands-on-one-resource',
  'versions-from-one-counter',
];

const usage = `Usage: npm run power

Writes docs/power.md: how often generated cases and races catch each fault, over
${seeds.length} seeds. Takes about ten minutes.
`;

/** Writes `docs/power.md`: the faults that generated cases and timing catch, seed by seed. Takes about ten minutes. */
export async function main(argv: readonly string[]): Promise<void> {
  if (argv.length > 0) return void process.stdout.write(usage);
  const generated = faults.filter(({ needs }) => needs?.includes('generated') === true);
  const raced = faults.filter(({ needs }) => needs?.includes('races') === true);
  const [rare, races] = [
    await each(generated, (fault, seed) => judged(fault, seed)),
    await each(raced, (fault, seed) => racedOverSockets(fault, seed)),
  ];
  const alarms: Caught[] = [];
  for (const name of habits.filter((one) => choices.some((choice) => choice.name === one))) {
    const failed: string[] = [];
    for (const seed of seeds) failed.push(...failing(await rehearse({ plan, choices: [name], seed })));
    alarms.push({ name, times: failed.length, by: most(failed) });
  }
  const file = join(packageFolder, 'docs/power.md');
  writeFileSync(file, page(rare, races, alarms));
  process.stdout.write(`${file}: written\n`);
}

async function each(
  list: readonly Fault[],
  run: (fault: Fault, seed: number) => Promise<readonly string[]>,
): Promise<readonly Caught[]> {
  const rows: Caught[] = [];
  for (const fault of list) {
    const runs: (readonly string[])[] = [];
    for (const seed of seeds) runs.push(await run(fault, seed));
    const caught = runs.filter((failed) => failed.length > 0);
    rows.push({ name: fault.name, times: caught.length, by: most(caught.flat()) });
    process.stderr.write(`${fault.name} ${caught.length}/${seeds.length}\n`);
  }
  return rows;
}

async function judged(fault: Fault, seed: number): Promise<readonly string[]> {
  return failing(await rehearse({ plan, faults: [fault.name], seed, profile }));
}

/** Runs only the clauses that races decide, over sockets of this machine and in real time. */
async function racedOverSockets(fault: Fault, seed: number): Promise<readonly string[]> {
  const served = await serve(referenceWith({ faults: [fault.name], seed }), {});
  try {
    const evidence = plan.evidence
      .filter(({ phase }) => phase === 'races')
      .map(({ name, clause }) => [name, clause]);
    return failing(
      await rehearse({
        plan,
        seed,
        profile,
        clock: systemClock,
        around: () =>
          createTransport({ baseUrl: served.url, connections: 24, http2: 'off', clock: systemClock }),
        options: { baseUrl: served.url },
        selected: new Set(evidence.flat()),
      }),
    );
  } finally {
    await served.close();
  }
}

function failing({ judgements }: Awaited<ReturnType<typeof rehearse>>): readonly string[] {
  return [...judgements].filter(([, { verdict }]) => verdict === 'fail').map(([id]) => id);
}

/** The names that occur most, at most three. */
function most(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name]) => name);
}

function page(rare: readonly Caught[], races: readonly Caught[], alarms: readonly Caught[]): string {
  const row = ({ name, times, by }: Caught): string =>
    `| \`${name}\` | ${times}/${seeds.length} | ${by.map((id) => `\`${id}\``).join(', ')} |`;
  const table = (title: string, rows: readonly Caught[]): string[] => [
    `| ${title} | runs of ${seeds.length} seeds | clauses that fail most |`,
    '| --- | --- | --- |',
    ...rows.map(row),
    '',
  ];
  return [
    '# What generated cases and races catch',
    '',
    'Written by `npm run power` at depth `ci`, each fault of the catalogue with 20 seeds.',
    '',
    '## Faults that generated cases show, in virtual time',
    '',
    ...table('fault', rare),
    '## Faults that concurrency shows, over sockets of one machine',
    '',
    ...table('fault', races),
    '## Correct servers with odd habits: runs with a false alarm',
    '',
    ...table('habit', alarms),
  ].join('\n');
}
