import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { plan } from '../../config/plan.ts';
import { createInProcessTransport } from '../../config/runs/in-process-transport.ts';
import { rehearsalOptions, rehearse, type Rehearsed } from '../../config/runs/rehearsal.ts';
import { judgeHistory } from '../../config/runs/tapes/judged-history.ts';
import type { Profile } from '../../clause/profile.ts';
import { choices, faults, referenceProfile, referenceWith } from '../../faults/catalogue.ts';
import { readTape } from '../../tape/read-tape.ts';
import { servers } from '../../tests/real/servers.ts';
import { recordAndJudge } from '../../tests/support/tapes/recorded-rehearsal.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import type { PlainTable } from './table.ts';

const profile = referenceProfile as Profile;
const seeds = 20;

const stability: PlainTable = {
  id: 'seeds',
  title: 'The same server, other seeds',
  about: 'The reference is judged with another seed: no verdict of a MUST or SHOULD clause may be another.',
  names: () => Array.from({ length: seeds }, (_, at) => `seed ${at + 2}`),
  play: async (name) => {
    const usual = verdictsOf(await rehearse({ plan, profile, seed: 1 }));
    const now = verdictsOf(await rehearse({ plan, profile, seed: Number(name.split(' ')[1]) }));
    const moved = [...usual].filter(([id, verdict]) => now.get(id) !== verdict).map(([id]) => id);
    return moved.length === 0 ? 'as ever' : `moved: ${moved.join(', ')}`;
  },
  isMissed: (ending) => ending !== 'as ever',
};

const decisive = new Set<string>(
  plan.sections.flatMap(({ clauses }) => clauses.flatMap(({ id, level }) => (level === 'OPEN' ? [] : [id]))),
);

function verdictsOf({ judgements }: Rehearsed): ReadonlyMap<string, string> {
  return new Map(
    [...judgements].flatMap(([id, { verdict }]) => (decisive.has(id) ? [[id, verdict] as const] : [])),
  );
}

const tape: PlainTable = {
  id: 'tapes',
  title: 'Runs judged again from their tapes',
  about:
    'A run on a fault or a habit is recorded, and judged again from the tape alone: both reports have to be equal.',
  names: () => [...faults.map(({ name }) => `fault ${name}`), ...choices.map(({ name }) => `choice ${name}`)],
  play: async (title) => {
    const [kind, name = ''] = title.split(' ');
    const layers = kind === 'fault' ? { faults: [name] } : { choices: [name] };
    const folder = mkdtempSync(join(tmpdir(), 'proof-'));
    try {
      const clock = createVirtualClock();
      const reference = referenceWith({ faults: [], choices: [], ...layers, seed: 2 });
      const { report, again, reportAgain } = await recordAndJudge({
        options: rehearsalOptions(profile, 2),
        transport: createInProcessTransport(reference, clock, { latencyMs: 1 }),
        clock,
        folder,
      });
      const isEqual = again.diverged === undefined && isDeepStrictEqual(reportAgain, report);
      return isEqual ? 'equal' : 'other';
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  isMissed: (ending) => ending !== 'equal',
  oneIn: 20,
};

const tapesOfOthers = join(packageFolder, 'tests/tapes');

const others: PlainTable = {
  id: 'servers-of-others',
  title: 'Servers that others have written',
  about:
    'A run on a third-party server, recorded, is judged again as far as its exchanges decide by themselves. What fails was decided by hand to be wrong.',
  names: () => readdirSync(tapesOfOthers).map((file) => file.split('.')[0] ?? ''),
  play: async (name) => {
    const { judgements } = await judgeHistory(
      await readTape(readFileSync(join(tapesOfOthers, `${name}.tape.jsonl.gz`))),
      plan,
    );
    const known = servers.find(({ command: [file] }) => file === `${name}.mjs`)?.failed ?? [];
    const failed = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
    const alarms = failed.filter((id) => !known.some(({ clause }) => clause === id));
    return alarms.length > 0
      ? `alarm: ${alarms.join(', ')}`
      : `no alarm: ${failed.length} of ${judgements.size} clauses fail, rightly`;
  },
  isMissed: (ending) => ending.startsWith('alarm'),
};

/** The results that have to be the same again. */
export const repeated: readonly PlainTable[] = [stability, tape, others];
