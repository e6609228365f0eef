import { endpoint, type EndpointName } from '../../../contract/endpoints.ts';
import type { Ask } from '../../../run/ask.ts';
import type { Caller } from '../../../history/caller.ts';
import { Exchange } from '../../../history/exchange.ts';
import { Pace } from '../../../run/run-clock.ts';
import { learningOf, nothingLearnt, type Learnt } from '../../../implementation/learnt.ts';
import type { Patience, Stage } from '../../../implementation/stage.ts';
import type { Header } from '../../../wire/exchange.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';

/** Who sends what names no caller. */
export const nobody = { label: 'nobody', kind: 'none', scopes: new Set<string>() } as const;

/** An answer with a status, a text of JSON, and headers. */
export type Answer = readonly [status: number, json?: string, headers?: readonly Header[]];

/** Who has asked where, and which operation. */
interface Asked {
  readonly caller: Caller;
  readonly target: string;
  readonly name: EndpointName;
}

/** An exchange that came to this answer, of somebody who asked for this. */
export function answered(
  [status, json = '{}', headers = []]: Answer,
  number = 1,
  { caller = nobody, target = '/', name }: Partial<Asked> = {},
): Exchange {
  const body = new TextEncoder().encode(json);
  return new Exchange({
    number,
    endpoint: name,
    caller,
    request: { method: (name && endpoint(name).method) ?? 'GET', target, headers: [] },
    outcome: { kind: 'answer', status, headers, body, sentAt: 0, answeredAt: 1 },
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
      const target = `/${ask.projectKey ?? 'demo'}/resource`;
      const exchange = answered(script(name, ask, at), sent.length, {
        caller: ask.as ?? nobody,
        target,
        name,
      });
      more.world?.history.append(exchange);
      return exchange;
    },
    with: (patience: Patience): Stage => ({ ...parts, ...patience }) as unknown as Stage,
  };
  const clock = { ...virtual, stopped: false, pace: new Pace() };
  const on = parts.with({ clock, grace: { readMs: 1_000, queryMs: 1_000 }, brief: false });
  return { on, learnt, sent };
}
