import { endpoints } from '../contract/endpoints.ts';

const mostMembers = 200;
const mostLevels = 12;

/** The shape of a body: JSON with a type in place of each value, or the size of a body that is not JSON. */
export function shapeOfBody(body: Uint8Array): string {
  try {
    return JSON.stringify(shapeOf(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))));
  } catch {
    return `(${body.length} octets)`;
  }
}

/** A JSON value with a type in place of each value; an array has the distinct shapes of its items. */
export function shapeOf(value: unknown, levels = mostLevels): unknown {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value !== 'object') return typeof value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) {
    const shapes = value.slice(0, mostMembers).map((item) => shapeOf(item, levels - 1));
    return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
  }
  const members = Object.entries(value).slice(0, mostMembers);
  return Object.fromEntries(members.map(([name, member]) => [name, shapeOf(member, levels - 1)]));
}

const literals = new Set(
  Object.values(endpoints).flatMap(({ path }) =>
    path.split('/').map((segment) => segment.replace(/=\{.*$/, '=')),
  ),
);

/** A request target without ids and values: `/demo/resource/{…}?stringParameter={…}`. */
export function shapeOfTarget(target: string): string {
  const [path = '', query] = target.split('?', 2);
  const segments = path.split('/').map((segment, at) => {
    const [name] = /^[^=]*=/.exec(segment) ?? [];
    // The first segment is the project key, which the report has anyway.
    if (at < 2 || literals.has(segment)) return segment;
    return name !== undefined && literals.has(name) ? `${name}{…}` : '{…}';
  });
  if (query === undefined) return segments.join('/');
  const names = query
    .split('&')
    .map((pair) => (pair.includes('=') ? pair.slice(0, pair.indexOf('=') + 1) : ''));
  return `${segments.join('/')}?${names.map((name) => `${name}{…}`).join('&')}`;
}
