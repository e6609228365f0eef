import { says } from '../../wire/status.ts';
import { Aborted } from '../../run/aborted.ts';
import { lets } from '../../world/callers/lets.ts';
import { createAsk, type CreateBody } from '../create-body.ts';
import { idFrom, idSources } from '../id-source.ts';
import type { Learnt } from '../learnt.ts';
import type { Stage } from '../stage.ts';
import { swappedTokens } from './sentences.ts';

/**
 * Checks, if creates are refused to the token that must be granted access, whether a token may write that
 * must not. It creates and deletes a resource, which the first token may not. Then the two are swapped,
 * because no single rule of an implementation admits only one of them at both.
 *
 * @throws Aborted
 */
export async function refuseSwappedWriter(
  on: Stage,
  draft: Learnt,
  body: CreateBody,
  ledger: (id: string, canary: string) => void,
): Promise<void> {
  const { writer } = draft;
  if (writer?.supplied === undefined) return;
  const { random } = on.callers;
  const create = async (as: typeof random) => {
    const canary = on.canary();
    const exchange = await on.ask('create', { as, ...createAsk(body, canary) });
    const ids = idSources(on.profile).flatMap((source) => idFrom(exchange, source) ?? []);
    const [id] = exchange.succeeded ? ids : [];
    if (id !== undefined) ledger(id, canary);
    return { exchange, id };
  };
  const others = on.callers.supplied.filter(
    (one) =>
      one.supplied?.expired !== true &&
      one.supplied?.otherProject !== true &&
      lets('create', one, on.options.projectKey) === 'out',
  );
  for (const other of others) {
    const { exchange, id } = await create(other);
    if (!exchange.succeeded || id === undefined || other.supplied === undefined) continue;
    if ((await create(random)).exchange.succeeded) return;
    const path = { id };
    const byWriter = await on.ask('remove', { path, as: writer });
    const byOther = await on.ask('remove', { path, as: other, mayNotExist: byWriter.succeeded });
    if (!says(byWriter, 'denied', 'not found')) continue;
    if (!byOther.succeeded) continue;
    throw new Aborted('configuration', swappedTokens(writer.supplied, other.supplied, ['create', 'remove']));
  }
}
