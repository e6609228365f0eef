import { noTokenFor } from '../../implementation/callers/no-token.ts';
import { says } from '../../wire/status.ts';
import { sameShape, type AccessCase, type Grant } from './access-case.ts';
import { isMinted, type Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import { scopes, type EndpointName } from '../../contract/endpoints.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { refuses } from './refusal.ts';
import { requireWrites } from '../../implementation/read-only.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Exchange } from '../../history/exchange.ts';
import { refusableDelete } from './refusable-delete.ts';

/** A read by id of a resource that stays (4.2). */
export const readingCase: AccessCase = {
  endpoint: 'readById',
  prepare: async (on) => {
    const { own, canary } = await keptResource(on);
    return {
      ask: (stage, as) => stage.ask('readById', { path: { id: own.id }, as }),
      shows: (control) => control.object?.['version'] !== undefined,
      grants: (probe) => {
        const isShown = canary !== '' && mentions(probe.value, canary);
        return isShown ? 'granted' : granted(probe);
      },
    };
  },
};

/** The existence check (4.5), for which 200 means a match. */
export const checkingCase: AccessCase = {
  endpoint: 'exists',
  prepare: async (on) => {
    const none = on.profile.head?.noMatch?.status;
    return await Promise.resolve({
      ask: (stage, as) => stage.ask('exists', { as }),
      shows: (control) => says(control, 'found'),
      grants: (probe) => (!says(probe, 'found') ? 'refused' : none === 200 ? 'open' : 'granted'),
    });
  },
};

/** A create (4.6). */
export const creatingCase: AccessCase = {
  endpoint: 'create',
  prepare: async (on) => {
    requireWrites(on);
    return await Promise.resolve({
      once: true,
      control: async (stage, as) => (await stage.create(undefined, as)).exchange,
      ask: async (stage, as) => {
        const canary = stage.canary();
        const { exchange } = await stage.create(canary, as);
        if (refuses(stage, exchange)) stage.refusedWrite({ endpoint: 'create', exchange, canary });
        return exchange;
      },
      shows: (control) => control.object?.['version'] !== undefined,
      grants: (probe, control) => (sameShape(probe, control) ? 'granted' : granted(probe)),
    });
  },
};

/** A delete (4.11) of a resource that is only the target of refused deletes. */
export const deletingCase: AccessCase = {
  endpoint: 'remove',
  prepare: async (on) => {
    requireWrites(on);
    return await refusableDelete('minted').prepare(on);
  },
};

function granted(probe: Exchange): Grant {
  return probe.object?.['version'] !== undefined ? 'granted' : 'open';
}

/**
 * Tokens without any scope of the project, though each scope resembles one: of another project, in another case,
 * with a prefix or a suffix, cut short, or without a project. Scopes with a wildcard may imply all five.
 */
export function nearMisses(on: Stage): readonly Caller[] {
  const { projectKey } = on.options;
  const resembles = (scope: string): boolean => {
    const [name = ''] = scope.split(':');
    return !scope.includes('*') && scopes.some((one) => isNear(name, one));
  };
  return on.callers.supplied.filter(
    (caller) =>
      isMinted(caller, projectKey) &&
      caller.supplied?.expired !== true &&
      [...caller.scopes].every(resembles),
  );
}

/** Whether a name contains the listed name, or lacks one or two letters at its end, in any case. */
export function isNear(name: string, listed: string): boolean {
  const lower = name.toLowerCase();
  return lower.includes(listed) || (listed.startsWith(lower) && listed.length - lower.length <= 2);
}

/** Tokens with a scope that suffices for the endpoint, and with further scopes. */
export function withFurtherScopes(on: Stage, name: AccessCase['endpoint']): readonly Caller[] {
  return holdersOf(on, name).filter(({ scopes: own }) => own.size > 1);
}

/** A supplied token that holds only the other scope listed for an endpoint. */
export function otherHolder(on: Stage, name: EndpointName, usual: Caller): Caller | undefined {
  const single = holdersOf(on, name).filter(({ scopes: own }) => own.size === 1);
  return single.find((caller) => [...caller.scopes].some((scope) => !usual.scopes.has(scope)));
}

/** Supplied tokens that suffice for an endpoint. */
export function holdersOf({ callers, options }: Stage, name: EndpointName): readonly Caller[] {
  return callers.supplied.filter((caller) => lets(name, caller, options.projectKey) === 'in');
}

/** Why no token suffices, and which token to supply. */
export function noHolder({ callers, options }: Stage, name: EndpointName): ReturnType<typeof noTokenFor> {
  return noTokenFor(name, { callers, projectKey: options.projectKey });
}
