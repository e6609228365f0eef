import { performance } from 'node:perf_hooks';
import { checkHistory } from '../properties/history/check-history.ts';
import type { History, Operation } from '../properties/history/history.ts';

/** Time that the checker of histories takes for one number of operations. */
export interface GrowthRow {
  readonly operations: number;
  readonly ms: number;
}

/**
 * Judges legal histories of growing size, each once, and times the judgement alone. Throws if a history is not legal.
 */
export function measureHistoryGrowth(sizes: readonly number[] = [1e3, 1e4, 1e5, 1e6]): readonly GrowthRow[] {
  return sizes.map((operations) => {
    const history = legalHistory(operations);
    const start = performance.now();
    const { verdict } = checkHistory(history, { conflictsAreExact: true, useReads: true });
    const ms = performance.now() - start;
    if (verdict !== 'linearizable')
      throw new Error(`a legal history of ${operations} operations is judged ${verdict}`);
    return { operations, ms };
  });
}

/** Eight clients update a counter in turns: of eight operations four are updates, two are 409s and two are reads. */
function legalHistory(size: number): History {
  let version = 0;
  const operations = Array.from({ length: size }, (_, index): Operation => {
    const times = { id: `op-${index}`, sent: index - 3.5, answered: index + 3.5 };
    switch (index % 4) {
      case 0:
      case 1:
        version += 1;
        return { ...times, kind: 'accepted', stated: String(version - 1), resulting: String(version) };
      case 2:
        return { ...times, kind: 'refused', stated: String(version - 1) };
      default:
        return { ...times, kind: 'read', shown: String(version) };
    }
  });
  return {
    schemaVersion: 1,
    resource: 'growth',
    initial: '0',
    operations,
    calibration: { moved: 8, of: 8 },
    soleWriter: true,
    transport: 'none',
  };
}
