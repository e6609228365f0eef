/** An operation of the contract, by its section; the namespace action has two. */
export type Operation =
  | '4.1'
  | '4.2'
  | '4.3'
  | '4.4'
  | '4.5'
  | '4.6'
  | '4.7'
  | '4.8'
  | '4.9'
  | '4.10'
  | '4.11'
  | '4.12'
  | '4.13'
  | '4.14'
  | '4.15'
  | '4.16.GET'
  | '4.16.POST'
  | '4.17'
  | '4.18';

/** Where a request leads. */
export type Match =
  | {
      readonly kind: 'operation';
      readonly operation: Operation;
      readonly projectKey: string;
      /** Decoded path variables by their names in the contract. */
      readonly path: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'unknown-path' | 'unknown-method' | 'bad-path' };

interface Route {
  readonly operations: Readonly<Record<string, Operation>>;
  /** Segments after `/{projectKey}/resource`: literal, `{name}`, or `prefix={name}`. */
  readonly segments: readonly string[];
}

/** Literal paths stand before `{id}`, which would swallow them. */
const routes: readonly Route[] = [
  { segments: [], operations: { GET: '4.1', HEAD: '4.5', POST: '4.6', PATCH: '4.7', PUT: '4.8' } },
  { segments: ['searchApiPattern'], operations: { GET: '4.4' } },
  { segments: ['sorted-query-parameters'], operations: { GET: '4.12' } },
  { segments: ['description-with-urn-links'], operations: { POST: '4.13' } },
  { segments: ['product-projection-search'], operations: { POST: '4.14' } },
  { segments: ['images'], operations: { POST: '4.15' } },
  { segments: ['namespace-action'], operations: { GET: '4.16.GET', POST: '4.16.POST' } },
  { segments: ['namespace-action-with-example'], operations: { GET: '4.17' } },
  { segments: ['namespace-action-with-headers'], operations: { GET: '4.18' } },
  {
    segments: ['artificially-complex', 'path', 'uri-parameter-one={uriParameterOne}', '{uriParameterTwo}'],
    operations: { POST: '4.9' },
  },
  { segments: ['key={key}'], operations: { GET: '4.3' } },
  { segments: ['{id}'], operations: { GET: '4.2', POST: '4.10', DELETE: '4.11' } },
];

/** Finds the operation that a request line names (part "Endpoints" of the contract). */
export function match(method: string, target: string): Match {
  const segments = segmentsOf(target);
  if (!segments) return { kind: 'bad-path' };
  const [projectKey, collection, ...rest] = segments;
  if (projectKey === undefined || collection !== 'resource') return { kind: 'unknown-path' };
  for (const route of routes) {
    const path = variables(route.segments, rest);
    if (!path) continue;
    const operation = Object.hasOwn(route.operations, method) ? route.operations[method] : undefined;
    return operation ? { kind: 'operation', operation, projectKey, path } : { kind: 'unknown-method' };
  }
  return { kind: 'unknown-path' };
}

/** The operation alone, where a request names one. */
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
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const found: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const [, prefix = part, name] = /^(.*)\{(\w+)\}$/.exec(part) ?? [];
    if (name === undefined ? segment !== part : !segment.startsWith(prefix)) return undefined;
    if (name !== undefined) found[name] = segment.slice(prefix.length);
    if (name !== undefined && prefix === '' && segment === '') return undefined;
  }
  return found;
}
