import { isRead } from '../../contract/reads.ts';
import { namesWith } from '../../contract/traits.ts';
import { isOneForAll } from '../learnt.ts';
import { runMark } from '../../clause/mark.ts';
import type { Reason } from '../../clause/sample.ts';
import { Inconclusive, notTested } from '../../clause/thrown.ts';
import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Ask } from '../../run/ask.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Chain } from '../../run/session/dispatch.ts';
import { giveUpWhereHopeless } from '../../run/session/silence.ts';
import { requireWrites } from '../read-only.ts';
import { requireDeletable } from '../resources/provided.ts';
import { entered, wordOf } from '../resources/entered-creates.ts';
import { plainTexts } from '../resources/proof/own-content.ts';
import { idFrom } from '../id-source.ts';
import type { CheckMeans } from './check-stage.ts';
import type { SentTexts } from './sent-texts.ts';
import type { Sending } from '../stage.ts';
import { usualCaller } from '../callers/usual-caller.ts';

interface SendingParts extends CheckMeans {
  readonly sent: SentTexts;
  /** Whether a create may trigger the deletion of unneeded resources. */
  readonly mayMakeRoom: () => boolean;
  readonly chain: Chain;
  /** Ids that the check asks for are entered here. */
  readonly asked: Set<string>;
  /** Called for a token of many checks that has expired. */
  readonly missed: (caller: Caller) => void;
  /** Limits of pace are not known yet. */
  readonly meetsTarget: boolean;
  /** Nothing is known of limits of pace yet. */
  readonly isFirst: boolean;
}

const wasThere: Reason = {
  code: 'premise-failed',
  text: 'creates yield a resource from before the run, and the run deletes none of those',
};

/** If accepted, requests to these operations may add a resource. */
const adding: readonly EndpointName[] = namesWith('changes', 'creates', 'creates or overwrites');

type Named = readonly [EndpointName, Ask & { readonly as: Caller }];

/** The requests of one check: by the caller that it names, or by the likeliest caller with access. */
export function sendingFor(parts: SendingParts): Sending {
  const { engine, facts, book, pool, capacity, belongings, sent, chain, asked } = parts;
  const { session, callers, clock, options, tokenMonitor } = engine;
  const who = { facts, callers, projectKey: options.projectKey };
  const entering = {
    ledger: book.ledger,
    facts,
    profile: options.profile,
    projectKey: options.projectKey,
    mark: runMark(options.runId),
    date: () => clock.date(),
  };
  const named = (name: EndpointName, ask: Ask): Named => {
    const as = ask.as ?? usualCaller(name, who);
    const isDue = lets(name, as, ask.projectKey ?? options.projectKey) === 'in';
    return [
      name,
      { ...ask, as, ...headersOf(name, ask), ...(parts.isFirst && isDue ? { isPremise: true } : {}) },
    ];
  };
  /** The vendor's headers for each create, and those of the check. */
  const headersOf = (name: EndpointName, { headers = [] }: Ask): Pick<Ask, 'headers'> => {
    const declared = name === 'create' ? (options.profile.samples?.['4.6']?.headers ?? {}) : {};
    const ours = Object.entries(declared).map(
      ([field, value]) => [field, value.replaceAll('{unique}', engine.word())] as const,
    );
    return ours.length === 0 ? {} : { headers: [...ours, ...headers] };
  };
  /** Many checks depend on these callers; without them, their results would be lost. */
  const isUsual = (caller: Caller): boolean =>
    [facts.reader, facts.writer, facts.updater].some((one) => one === caller);
  const heed = (exchange: Exchange): void => {
    if (parts.meetsTarget) return;
    if (exchange.tokenExpired) {
      if (!isUsual(exchange.caller) || !tokenMonitor.isOver(exchange.caller)) return;
      parts.missed(exchange.caller);
      throw new Inconclusive({ code: 'dead-token', text: tokenMonitor.sentence(exchange.caller) });
    }
    giveUpWhereHopeless(exchange, clock.stopped);
  };
  const note = ({ path, json, projectKey = options.projectKey }: Ask): void => {
    sent.note(json);
    const id = path?.['id'];
    if (id === undefined) return;
    asked.add(id);
    // Once they replace the mark, they identify the run.
    if (json !== undefined) book.ledger.noteTexts(projectKey, id, plainTexts([json], entering.mark));
  };
  /** A run that may not write sends only GET and HEAD, and no run deletes what was provided for changes. */
  const mayGo = (name: EndpointName, ask: Ask): void => {
    const method = ask.method ?? endpoint(name).method;
    if (method === undefined || !isRead({ method })) requireWrites(engine);
    if (name === 'remove') requireDeletable(options, ask.path?.['id'] ?? '');
    note(ask);
  };
  /** Callers with access are counted, if a server counts creates. */
  const isCounted = (name: EndpointName, ask: Ask): boolean => {
    const { as = usualCaller(name, who), projectKey = options.projectKey } = ask;
    return name === 'create' && lets(name, as, projectKey) === 'in';
  };
  const noteMade = (exchange: Exchange): void => {
    const id =
      exchange.succeeded && facts.idSource !== undefined ? idFrom(exchange, facts.idSource) : undefined;
    if (id !== undefined) belongings.made(id);
  };
  /** If creates update one resource, they take turns with the checks that use it. */
  const createOnOne = (send: () => Promise<Exchange>): Promise<Exchange> =>
    pool.create(chain, async () => {
      const exchange = await send();
      if (!exchange.is('turned away')) pool.touch(clock.now());
      return exchange;
    });

  const severally = async (
    asks: readonly (readonly [EndpointName, Ask])[],
    send: (all: readonly Named[]) => Promise<readonly Exchange[]>,
  ): Promise<readonly Exchange[]> => {
    for (const [name, ask] of asks) mayGo(name, ask);
    const exchanges = await send(asks.map(([name, ask]) => named(name, ask)));
    exchanges.forEach(heed);
    return exchanges;
  };

  return {
    ask: async (name, ask = {}) => {
      mayGo(name, ask);
      if (name === 'remove') {
        const id = ask.path?.['id'] ?? '';
        if (book.ledger.wasBefore(id)) throw notTested(wasThere);
        book.noteDelete(id);
      }
      if (adding.includes(name) && parts.mayMakeRoom()) await capacity.make(belongings);
      if (isCounted(name, ask)) await capacity.pace.turn();
      // Content without a mark is found by the answer alone: a killed run should leave few open creates.
      const isUnmarked = name === 'create' && wordOf(ask, entering.mark) === undefined;
      const [, whole] = named(name, isUnmarked ? { ...ask, alone: true } : ask);
      const send = (): Promise<Exchange> =>
        entered(entering, name, ask, (about) => session.send(name, whole, chain, { about }));
      const exchange = name === 'create' && isOneForAll(facts) ? await createOnOne(send) : await send();
      if (isCounted(name, ask) && exchange.succeeded) capacity.pace.made();
      if (name === 'create') noteMade(exchange);
      if (name === 'remove' && exchange.succeeded) book.gone.add(ask.path?.['id'] ?? '');
      if (ask.whenSilent === undefined) heed(exchange);
      return exchange;
    },
    askRaw: async (name, ask = {}) => {
      mayGo(name, ask);
      const [, whole] = named(name, ask);
      const reading = await session.sendRaw(name, whole, chain);
      heed(reading.exchange);
      return reading;
    },
    askOnOneConnection: (asks) => severally(asks, (all) => session.sendOnOneConnection(all, chain)),
    race: (asks, transport) => severally(asks, (all) => session.race(all, transport, chain)),
    atOnce: () => session.governor.atOnce,
    raceTransports: () => session.raceTransports(),
  };
}
