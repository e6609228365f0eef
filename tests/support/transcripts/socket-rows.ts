import { faults } from '../../../faults/catalogue.ts';
import { hashText } from '../../../run/random.ts';
import { systemClock } from '../../../wire/system-clock.ts';
import { createTransport } from '../../../wire/undici-transport.ts';
import {
  servedImplementations,
  type ServedImplementation,
} from '../second-implementation/served-implementations.ts';
import { clausesThat, judgeWhole } from '../whole-run.ts';

/** A whole run over sockets. What hangs on who is quicker is not told: its verdict, and the clauses that failed. */
export interface SocketRow {
  readonly name: string;
  readonly isPresent: () => boolean;
  readonly play: () => Promise<string>;
}

const mostFaults = 10;

const drawnFaults = faults
  .filter(({ breaks, depth }) => breaks !== undefined && depth === undefined)
  .map(({ name }) => name)
  .toSorted((one, other) => hashText(one) - hashText(other))
  .slice(0, mostFaults);

/** Every run over sockets that is on record: each implementation, and ten faults of the reference. */
export const socketRows: readonly SocketRow[] = servedImplementations.flatMap((against) => [
  rowOf(against.name, against, []),
  ...(against.name === 'reference' ? drawnFaults : []).map((fault) =>
    rowOf(`${against.name}, fault ${fault}`, against, [fault]),
  ),
]);

function rowOf(name: string, against: ServedImplementation, broken: readonly string[]): SocketRow {
  const { isPresent } = against;
  const play = (): Promise<string> =>
    against.use(broken, async (options) => {
      const { baseUrl, concurrency: connections } = options;
      const transport = createTransport({ baseUrl, connections, http2: 'off', clock: systemClock });
      const whole = await judgeWhole({ transport, clock: systemClock, options });
      return [whole.report.verdict, ...clausesThat('fail', whole).toSorted()].join(' ');
    });
  return { name, isPresent, play };
}
