import { endpoint, endpointNames, type EndpointName } from './endpoints.ts';

/**
 * The operation that a request is one of, by its method and path; undefined where it is none that the contract shows.
 *
 * @param target - below the base URL, with or without a query
 */
export function operationAt(method: string, target: string): EndpointName | undefined {
  const [path = ''] = target.split('?', 1);
  const found = endpointNames.filter((name) => {
    const shown = endpoint(name);
    return (shown.method ?? method) === method && patternOf(shown.path).test(path);
  });
  // A path in full is nobody's id.
  return found.toSorted((one, other) => placeholdersIn(one) - placeholdersIn(other))[0];
}

/** `key={key}` is a segment of its own form: no id holds the sign that stands in it, and what follows it may be empty. */
function patternOf(path: string): RegExp {
  const source = path
    .split(/(=?\{\w+\})/)
    .map((part) => {
      if (part.startsWith('={')) return '=([^/=]*)';
      return part.startsWith('{') ? '([^/=]+)' : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    })
    .join('');
  return new RegExp(`^${source}$`);
}

function placeholdersIn(name: EndpointName): number {
  return endpoint(name).path.split('{').length;
}

/** The values of the placeholders in the path of an operation, decoded; none where it is another path. */
export function valuesAt(name: EndpointName, target: string): Readonly<Record<string, string>> {
  const { path } = endpoint(name);
  const [written = ''] = target.split('?', 1);
  const [, ...values] = patternOf(path).exec(written) ?? [];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one);
  return Object.fromEntries(values.map((value, at) => [names[at], decodeURIComponent(value)]));
}
