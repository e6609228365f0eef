import { parseArgs } from 'node:util';
import { plan } from '../config/plan.ts';
import { rehearse } from '../config/runs/rehearsal.ts';
import { depths, type Depth } from '../run/options.ts';
import type { Request, Transport } from '../wire/exchange.ts';
import { situationsOf, type Sent } from '../properties/crossings/sent-situations.ts';
import { combinationsOf, possible } from '../properties/crossings/space.ts';

const usage = `Usage: npm run cover [-- --depth ci|release|certify] [-- --seed N]

Plays a run against the embedded reference in virtual time, and prints which combinations
of what updates differ in (what they state and carry, how old and how rested the resource
is, what was sent beside and before) it has sent, and which it has not: pairs, and at the
depth certify triples.
`;

/** Prints how many of the possible pairs a run has sent, and names the missing pairs. */
export async function main(argv: readonly string[]): Promise<void> {
  const { depth, seed } = argumentsOf(argv);
  if (!isDepth(depth)) return void process.stdout.write(usage);
  const sent: Sent[] = [];
  await rehearse({ plan, depth: depths[depth], seed: Number(seed), around: (inner) => noting(inner, sent) });
  const situations = situationsOf(sent);
  const { crossed } = depths[depth];
  const seen = new Set(situations.flatMap((one) => combinationsOf(one, crossed)));
  const all = [...possible(crossed).keys()];
  const missing = all.filter((one) => !seen.has(one));
  const share = (100 * (all.length - missing.length)) / all.length;
  process.stdout.write(
    `${situations.length} updates at ${depth}, seed ${seed}: ${all.length - missing.length} of ${all.length} ${crossed === 2 ? 'pairs' : 'triples'} (${share.toFixed(1)} %)\n` +
      missing.map((one) => `  not sent: ${one}\n`).join(''),
  );
}

/** Depth and seed that the flags name; an empty depth for flags that are not understood. */
function argumentsOf(argv: readonly string[]): { readonly depth: string; readonly seed: string } {
  const options = {
    depth: { type: 'string', default: 'ci' },
    seed: { type: 'string', default: '1' },
  } as const;
  try {
    return parseArgs({ args: [...argv], options }).values;
  } catch {
    return { depth: '', seed: '' };
  }
}

function isDepth(name: string): name is Depth['name'] {
  return Object.hasOwn(depths, name);
}

/** The same transport, which also notes each exchange in `sent`. */
function noting(inner: Transport, sent: Sent[]): Transport {
  const note = (request: Request | undefined, outcome: Sent['outcome'] | undefined): void => {
    if (request !== undefined && outcome !== undefined) sent.push({ request, outcome });
  };
  return {
    ...inner,
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      note(request, outcome);
      return outcome;
    },
    sendOnOneConnection: async (requests, limits) => {
      const outcomes = await inner.sendOnOneConnection(requests, limits);
      for (const [at, outcome] of outcomes.entries()) note(requests[at], outcome);
      return outcomes;
    },
    race: async (requests, transport, limits) => {
      const reading = await inner.race(requests, transport, limits);
      for (const [at, outcome] of reading.outcomes.entries()) note(requests[at], outcome);
      return reading;
    },
  };
}
