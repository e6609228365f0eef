import type { AddressedName } from '../contract/traits.ts';
import { mentions } from '../wire/json/pointer.ts';
import { holds } from '../implementation/section.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { readOwn } from '../implementation/resources/read-own.ts';
import { sameMembers } from '../world/resources/reads-by-key.ts';
import type { Stage } from '../implementation/stage.ts';
import type { Exchange } from '../history/exchange.ts';
import { unknownName } from './arbitraries/reserved-text.ts';
import { checkCases, proved, type Failing } from './checked-cases.ts';

/** A read by an id that names nothing shows no resource of the run, whatever the id (4.2). */
export const unknownIds = holds(
  '4.2/reads-the-named-resource',
  'unknown ids of reserved characters, slashes and characters beyond ASCII',
  {
    check: (on) => tryUnknown(on, 'readById', on.reach),
  },
);

/** Nor does a read by a key that names nothing (4.3). */
export const unknownKeys = holds(
  '4.3/names-the-resource-of-that-key',
  'unknown keys of reserved characters, slashes and characters beyond ASCII',
  {
    limits: ['key'],
    check: (on) => tryUnknown(on, 'readByKey', on.reach),
  },
);

/** Nor does a delete of a missing resource (4.11). */
export const unknownDeletes = holds(
  '4.11/deletes-the-named-resource',
  'deletes of unknown ids of reserved characters, slashes and characters beyond ASCII',
  {
    check: (on) => tryUnknown(on, 'remove', on.reach),
  },
);

/** Executions that shrink a name that showed a resource; each is one request, and deletes may delete again. */
const mostExecutions = { readById: 20, readByKey: 20, remove: 4 } as const;

async function tryUnknown(on: Stage, name: AddressedName, count: number): Promise<void> {
  if (on.made.length === 0)
    return on.discarded('premise-failed', 'there is no resource of ours that could be shown');
  await checkCases(on, { kinds: [unknownName()], seed: on.seed, count }, async (one) => {
    const exchange = await askUnknown(on, name, one.value);
    if (exchange.is('noise')) on.noise(exchange.label);
    else if ((await shownBy(on, exchange)) === undefined) on.held();
    else return shown(on, name, exchange);
    return 'goes on';
  });
}

function askUnknown(on: Stage, name: AddressedName, unknown: string): Promise<Exchange> {
  return on.ask(name, {
    path: name === 'readByKey' ? { key: unknown } : { id: unknown },
    mayNotExist: true,
  });
}

/** The resource of the run that the answer shows; by key, an answer of another, undocumented shape may mention any. */
async function shownBy(on: Stage, exchange: Exchange): Promise<Stage['made'][number] | undefined> {
  const resource = exchange.succeeded
    ? on.made.find(({ canary }) => mentions(exchange.value, canary))
    : undefined;
  if (resource === undefined || exchange.endpoint !== 'readByKey') return resource;
  const { own } = await keptResource(on);
  return sameMembers(await readOwn(on, own), exchange) ? resource : undefined;
}

/** One answer is proof; the smallest name with that answer shows the cause. */
function shown(on: Stage, name: AddressedName, seen: Exchange): Failing<string> {
  return proved(seen, {
    executions: mostExecutions[name],
    again: async (unknown) => {
      const exchange = await askUnknown(on, name, unknown);
      return (await shownBy(on, exchange)) === undefined ? undefined : exchange;
    },
    report: async (last, { value, seed, path }) => {
      const resource = await shownBy(on, last);
      on.violated({
        expected: 'no resource, for no resource is named so',
        got: `${last.label} with ${resource?.canary ?? ''}, which resource ${resource?.id ?? ''} was made with`,
        deviation: { kind: 'holds', text: resource?.canary ?? '' },
        exchanges: [last],
        counterexample: value,
        seed,
        path,
      });
    },
  });
}
