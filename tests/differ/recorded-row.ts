import { statedTests } from '../../config/runs/tapes/stated-tests.ts';
import type { Told } from '../../config/runs/tapes/recorded-run.ts';
import { plan } from '../../config/plan.ts';
import type { ClauseVerdict } from '../../clause/judgement.ts';
import type { Rehearsed } from '../../config/runs/rehearsal.ts';
import type { RunOptions } from '../../run/options.ts';
import type { TapeEvent } from '../../tape/events.ts';
import type { Tape, TapeHead } from '../../tape/tape.ts';
import type { VerdictRow } from '../support/verdicts/verdict-rows.ts';

/** Verdicts by the ids of clauses. */
export type Verdicts = ReadonlyMap<string, ClauseVerdict>;

/** A run that was played, with all that came in from outside. */
export interface RecordedRow {
  readonly verdicts: Verdicts;
  readonly tape: Tape;
}

/** Plays a row and records it, in memory. */
export async function recordRow({ play }: Pick<VerdictRow, 'play'>): Promise<RecordedRow> {
  const events: TapeEvent[] = [];
  let head: TapeHead | undefined;
  const { judgements, record } = await play((options, began) => {
    head = { tape: 2, startedAt: began.toISOString(), told: toldOf(options) };
    return (event) => void events.push(event());
  });
  if (head === undefined) throw new Error('the run began without being recorded');
  return {
    verdicts: verdictsOf(judgements),
    tape: {
      head,
      events,
      lastedMs: Math.round(events.at(-1)?.at ?? 0),
      isChanged: false,
      hidden: [],
      end: { bytes: record.bytes },
    },
  };
}

/** The verdict on each clause of a run. */
export function verdictsOf(judgements: Rehearsed['judgements']): Verdicts {
  return new Map([...judgements].map(([id, { verdict }]) => [id, verdict]));
}

/** What the head of a tape says that such a run was told. */
function toldOf(options: RunOptions): Told {
  return {
    said: {
      suite: { name: 'suite', version: '0', contract: { title: 'contract', sha256: '' } },
      embedded: false,
      node: 'v0',
      allowIncomplete: false,
      readOnlyGate: false,
    },
    options: { ...options, consent: [...options.consent], without: [...options.without] },
    placeholders: options.tokens.map(({ label, token }) => ({ label, secret: token })),
    heldAgainst: undefined,
    renews: false,
    opened: statedTests(plan, options).map(({ title }) => title),
  };
}
