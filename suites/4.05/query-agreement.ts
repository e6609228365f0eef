import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { confirmations } from '../../judging/confirm.ts';
import type { Stage } from '../../implementation/stage.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { matchedCheck } from './existence.ts';
import { askedTogether } from './queries.ts';

type Query = readonly (readonly [name: string, value: string])[];

/** How the check answers a query that GET answers with a resource of ours (4.5). */
export async function observeAgreement(on: Stage): Promise<void> {
  const { controls, canary, gets, heads } = await askedTogether(on);
  const shows = (get: Exchange): boolean => canary !== undefined && mentions(get.value, canary);
  const [get] = gets;
  if (!shows(get))
    return on.discarded(
      'not-observable',
      'no answer to a query by GET showed what a resource was created with',
    );
  const query: Query = controls.flatMap(([one]) => one);
  const first = heads?.[0] ?? (await on.ask('exists', { query }));
  if (first.is('noise')) return on.noise(first.label);
  if (says(first, 'found')) return on.observe({ status: 200, agrees: true });
  // A query that finds the resource, and a bare check that does: the answer of the check with the query contradicts
  // both.
  const answers = [first];
  while (answers.length < confirmations) answers.push(await on.ask('exists', { query }));
  const after = await on.ask('query', { query });
  const bare = await on.defer(() => matchedCheck(on));
  const isDefinite = answers.every((one) => !one.is('noise') && !says(one, 'found'));
  on.observe(
    { status: first.status ?? 0, agrees: false },
    {
      suspect: isDefinite &&
        shows(after) &&
        says(bare, 'found') && { why: 'The check denies what GET finds with the same query.' },
    },
  );
}
