import { endpoint, endpointNames, type EndpointName } from './endpoints.ts';

/** The operation of a request, by method and path, if the contract shows it. @param target - below the base URL */
export function operationAt(method: string, target: string): EndpointName | undefined {
  const [path = ''] = target.split('?', 1);
  return inFullFirst.find((name) => {
    const { method: shown = method } = endpoint(name);
    return shown === method && patterns[name].test(path);
  });
}

// No id consists of a whole path.
const inFullFirst = endpointNames.toSorted((one, other) => placeholdersIn(one) - placeholdersIn(other));
const patterns = Object.fromEntries(
  endpointNames.map((name) => [name, patternOf(endpoint(name).path)]),
) as Readonly<Record<EndpointName, RegExp>>;

/** `key={key}` is a segment of its own form: no id contains an equals sign, and the key may be empty. */
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

/** The values of the placeholders in the path of an operation, decoded; none if the path belongs to another operation. */
export function valuesAt(name: EndpointName, target: string): Readonly<Record<string, string>> {
  const { path } = endpoint(name);
  const [written = ''] = target.split('?', 1);
  const [, ...values] = patterns[name].exec(written) ?? [];
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, one = '']) => one);
  return Object.fromEntries(values.map((value, at) => [names[at], decodeURIComponent(value)]));
}
