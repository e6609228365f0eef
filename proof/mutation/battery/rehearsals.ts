import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../clause/defined.ts';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { plan } from '../../../config/plan.ts';
import { rehearse, type Rehearsed } from '../../../config/runs/rehearsal.ts';
import { judgeHistory } from '../../../config/runs/tapes/judged-history.ts';
import { faults, referenceProfile } from '../../../faults/catalogue.ts';
import { readTape } from '../../../tape/read-tape.ts';
import { disturbances } from '../../../tests/support/disturbances/disturbances.ts';
import { rehearseUnder } from '../../../tests/support/disturbances/rehearsed-disturbance.ts';
import { rehearseFaultOn } from '../../../tests/support/fault-expectations.ts';
import { rareRows, rehearseRare } from '../../../tests/support/rare/rare-rows.ts';
import { habitsOf } from '../../../tests/support/rehearsed-habits.ts';
import { reportLine } from '../../../tests/support/verdicts/report-facts.ts';
import { reportRows } from '../../../tests/support/verdicts/report-rows.ts';
import { verdictLine } from '../../../tests/support/verdicts/verdict-line.ts';
import { digestOf } from '../digest.ts';
import type { Item, Outcome } from './item.ts';

const combinations = 30;
/** Each of these items is a whole run: only one in so many is played, so that each time at which a fault may act has its turn. */
const oneRareIn = 61;
const oneDisturbanceIn = 3;

/**
 * The reference, faults with the clauses of their own part, rare faults, combined habits, disturbances, reports and
 * tapes.
 */
export function rehearsals(): readonly Item[] {
  return [
    {
      name: 'the reference',
      play: async () => outcomeOf(await rehearse({ plan, profile: referenceProfile })),
    },
    ...faults
      .filter(({ unseenBecause }) => unseenBecause === undefined)
      .map((fault) => ({
        name: `fault ${fault.name}`,
        ...defined({ breaks: fault.breaks }),
        play: async () => outcomeOf(await rehearseFaultOn(fault, () => false)),
      })),
    ...Array.from({ length: combinations }, (_, at) => ({
      name: `habits ${at + 1}`,
      play: async () => outcomeOf(await rehearse(habitsOf(at + 1))),
    })),
    ...rareRows
      .filter((_, at) => at % oneRareIn === 0)
      .map((row) => ({
        name: `rare ${row.title}`,
        ...defined({ breaks: row.fault.breaks }),
        play: async () => outcomeOf((await rehearseRare(row)).rehearsed),
      })),
    ...disturbances
      .filter((_, at) => at % oneDisturbanceIn === 0)
      .map((disturbance) => ({
        name: `disturbance ${disturbance.name}`,
        play: async () => outcomeOf(await rehearseUnder(disturbance)),
      })),
    ...reportRows.map(({ name, play }) => ({
      name: `report ${name}`,
      play: async () => {
        const report = await play();
        const failed = report.clauses.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []));
        return { digest: digestOf(reportLine(report)), failed };
      },
    })),
    ...tapes(),
  ];
}

function tapes(): readonly Item[] {
  const folder = join(packageFolder, 'tests/tapes');
  return readdirSync(folder).map((file) => ({
    name: `tape ${file.split('.')[0]}`,
    play: async () => {
      const { judgements } = await judgeHistory(await readTape(readFileSync(join(folder, file))), plan);
      const lines = [...judgements].map(([id, { verdict }]) => `${id} ${verdict}`).toSorted();
      return { digest: digestOf(lines.join('\n')), failed: failedOf(judgements) };
    },
  }));
}

/** The verdicts as in the records of whole runs. */
function outcomeOf(rehearsed: Rehearsed): Outcome {
  const [verdict, ...clauses] = verdictLine(rehearsed).split(' ');
  return {
    digest: digestOf([verdict, ...clauses.toSorted()].join('\n')),
    failed: failedOf(rehearsed.judgements),
  };
}

function failedOf(judgements: ReadonlyMap<string, { readonly verdict: string }>): readonly string[] {
  return [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
}
