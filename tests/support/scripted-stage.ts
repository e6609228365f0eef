import type { EndpointName } from '../../contract/endpoints.ts';
import type { Ask } from '../../run/ask.ts';
import { Exchange } from '../../run/exchange.ts';
import { Pace } from '../../run/pace.ts';
import { learningOf, nothingLearnt, type Learnt } from '../../target/learnt.ts';
import type { Patience, Stage } from '../../target/stage.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';

const nobody = { label: 'nobody', kind: 'none', scopes: new Set<string>() } as const;

/** An answer with a status and a text of JSON. */
export type Answer = readonly [status: number, json?: string];

/** An exchange that came to this answer. */
export function answered([status, json = '{}']: Answer, number = 1): Exchange {
  const body = new TextEncoder().encode(json);
  return new Exchange({
    number,
    caller: nobody,
    request: { method: 'GET', target: '/', headers: [] },
    outcome: { kind: 'answer', status, headers: [], body, sentAt: 0, answeredAt: 1 },
    redirects: 0,
  });
}

/** A stage whose requests are answered by a script, in virtual time, and what was sent on it. */
export interface ScriptedStage {
  readonly on: Stage;
  /** What the run has learnt, before and after. */
  readonly learnt: Learnt;
  /** The requests, each with when it was sent and whether it had to be alone. */
  readonly sent: { readonly name: EndpointName; readonly at: number; readonly ask: Ask }[];
}

/** A stage on which lags take a second at most, and every answer a millisecond; what else it knows is handed in. */
export function scriptedStage(
  script: (name: EndpointName, ask: Ask, at: number) => Answer,
  more: Partial<Stage> = {},
): ScriptedStage {
  const virtual = createVirtualClock();
  const learnt = nothingLearnt(nobody);
  const sent: ScriptedStage['sent'] = [];
  const parts = {
    facts: learnt,
    learn: learningOf(learnt),
    reader: nobody,
    ...more,
    noteSpuriousConflict: () => undefined,
    noteMissedConflict: () => undefined,
    ask: async (name: EndpointName, ask: Ask = {}): Promise<Exchange> => {
      const at = virtual.now();
      sent.push({ name, at, ask });
      await virtual.sleep(1);
      return answered(script(name, ask, at), sent.length);
    },
    with: (patience: Patience): Stage => ({ ...parts, ...patience }) as unknown as Stage,
  };
  const clock = { ...virtual, stopped: false, pace: new Pace() };
  const on = parts.with({ clock, grace: { readMs: 1_000, queryMs: 1_000 }, hasty: false });
  return { on, learnt, sent };
}
