import type { Route } from './call.ts';
import { creates } from './operations/create-resource.ts';
import { deletes } from './operations/delete-resource.ts';
import { namespaceActions } from './operations/namespace-actions.ts';
import { overwrites } from './operations/overwrite-resource.ts';
import { records } from './operations/post-record.ts';
import { products } from './operations/products.ts';
import { queries } from './operations/query-resources.ts';
import { reads } from './operations/read-resource.ts';
import { lists } from './operations/search-resources.ts';
import { updates } from './operations/update-resource.ts';

/** Every operation: its route, its callers, and its handler. */
export const operations = {
  ...queries,
  ...reads,
  ...lists,
  ...creates,
  ...overwrites,
  ...updates,
  ...deletes,
  ...records,
  ...products,
  ...namespaceActions,
};

/** An operation of the contract, by its section; the namespace action has two. */
export type Operation = keyof typeof operations;

/** What a request line leads to: an operation with its path variables, or the flaw of the line. */
export type Match =
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      readonly projectKey: string;
      /** Path variables, decoded, by their names in the contract. */
      readonly path: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'unknown-path' | 'unknown-method' | 'bad-path' };

/**
 * The handlers of the methods of each path. A path with more literal characters precedes other paths that match the
 * same requests.
 */
const places = placesOf(Object.entries<Route>(operations) as readonly (readonly [Operation, Route])[]);

/** A path below the collection: its segments, and a handler for each method. */
interface Place {
  readonly pattern: readonly Segment[];
  readonly methods: ReadonlyMap<string, Operation>;
}

/** The prefix of a segment and the name of the variable behind it; a segment without a variable is all prefix. */
interface Segment {
  readonly prefix: string;
  readonly name?: string;
}

function placesOf(named: readonly (readonly [Operation, Route])[]): readonly Place[] {
  const literals = (path: string): number => path.replace(/\{\w+\}/g, '').length;
  const found = new Map<string, Map<string, Operation>>();
  for (const [name, { method, path }] of named) {
    const methods = found.get(path) ?? new Map<string, Operation>();
    found.set(path, methods.set(method, name));
  }
  return [...found]
    .toSorted(([one], [other]) => literals(other) - literals(one))
    .map(([path, methods]) => ({ pattern: path === '' ? [] : path.split('/').map(segmentOf), methods }));
}

function segmentOf(part: string): Segment {
  const [, prefix = part, name] = /^(.*)\{(\w+)\}$/.exec(part) ?? [];
  return { prefix, ...(name !== undefined && { name }) };
}

/** Finds the operation that a request line names (part "Endpoints" of the contract). */
export function match(method: string, target: string): Match {
  const segments = segmentsOf(target);
  if (!segments) return { kind: 'bad-path' };
  const [projectKey, collection, ...rest] = segments;
  if (projectKey === undefined || collection !== 'resource') return { kind: 'unknown-path' };
  for (const { pattern, methods } of places) {
    const path = variables(pattern, rest);
    if (!path) continue;
    const operation = methods.get(method);
    return operation ? { kind: 'operation', operation, projectKey, path } : { kind: 'unknown-method' };
  }
  return { kind: 'unknown-path' };
}

/** The operation of a request; undefined for requests without an operation. */
export function operationOf(request: {
  readonly method: string;
  readonly target: string;
}): Operation | undefined {
  const found = match(request.method, request.target);
  return found.kind === 'operation' ? found.operation : undefined;
}

function segmentsOf(target: string): string[] | undefined {
  const path = target.replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) return undefined;
  try {
    return path.slice(1).split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function variables(
  pattern: readonly Segment[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, { prefix, name }] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (name === undefined ? segment !== prefix : !segment.startsWith(prefix)) return undefined;
    if (name !== undefined) found[name] = segment.slice(prefix.length);
    if (name !== undefined && prefix === '' && segment === '') return undefined;
  }
  return found;
}
