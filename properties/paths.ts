import type { EndpointName } from '../contract/endpoints.ts';
import { mentions } from '../wire/json/pointer.ts';
import { holds } from '../target/section.ts';
import type { Stage } from '../target/stage.ts';
import { reservedText } from './arbitraries/reserved-text.ts';
import { drawn } from './drawn-cases.ts';

/** A read by an id that names nothing shows no resource of ours, whatever the id is made of (4.2). */
export const unknownIds = holds(
  '4.2/reads-the-named-resource',
  'unknown ids of reserved characters, slashes and characters beyond ASCII',
  {
    minimum: (reach) => Math.ceil(reach / 2),
    check: (on) => tryUnknown(on, 'readById', (on.reach * 3) / 4),
  },
);

/** Nor does a read by a key that names nothing (4.3). */
export const unknownKeys = holds(
  '4.3/names-the-resource-of-that-key',
  'unknown keys of reserved characters, slashes and characters beyond ASCII',
  { limits: ['key'], minimum: () => 1, check: (on) => tryUnknown(on, 'readByKey', on.reach / 4) },
);

/** Nor does a delete of what does not exist (4.11). */
export const unknownDeletes = holds(
  '4.11/deletes-the-named-resource',
  'deletes of unknown ids of reserved characters, slashes and characters beyond ASCII',
  { minimum: () => 1, check: (on) => tryUnknown(on, 'remove', on.reach / 4) },
);

async function tryUnknown(
  on: Stage,
  name: Extract<EndpointName, 'readById' | 'readByKey' | 'remove'>,
  count: number,
): Promise<void> {
  const { made } = on;
  if (made.length === 0)
    return on.discarded('premise-failed', 'there is no resource of ours that could be shown');
  await Promise.all(
    drawn(reservedText(), on.seed, Math.ceil(count)).map(async ({ value, seed, path }) => {
      // A word that no id begins with keeps a server that cuts the name from taking it for another operation.
      const unknown = `${on.random.word(8)}${value}`;
      const exchange = await on.ask(name, {
        path: name === 'readByKey' ? { key: unknown } : { id: unknown },
        unknownTarget: true,
      });
      if (exchange.kind === 'noise') return on.noise(exchange.label);
      const shown = exchange.succeeded
        ? made.find(({ canary }) => mentions(exchange.value, canary))
        : undefined;
      if (shown === undefined) return on.held();
      on.violated({
        expected: 'no resource, for no resource is named so',
        got: `${exchange.label} with ${shown.canary}, which resource ${shown.id} was made with`,
        exchanges: [exchange],
        counterexample: unknown,
        seed,
        path,
      });
    }),
  );
}
