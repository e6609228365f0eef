import { Aborted } from '../../run/aborted.ts';
import type { Caller } from '../../run/caller.ts';
import type { Learnt } from '../learnt.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Liveness } from '../facts.ts';
import type { Stage } from '../stage.ts';

/** Asks 4.1 as every caller; true when some token was let in. */
export async function meetCallers(on: Stage, draft: Learnt): Promise<boolean> {
  const { projectKey, otherProjectKey } = on.options;
  const { supplied, none, random } = on.callers;
  const ask = (as: Caller, project = projectKey): Promise<Exchange> =>
    on.ask('query', { as, projectKey: project, unknownTarget: project !== projectKey });
  const first = await ask(supplied[0] ?? none);
  if (first.kind === 'noise' && first.failure?.failure === 'unreachable')
    throw new Aborted(
      'unreachable',
      `the target ${on.options.baseUrl} cannot be reached: ${first.failure.detail}`,
    );
  if (first.kind === 'noise' && first.failure?.failure === 'tls')
    throw new Aborted(
      'unreachable',
      `the TLS handshake with ${on.options.baseUrl} fails: ${first.failure.detail}. Expected a certificate that can be ` +
        'verified: name that of a private authority in CONFORMANCE_CA_FILE, or write http:// where the target speaks no TLS',
    );
  const [withNone, withRandom, ...answers] = await Promise.all([
    ask(none),
    ask(random),
    ...supplied.map((caller, at) => {
      if (caller.supplied?.otherProject === true && otherProjectKey !== undefined)
        return ask(caller, otherProjectKey);
      return at === 0 ? Promise.resolve(first) : ask(caller);
    }),
  ]);
  const liveness = new Map<string, Liveness>();
  supplied.forEach((caller, at) => {
    const answer = answers[at];
    const earns = answer?.succeeded === true && !withNone.succeeded;
    const differs =
      answer?.kind === 'refusal' && withRandom.kind === 'refusal' && answer.status !== withRandom.status;
    liveness.set(caller.label, earns || differs ? 'live' : 'unproven');
  });
  draft.liveness = liveness;
  const holders = (scope: string): Caller[] =>
    supplied
      .filter((caller) => caller.scopes.has(`${scope}:${projectKey}`) && caller.supplied?.expired !== true)
      .toSorted((a, b) => a.scopes.size - b.scopes.size);
  const readers = [...holders('manage_test'), ...holders('view_test')];
  draft.reader =
    readers.find((caller) => answers[supplied.indexOf(caller)]?.succeeded === true) ??
    readers[0] ??
    supplied[0];
  draft.writer = holders('manage_test')[0];
  draft.updater = draft.writer ?? draft.reader ?? none;
  return answers.some((answer, at) => answer.succeeded && supplied[at] !== undefined);
}
