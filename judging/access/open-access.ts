import type { Declaration } from '../../clause/clause.ts';
import type { Suspicion } from '../../clause/judgement.ts';
import { isMinted, type Caller } from '../../run/caller.ts';
import { observedMember } from '../../clause/declarations.ts';
import type { Exchange } from '../../run/exchange.ts';
import type { Stage } from '../../target/stage.ts';

/**
 * Observes who is let in at an endpoint whose scopes the contract does not show.
 *
 * @param more.atOnce - the asks have no effect, so that they need not wait for one another
 * @param more.pin - the key of the profile that declares who is let in
 */
export async function observeAccess(
  on: Stage,
  ask: (as: Caller) => Promise<Exchange>,
  more: { readonly atOnce?: boolean; readonly pin?: string } = {},
): Promise<void> {
  const { none, random } = on.callers;
  const { projectKey } = on.options;
  const usable = on.callers.supplied.filter(
    (caller) => caller.supplied?.expired !== true && !isMinted(caller, projectKey),
  );
  // A token of several scopes does not tell which of them let it in: it is asked for where no other tells.
  const isAlone = (scope: string): boolean =>
    usable.some(({ scopes }) => scopes.size === 1 && scopes.has(scope));
  const supplied = usable.filter(({ scopes }) => scopes.size < 2 || ![...scopes].every(isAlone));
  const seen: Record<string, number> = {};
  const letIn: string[] = [];
  const callers = [none, random, ...supplied];
  const asked = more.atOnce === true ? await Promise.all(callers.map(ask)) : [];
  for (const [at, caller] of callers.entries()) {
    const exchange = asked[at] ?? (await ask(caller));
    if (exchange.kind === 'noise') continue;
    seen[caller.label] = exchange.status ?? 0;
    if (exchange.succeeded) letIn.push(caller.label);
  }
  const holds = (label: string): ReadonlySet<string> =>
    supplied.find((caller) => caller.label === label)?.scopes ?? new Set();
  const namesOf = (label: string): readonly string[] =>
    [...holds(label)]
      .filter((scope) => scope.endsWith(`:${projectKey}`))
      .map((scope) => scope.split(':')[0] ?? '');
  const isRefused = ({ label }: Caller): boolean => seen[label] === 401 || seen[label] === 403;
  const admitted = letIn.map(namesOf).filter((names) => names.length > 0);
  const isOpen = letIn.includes(none.label);
  const letInStrangers = letIn.filter(
    (label) =>
      label === random.label ||
      (supplied.find((one) => one.label === label)?.supplied?.otherProject ?? false),
  );
  on.observe(
    {
      statuses: seen,
      open: isOpen,
      letIn: [...new Set(admitted.filter((names) => names.length === 1).flat())].toSorted(),
      admitted,
      turnedAway: supplied.filter(isRefused).map(({ label }) => namesOf(label)),
      refused: supplied
        .filter(({ label }) => seen[label] !== undefined && !letIn.includes(label))
        .map(({ label }) => label),
    },
    { suspect: letInStrangers.length > 0 && strangersLetIn(letInStrangers, isOpen ? more.pin : undefined) },
  );
}

/** Where a token is required, none that says nothing of the project ought to do; where none is, all of them may. */
function strangersLetIn(labels: readonly string[], pin: string | undefined): Suspicion {
  const why = `${labels.join(' and ')} ${labels.length === 1 ? 'is' : 'are'} let in, which no scope of the project explains.`;
  return { why, ...(pin === undefined ? {} : { pin }) };
}

/** `auth.<section>`: whether a token is required, and which scopes suffice. */
export function accessDeclared(key: string): Declaration {
  const names = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
  return {
    key,
    met: (declared, observed) => {
      const required = observedMember(declared, 'required');
      const open = observedMember(observed, 'open');
      if (typeof required === 'boolean' && typeof open === 'boolean' && required === open) return false;
      const anyOf = observedMember(declared, 'anyOf');
      if (!Array.isArray(anyOf) || required === false) return typeof open === 'boolean' ? true : undefined;
      const suffices = (scopes: unknown): boolean =>
        names(scopes).some((scope) => names(anyOf).includes(scope));
      const [admitted, turnedAway] = ['admitted', 'turnedAway'].map((name) => observedMember(observed, name));
      if (!Array.isArray(admitted) || !Array.isArray(turnedAway)) return undefined;
      return admitted.every(suffices) && !turnedAway.some(suffices);
    },
    draft: (observed) => {
      const open = observedMember(observed, 'open');
      if (typeof open !== 'boolean') return undefined;
      const letIn = names(observedMember(observed, 'letIn'));
      return open ? { required: false } : { required: true, ...(letIn.length > 0 ? { anyOf: letIn } : {}) };
    },
  };
}
