import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import type { Scope } from '../../contract/endpoints.ts';
import type { Declaration } from '../../clause/clause.ts';
import type { Suspicion } from '../../clause/judgement.ts';
import { isMinted, type Caller } from '../../history/caller.ts';
import { observedMember } from '../../clause/declarations.ts';
import { declaredValue } from '../../clause/declared.ts';
import type { Exchange } from '../../history/exchange.ts';
import { provesEachScope } from '../../implementation/callers/standing.ts';
import type { Stage } from '../../implementation/stage.ts';
import { withControl, confirmations } from '../confirm.ts';

/**
 * Observes who is granted access at an endpoint whose scopes the contract does not show.
 *
 * @param more.atOnce - the requests have no effect, so that they can be concurrent @param more.pin - the key of the
 * profile that declares who is granted access @param more.wants - a scope that another sentence can be read to
 * demand: a caller with access but without it is suspect
 */
export async function observeAccess(
  on: Stage,
  ask: (as: Caller) => Promise<Exchange>,
  more: { readonly atOnce?: boolean; readonly pin?: string; readonly wants?: Scope } = {},
): Promise<void> {
  const { none, random } = on.callers;
  const { projectKey } = on.options;
  const usable = on.callers.supplied.filter(
    (caller) => caller.supplied?.expired !== true && !isMinted(caller, projectKey),
  );
  // A token with several scopes does not show which one granted access: it is the last resort.
  const isAlone = (scope: string): boolean =>
    usable.some(({ scopes }) => scopes.size === 1 && scopes.has(scope));
  const supplied = usable.filter(({ scopes }) => scopes.size < 2 || ![...scopes].every(isAlone));
  const seen: Record<string, number> = {};
  const granted: string[] = [];
  const callers = [none, random, ...supplied];
  const asked = more.atOnce === true ? await Promise.all(callers.map(ask)) : [];
  for (const [at, caller] of callers.entries()) {
    const exchange = asked[at] ?? (await ask(caller));
    if (exchange.is('noise')) continue;
    seen[caller.label] = exchange.status ?? 0;
    if (exchange.succeeded) granted.push(caller.label);
  }
  const holds = (label: string): ReadonlySet<string> =>
    supplied.find((caller) => caller.label === label)?.scopes ?? new Set();
  const namesOf = (label: string): readonly string[] =>
    [...holds(label)]
      .filter((scope) => scope.endsWith(`:${projectKey}`))
      .map((scope) => scope.split(':')[0] ?? '');
  const admitted = granted.map(namesOf).filter((names) => names.length > 0);
  const isOpen = granted.includes(none.label);
  const declared: unknown = more.pin === undefined ? undefined : declaredValue(on.profile, more.pin);
  const against = await contradicting(on, declared, { supplied, seen, granted, namesOf });
  const isTokenWanted = await wantsToken(on, ask, {
    required: observedMember(declared, 'required'),
    isOpen,
    somebody: supplied.find(({ label }) => granted.includes(label)),
    nobody: none,
  });
  const grantedStrangers = granted.filter(
    (label) =>
      label === random.label ||
      (supplied.find((one) => one.label === label)?.supplied?.otherProject ?? false),
  );
  const { wants } = more;
  const grantedWithout = granted.filter(
    (label) => wants !== undefined && namesOf(label).length > 0 && !namesOf(label).includes(wants),
  );
  on.observe(
    {
      statuses: seen,
      open: isOpen,
      letIn: [...new Set(admitted.filter((names) => names.length === 1).flat())].toSorted(),
      admitted,
      turnedAway: supplied.filter(({ label }) => isDenied(seen[label])).map(({ label }) => namesOf(label)),
      ...against,
      ...defined({ tokenWanted: isTokenWanted }),
      refused: supplied
        .filter(({ label }) => seen[label] !== undefined && !granted.includes(label))
        .map(({ label }) => label),
    },
    {
      suspect:
        grantedStrangers.length > 0
          ? strangersGranted(grantedStrangers, isOpen ? more.pin : undefined)
          : grantedWithout.length > 0 && withoutScope(grantedWithout, more),
    },
  );
}

interface Entries {
  readonly supplied: readonly Caller[];
  readonly seen: Readonly<Record<string, number>>;
  readonly granted: readonly string[];
  readonly namesOf: (label: string) => readonly string[];
}

/** The tokens that contradict the declaration, by their scopes, if the run has proven the scopes. */
async function contradicting(on: Stage, declared: unknown, { supplied, seen, granted, namesOf }: Entries) {
  const anyOf = namesIn(observedMember(declared, 'anyOf'));
  const grantedWithout: Names[] = [];
  const deniedWith: Names[] = [];
  for (const caller of anyOf.length === 0 ? [] : supplied) {
    const names = namesOf(caller.label);
    const suffices = names.some((name) => anyOf.includes(name));
    const isGranted = granted.includes(caller.label);
    if (names.length === 0 || (suffices ? !isDenied(seen[caller.label]) : !isGranted)) continue;
    if (await provesEachScope(on, caller)) (suffices ? deniedWith : grantedWithout).push(names);
  }
  return {
    ...(grantedWithout.length === 0 ? {} : { letInWithout: grantedWithout }),
    ...(deniedWith.length === 0 ? {} : { turnedAwayWith: deniedWith }),
  };
}

function isDenied(status: number | undefined): boolean {
  return says({ status }, 'denied');
}

type Names = readonly string[];

function namesIn(value: unknown): Names {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

interface Wanting {
  /** The declared value; only truth values are examined. */
  readonly required: unknown;
  readonly isOpen: boolean;
  readonly somebody: Caller | undefined;
  readonly nobody: Caller;
}

/**
 * Whether a token is required, in three observations: without a token, a caller is refused between two grants
 * of the identical request, or granted access each time. Undefined otherwise: if no caller is granted access,
 * a refusal says nothing about tokens.
 */
async function wantsToken(
  on: Stage,
  ask: (as: Caller) => Promise<Exchange>,
  { required, isOpen, somebody, nobody }: Wanting,
): Promise<boolean | undefined> {
  if (isOpen && required === true) {
    for (let time = 1; time < confirmations; time += 1) if (!(await ask(nobody)).succeeded) return undefined;
    return false;
  }
  if (isOpen || typeof required !== 'boolean' || somebody === undefined) return undefined;
  const confirmed = await withControl(on, {
    control: () => ask(somebody),
    probe: () => ask(nobody),
    // A 404 may hide the resource from strangers: it counts as a refusal and contradicts no declaration.
    deviates: (one) => (required ? one.is('turned away') : says(one, 'denied')),
  });
  return confirmed.kind === 'every-time' ? true : undefined;
}

/** If a token is required, a token for another project should not suffice; otherwise any token may. */
function strangersGranted(labels: readonly string[], pin: string | undefined): Suspicion {
  const why = `${labels.join(' and ')} ${labels.length === 1 ? 'is' : 'are'} granted access, which no scope of the project explains.`;
  return { why, ...defined({ pin }) };
}

/** A sentence about all writes may demand the scope; the declaration of the vendor settles this. */
function withoutScope(
  labels: readonly string[],
  { wants, pin }: { readonly wants?: Scope; readonly pin?: string },
): Suspicion {
  const why = `${labels.join(' and ')} ${labels.length === 1 ? 'writes' : 'write'} without ${wants ?? ''}.`;
  return { why, ...defined({ pin }) };
}

/** `auth.<section>`: whether a token is required, and which scopes suffice. */
export function accessDeclared(key: string): Declaration {
  return {
    key,
    met: (declared, observed) => {
      const required = observedMember(declared, 'required');
      const open = observedMember(observed, 'open');
      if (typeof open !== 'boolean') return undefined;
      const isWanted = observedMember(observed, 'tokenWanted');
      if (required === false) return open ? true : isWanted === true ? false : undefined;
      if (required === true && isWanted === false) return false;
      const against = ['letInWithout', 'turnedAwayWith'].map((name) => observedMember(observed, name));
      if (against.some((tokens) => Array.isArray(tokens) && tokens.length > 0)) return false;
      if (required === true && isWanted !== true) return undefined;
      const anyOf = observedMember(declared, 'anyOf');
      if (!Array.isArray(anyOf)) return true;
      const admitted: unknown = observedMember(observed, 'admitted');
      const suffices = (scopes: unknown): boolean =>
        namesIn(scopes).some((scope) => namesIn(anyOf).includes(scope));
      return Array.isArray(admitted) && admitted.some(suffices) ? true : undefined;
    },
    draft: (observed) => {
      const open = observedMember(observed, 'open');
      if (typeof open !== 'boolean') return undefined;
      const granted = namesIn(observedMember(observed, 'letIn'));
      if (open) return { required: false };
      // If no caller was granted access, something other than a token may be missing.
      const admitted: unknown = observedMember(observed, 'admitted');
      if (!Array.isArray(admitted) || admitted.length === 0) return undefined;
      return { required: true, ...(granted.length > 0 ? { anyOf: granted } : {}) };
    },
  };
}
