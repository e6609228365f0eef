import { mentions } from '../run/pointer.ts';
import { holds } from '../run/section.ts';
import { reservedText } from './arbitraries/reserved-text.ts';
import { drawn } from './drawn-cases.ts';

/** A read by an id that names nothing shows no resource of ours, whatever the id is made of (4.2, 4.3). */
export const unknownIds = holds(
  '4.2/reads-the-named-resource',
  'unknown ids of reserved characters, slashes and characters beyond ASCII',
  {
    minimum: (reach) => Math.ceil(reach / 2),
    check: async (on) => {
      const { made } = on;
      if (made.length === 0)
        return on.discarded('premise-failed', 'there is no resource of ours that could be shown');
      await Promise.all(
        drawn(reservedText(), on.seed, on.reach).map(async ({ value, seed, path }) => {
          // A word that no id begins with keeps a server that cuts the id from naming another operation.
          const id = `${on.random.word(8)}${value}`;
          const exchange = await on.ask('readById', { path: { id }, unknownTarget: true });
          if (exchange.kind === 'noise') return on.noise(exchange.label);
          const shown = exchange.succeeded
            ? made.find(({ canary }) => mentions(exchange.value, canary))
            : undefined;
          if (shown === undefined) return on.held();
          on.violated({
            expected: 'no resource, for no resource is named so',
            got: `${exchange.label} with ${shown.canary}, which resource ${shown.id} was made with`,
            exchanges: [exchange],
            counterexample: id,
            seed,
            path,
          });
        }),
      );
    },
  },
);
