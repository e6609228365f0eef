import { defined } from '../../../clause/defined.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { transcribe } from '../../../bin/transcript.ts';
import { plan } from '../../../config/plan.ts';
import { embeddedTokens, rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { Stage } from '../../../implementation/stage.ts';
import type { Request } from '../../../wire/exchange.ts';

/** Names of all that sends something by itself: clauses with a check, and evidence. */
export const senders: readonly string[] = [
  ...plan.sections.flatMap(({ clauses }) =>
    clauses.filter(({ check }) => check !== undefined).map(({ id }) => id as string),
  ),
  ...plan.evidence.map(({ name }) => name),
];

/** What stands for requests that no check has asked for: meeting, discovery, clean-up. */
export const theRunItself = 'the run itself';

/** How many requests each check sends, and a digest of them in their order: `12:0f3a9c21`. */
export async function requestsSent(selected?: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const asking = new AsyncLocalStorage<string>();
  const sent = new Map<string, string[]>();
  const tokens = new Map(embeddedTokens().map(({ label, token }) => [`Bearer ${token}`, label]));
  await rehearse({
    plan: watched(asking),
    profile: referenceProfile,
    ...defined({ selected }),
    around: (transport) =>
      transcribe(
        transport,
        () => asking.getStore() ?? theRunItself,
        ({ part, request, manner }) => {
          const lines = sent.get(part) ?? [];
          lines.push(`${lineOf(request, tokens)} ${manner ?? ''}`);
          sent.set(part, lines);
        },
      ),
  });
  return new Map([...sent].map(([part, lines]) => [part, `${lines.length}:${digestOf(lines)}`]));
}

/** The plan, each check of which is known to all that it asks for. */
function watched(asking: AsyncLocalStorage<string>): Plan {
  const under =
    (name: string, check: (on: Stage) => Promise<void>) =>
    (on: Stage): Promise<void> =>
      asking.run(name, () => check(on));
  return {
    sections: plan.sections.map((section) => ({
      ...section,
      clauses: section.clauses.map((clause) =>
        clause.check === undefined ? clause : { ...clause, check: under(clause.id, clause.check) },
      ),
    })),
    evidence: plan.evidence.map((one) => ({ ...one, check: under(one.name, one.check) })),
  };
}

function lineOf({ method, target, headers, body }: Request, tokens: ReadonlyMap<string, string>): string {
  const told = headers
    .filter(([name]) => name.toLowerCase() !== 'traceparent')
    .map(([name, value]) => `${name}: ${tokens.get(value) ?? value}`);
  return [method, target, ...told, Buffer.from(body ?? []).toString('latin1')].join(' ');
}

function digestOf(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 8);
}
