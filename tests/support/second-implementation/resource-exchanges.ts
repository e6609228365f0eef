import type { Answer, StartedServer } from './started-server.ts';

type Content = Readonly<Record<string, readonly unknown[]>>;

/** Creates a resource with these arrays; gives its id, taken from Location, and its version. */
export async function create(server: StartedServer, content: Content = {}, as = 'manage_test') {
  const answer = await server.ask('POST', '', { as, json: { objectTypeProperty: content } });
  const id = String(answer.headers['location']).split('/').at(-1) ?? '';
  return { id, version: Number(member(answer.json, 'version')), answer };
}

/** Reads a resource by id. */
export function read(server: StartedServer, id: string, path = ''): Promise<Answer> {
  return server.ask('GET', `/${id}${path}`, { as: 'view_test' });
}

/** Posts actions to a resource, stating a version as a JSON number in any notation. */
export function update(
  server: StartedServer,
  id: string,
  version: number | string,
  ...values: readonly (string | null)[]
): Promise<Answer> {
  const actions = values.map((value) =>
    value === null ? { action: 'doSomeThing' } : { action: 'changeSomeProperty', someProperty: value },
  );
  return server.ask('POST', `/${id}`, {
    as: 'manage_test',
    headers: { 'Content-Type': 'application/json' },
    body: `{"version":${version},"actions":${JSON.stringify(actions)}}`,
  });
}

/** A member of a JSON value by a dotted path, or undefined. */
export function member(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    return typeof inner === 'object' && inner !== null
      ? Object.entries(inner).find(([k]) => k === name)?.[1]
      : undefined;
  }, value);
}

/** The status of an answer. */
export async function statusOf(answer: Promise<Answer>): Promise<number> {
  return (await answer).status;
}
