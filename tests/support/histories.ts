import { compileSchemas } from '../../schemas/compile.ts';
import type { ExchangeEvidence } from '../../clause/sample.ts';
import type { Exchange } from '../../history/exchange.ts';
import { History, type Entry, type Given } from '../../history/history.ts';
import type { ToEvidence } from '../../world/shapes/recorded.ts';
import { World } from '../../world/world.ts';

/** What most histories of tests are given: the project `demo`, and texts that hold `canary`. */
const given: Given = { projectKey: 'demo', mark: 'canary', namedAt: [] };

/** A history of these entries, in their order. */
export function historyOf(entries: Iterable<Entry>, more: Partial<Given> = {}): History {
  const history = new History({ ...given, ...more });
  for (const entry of entries) history.append(entry);
  return history;
}

/** Evidence that names an exchange, and shows next to nothing of it. */
export function evidenceOf({ request, number }: Exchange): ExchangeEvidence {
  return {
    request: { method: request.method, target: request.target, headers: [] },
    milliseconds: 1,
    curl: '',
    number,
  };
}

/** What follows from a history. */
export function worldOf(history: History, evidence: ToEvidence = evidenceOf): World {
  return new World({ history, schemas: compileSchemas({ int32Signed: true }), evidence });
}
