import { says } from '../../wire/status.ts';
import { blockedReason } from '../blocked-by.ts';
import type { Profile } from '../../clause/profile.ts';
import { Inconclusive, notTested } from '../../clause/thrown.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Engine } from '../../run/engine.ts';
import type { Exchange } from '../../history/exchange.ts';
import { createAsk, createBodies, type CreateBody } from '../create-body.ts';
import { idFrom, newOwn } from '../id-source.ts';
import { noManageToken } from '../reasons.ts';
import { insistentCreate } from '../resources/insistent-create.ts';
import { hasToStay } from '../resources/provided.ts';
import { outOfYouth } from '../updates/young-resources.ts';
import { pollUntilReadable } from '../resources/lag.ts';
import type { OwnResource } from '../resources/own-resource.ts';
import type { ResourcePool } from '../resources/resource-pool.ts';
import { oncePerRun } from '../once-per-run.ts';
import type { ResourceAccess, Stage } from '../stage.ts';
import { writerOf } from '../callers/usual-caller.ts';
import type { CheckMeans } from './check-stage.ts';

interface ResourceAccessParts extends CheckMeans {
  readonly enter: (id: string) => void;
  /** The body of accepted creates; a plainer body from the time on when the server refuses it. */
  readonly creating: { body: CreateBody | undefined };
  /** The stage that lends, once it is put together. */
  readonly stage: () => Stage;
}

/** The resources of one check: created by it, left by others, or provided by the operator. */
export function resourceAccessFor(parts: ResourceAccessParts): ResourceAccess {
  const { engine, facts, book, pool, capacity, belongings, enter, creating } = parts;
  const use = async <T>(
    how: { readonly fresh: boolean; readonly ahead?: true },
    work: (own: OwnResource) => Promise<T>,
  ): Promise<T> => {
    if (facts.noResource !== undefined) throw notTested(facts.noResource);
    if (!facts.readable) throw notTested(blockedReason('4.2/known-id-is-readable'));
    return await pool.use({ ...how, make: async () => (await resourceAccess.another()).own }, work);
  };
  const resourceAccess: ResourceAccess = {
    own: (work, how) => use({ fresh: false, ...how }, work),
    fresh: (work) => use({ fresh: true }, work),
    keep: (own) => {
      own.abandon();
      belongings.keep(own.id);
    },
    makeRoom: () => capacity.removeUnneeded(),
    release: ({ id }) => {
      if (belongings.release(id)) capacity.giveBack(belongings, [id]);
    },
    another: async (canary) => {
      if (facts.noResource === undefined && facts.idSource === undefined)
        return { own: provided(pool, engine.options.profile), exchange: undefined };
      const { exchange, own } = await resourceAccess.create(canary);
      if (own === undefined) throw notCreated(exchange, engine);
      belongings.keep(own.id);
      if (facts.createsLater) await pollUntilReadable(parts.stage(), own);
      await outOfYouth(parts.stage(), own);
      return { own, exchange };
    },
    create: async (canary, as = writerOf(facts)) => {
      const { body } = creating;
      if (body === undefined) throw notTested(facts.noResource ?? noManageToken);
      const on = parts.stage();
      let sent = canary ?? engine.word();
      const send = async (alone: boolean, once: boolean): Promise<Exchange> => {
        const answer = await on.ask('create', { as, ...createAsk(body, sent), alone, once });
        if (!answer.succeeded) sent = canary === undefined ? engine.word() : another(sent, answer);
        return answer;
      };
      const isHeard = lets('create', as, engine.options.projectKey) === 'in';
      let exchange = await insistentCreate(on, as, (alone) =>
        isHeard ? capacity.create((once) => send(alone, once)) : send(alone, false),
      );
      if (isHeard)
        exchange = await steppedDown(on, { from: body, creating }, exchange, (plainer) => {
          sent = canary ?? engine.word();
          return on.ask('create', { as, json: plainer(sent) });
        });
      if (isHeard && facts.idSource !== undefined)
        exchange = await capacity.later(exchange, () => send(false, true));
      const source = facts.idSource;
      if (!exchange.succeeded || source === undefined) return { exchange, own: undefined };
      const own = newOwn(on, exchange, source, facts.keyPointer);
      if (own.id === '') return { exchange, own: undefined };
      enter(own.id);
      book.made.push({ id: own.id, canary: sent, at: own.madeAt });
      return { exchange, own };
    },
    made: book.made,
    isOurs: (id) => book.isHandedOut(id),
    gone: book.gone,
    noteCreated: (exchange) => {
      const id = facts.idSource === undefined ? undefined : idFrom(exchange, facts.idSource);
      if (id !== undefined) enter(id);
    },
    canary: engine.word,
  };
  return resourceAccess;
}

/** The same text, with an additional letter if it may have been stored already: no create is sent twice. */
function another(sent: string, create: Exchange): string {
  return create.is('noise') ? `${sent}b` : sent;
}

/** A server may bound values, sizes and counts, and does not say how: down the ladder of bodies if it refuses one. */
async function steppedDown(
  on: Stage,
  { from, creating }: Pick<ResourceAccessParts, 'creating'> & { readonly from: CreateBody },
  refused: Exchange,
  send: (plainer: CreateBody) => Promise<Exchange>,
): Promise<Exchange> {
  if (!refused.is('turned away') || !says(refused, 'invalid', 'conflict', 'too large')) return refused;
  const tries = await triesInVain(on);
  if (tries.inRow >= mostInVain) return refused;
  for (const plainer of createBodies.slice(createBodies.indexOf(from) + 1)) {
    const exchange = await send(plainer);
    if (!exchange.succeeded) continue;
    creating.body = plainer;
    tries.inRow = 0;
    return exchange;
  }
  tries.inRow += 1;
  return refused;
}

/** Counts creates in a row that a plainer content did not help. */
const triesInVain = oncePerRun((_on: Stage) => Promise.resolve({ inRow: 0 }));
const mostInVain = 2;

/** An unused resource of the sandbox. */
function provided(pool: ResourcePool, profile: Profile): OwnResource {
  const own = pool.take(({ id }) => !hasToStay(profile, id));
  if (own !== undefined) return own;
  throw notTested({
    code: 'no-id-source',
    text: 'creates show no ids, and every provided resource is in use or used up',
    supply: '"resource": {"sandbox": [<more ids>]}',
  });
}

function notCreated(exchange: Exchange, { evidence }: Engine): Inconclusive {
  const text = `a create like those accepted before was answered ${exchange.label}`;
  return exchange.is('noise')
    ? notTested({ code: 'noise', text: 'no create got a usable answer' })
    : new Inconclusive({ code: 'premise-failed', text }, { tested: false, exchanges: [evidence(exchange)] });
}
