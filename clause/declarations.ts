import type { Declaration } from './clause.ts';

/** Reads a member of an observed object. */
export function observedMember(observed: unknown, name: string): unknown {
  return typeof observed === 'object' && observed !== null
    ? Object.entries(observed).find(([key]) => key === name)?.[1]
    : undefined;
}

/** A declaration of statuses, compared with `status` or `statuses` of the observation. */
export function statusesOf(key: string): Declaration {
  const seen = (observed: unknown): number[] => {
    const many = observedMember(observed, 'statuses');
    const one = observedMember(observed, 'status');
    return [...(Array.isArray(many) ? many : []), one].filter((value) => typeof value === 'number');
  };
  return {
    key,
    met: (declared, observed) => {
      const statuses = seen(observed);
      if (!Array.isArray(declared) || statuses.length === 0) return undefined;
      return statuses.every((status) => declared.includes(status));
    },
    draft: (observed) => {
      const statuses = [...new Set(seen(observed))].toSorted((a, b) => a - b);
      return statuses.length === 0 ? undefined : statuses;
    },
  };
}

/** A declaration whose value is one member of the observation. */
export function memberOf(key: string, name: string): Declaration {
  return {
    key,
    met: (declared, observed) => {
      const value = observedMember(observed, name);
      return value === undefined ? undefined : value === declared;
    },
    draft: (observed) => observedMember(observed, name),
  };
}

/** A declaration of a method, kept if the run used that method and the server supports it. */
export function methodOf(key: string): Declaration {
  const { met } = keptWhere(key, 'supported');
  return {
    key,
    met: (declared, observed) =>
      observedMember(observed, 'method') === declared ? met(declared, observed) : undefined,
    draft: (observed) =>
      observedMember(observed, 'supported') === true ? observedMember(observed, 'method') : undefined,
  };
}

/** A declaration that is kept if a member of the observation is true, and broken if it is false. */
export function keptWhere(key: string, name: string): Declaration {
  return {
    key,
    met: (_declared, observed) => {
      const value = observedMember(observed, name);
      return typeof value === 'boolean' ? value : undefined;
    },
  };
}
