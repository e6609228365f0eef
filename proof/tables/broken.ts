import { faults } from '../../faults/catalogue.ts';
import type { Fault } from '../../faults/fault.ts';
import { createConstantTransport } from '../../config/runs/in-process-transport.ts';
import { atDocumentedPaths, constants } from '../../tests/support/servers/constant-servers.ts';
import { rehearseFault } from '../../tests/support/fault-expectations.ts';
import { explained } from '../../tests/support/rare/explained.ts';
import { playRare, rareRows } from '../../tests/support/rare/rare-rows.ts';
import { judgeWhole, optionsOf } from '../../tests/support/whole-run.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import { found } from './found.ts';
import type { PlainTable } from './table.ts';

const breaking = faults.filter(({ breaks }) => breaks !== undefined);
const faultsByName = new Map<string, Fault>(
  breaking.map((fault) => [`${fault.breaks} by ${fault.name}`, fault]),
);

const always: PlainTable = {
  id: 'faults',
  title: 'Faults that are always there',
  about:
    'A server that breaks one clause of the contract. It is caught by the clause that it breaks (named), by another one alone (beside), or by none (missed).',
  names: () => [...faultsByName.keys()],
  play: async (name) => {
    const fault = found(faultsByName, name);
    if (fault.unseenBecause !== undefined) return `missed: ${fault.unseenBecause}`;
    const { judgements } = await rehearseFault(fault);
    const failed = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
    if (failed.includes(fault.breaks ?? '')) return 'named';
    return failed.length > 0 ? `beside: ${failed.join(', ')}` : 'missed';
  },
  isMissed: (ending) => ending.startsWith('missed'),
};

const rareByTitle = new Map(rareRows.map((row) => [row.title, row]));

const rare: PlainTable = {
  id: 'rare-faults',
  title: 'Faults that act at times',
  about:
    'The same faults, one time in three or ten, from the third time on, for half of the resources, or only while requests overlap. A run fails, stays undecided, or tells that something came and went (told); or the fault never acted on an answer that the contract determines (idle). Else it is missed, or there is a reason.',
  names: () => [...rareByTitle.keys()],
  play: async (name) => {
    const row = found(rareByTitle, name);
    const { acted, verdict, traces } = await playRare(row);
    if (verdict === 'NON-CONFORMANT') return 'failed';
    if (verdict !== 'CONFORMANT') return 'undecided';
    if (traces.length > 0) return 'told';
    if (acted.length === 0) return 'idle';
    const reason = explained[name] ?? explained[row.fault.name];
    return reason === undefined ? 'missed' : `reason: it ${reason}`;
  },
  isMissed: (ending) => ending === 'missed',
  oneIn: 20,
};

const constantsByName = new Map(constants.map((one) => [one.name, one]));

const constant: PlainTable = {
  id: 'constant-servers',
  title: 'Servers that answer everything alike',
  about:
    'The verdict on a server without any state, and how many MUST clauses it passes, since what they demand is so.',
  names: () => [...constantsByName.keys()],
  play: async (name) => {
    const clock = createVirtualClock();
    const { report } = await judgeWhole({
      transport: createConstantTransport(atDocumentedPaths(found(constantsByName, name).answer), clock),
      clock,
      options: optionsOf('http://constant.invalid', { settle: { readMs: 5_000, queryMs: 15_000 } }),
    });
    const must = report.clauses.filter(({ level }) => level === 'MUST');
    const count = (wanted: string): number => must.filter(({ verdict }) => verdict === wanted).length;
    return `${report.verdict}: ${count('pass')} of ${must.length} pass, ${count('fail')} fail`;
  },
  isMissed: (ending) => ending.startsWith('CONFORMANT'),
};

/** The rows that break the contract; each has to be found. */
export const broken: readonly PlainTable[] = [always, rare, constant];
