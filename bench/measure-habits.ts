import { defined } from '../clause/defined.ts';
import { faults, referenceWith } from '../faults/catalogue.ts';
import { quickHabits, slowHabits } from './habits.ts';
import { timed, type Spent } from './silence.ts';
import { runSuite, whileServed } from './timed-run.ts';

/** One run over sockets: its wall time, its time at the target, and its ending. */
export interface HabitRun extends Spent {
  readonly label: string;
  readonly wallMs: number;
  readonly verdict: string;
  /** Why a verdict depends on a wait. */
  readonly why?: string;
}

/** The reference, then honest servers with other habits: first the servers in `quickHabits`. */
export async function measureHabits(tell: (run: HabitRun) => void): Promise<readonly HabitRun[]> {
  const runs: HabitRun[] = [];
  const servers: readonly (readonly [label: string, choices: readonly string[], why?: string])[] = [
    ['the reference', []],
    ...quickHabits.map((name) => [name, [name]] as const),
    ...slowHabits.map(([name, why]) => [name, [name], why] as const),
  ];
  for (const [label, choices, why] of servers) {
    const measuredOne = await measured(label, { choices });
    const run = { ...measuredOne, ...defined({ why }) };
    runs.push(run);
    tell(run);
  }
  return runs;
}

/** Of this many faults one is measured, so that all sections have their share. */
const everySo = 40;

/** Servers that have one fault each. */
export async function measureFaults(tell: (run: HabitRun) => void): Promise<readonly HabitRun[]> {
  const runs: HabitRun[] = [];
  for (const { name } of faults.filter((_, at) => at % everySo === 0)) {
    const run = await measured(name, { faults: [name] });
    runs.push(run);
    tell(run);
  }
  return runs;
}

async function measured(
  label: string,
  what: { readonly faults?: readonly string[]; readonly choices?: readonly string[] },
): Promise<HabitRun> {
  const { reference, spent } = timed(referenceWith(what));
  const { ms, report } = await whileServed(reference, 0, (env) => runSuite(env), what.choices);
  return { label, wallMs: ms, ...spent(), verdict: report?.verdict ?? 'no report' };
}
