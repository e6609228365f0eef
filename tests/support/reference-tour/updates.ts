import { ask, type Asked, type Stop } from './tour.ts';

/** An action that sets someProperty. */
export const set = (someProperty: string) => ({ action: 'changeSomeProperty', someProperty });
/** The action without fields. */
export const some = { action: 'doSomeThing' };

/** A stop of one request. */
export const one = (method: string, target: string, asked: Asked = {}, afterMs = 1): Stop => ({
  afterMs,
  requests: [ask(method, target, asked)],
});

/** An update by id that states a version as that text. */
export function update(
  id: string | undefined,
  version: number | string,
  actions: readonly unknown[],
  asked: Asked = {},
): Stop {
  const text = `{"version":${version},"actions":${JSON.stringify(actions)}}`;
  return one('POST', `/demo/resource/${id}`, { text, ...asked });
}

/** Stated versions that differ from the version 1 of a fresh resource, and lists of actions of several kinds. */
export function mismatches(id: string | undefined): Stop[] {
  const versions = [
    '0',
    '2',
    '3',
    '10',
    '21',
    '257',
    '65537',
    '4294967297',
    '-1',
    '-7',
    '1.5',
    '0.6',
    '1e17',
    '1.00000001',
    '1.00000000000000000001',
    '1000',
  ];
  const lists = [
    [],
    [some],
    [set('x')],
    [set('')],
    [set('é')],
    [set('12')],
    [set('x'), set('x')],
    [set('x'), some],
    Array.from({ length: 6 }, () => some),
  ];
  const odd = [[{ action: 'unknown' }], [{ action: 'changeSomeProperty' }]];
  const stops = versions.map((version) => update(id, version, [set('p'), set('q')]));
  return [...stops, ...[...lists, ...odd].map((actions) => update(id, 900, actions))].flatMap((stop) => [
    stop,
    one('GET', `/demo/resource/${id}`),
  ]);
}

/** Accepted updates one after the other, each followed by a stale one and a read. */
export function updates(id: string | undefined, from: number, count: number): Stop[] {
  return Array.from({ length: count }, (_step, index) => {
    const version = from + index;
    const actions = [
      set(`b${index}`),
      some,
      set(`a${index}`),
      ...(index % 3 === 2 ? Array.from({ length: 9 }, (_item, n) => set(`n${n}`)) : []),
    ];
    return [
      update(
        id,
        version,
        index % 4 === 1 ? [set(`E\u0301single${index}`)] : index % 4 === 3 ? [set('late'), some] : actions,
      ),
      update(id, version, [some]),
      update(id, Math.max(1, version - 3), [some]),
      one('GET', `/demo/resource/${id}`),
    ];
  }).flat();
}

/** Six updates at once with one version, on each of the resources. */
export function races(ids: readonly (string | undefined)[]): Stop[] {
  return ids.flatMap((id) => [
    {
      afterMs: 1_000,
      requests: Array.from({ length: 6 }, (_racer, index) =>
        ask('POST', `/demo/resource/${id}`, {
          json: { version: 1, actions: [set(`racer${index}`)] },
          connection: `c${index}`,
        }),
      ),
    },
    one('GET', `/demo/resource/${id}`),
  ]);
}
