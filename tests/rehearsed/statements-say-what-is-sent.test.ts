import { describe, expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { endpoints, type Endpoint } from '../../contract/endpoints.ts';
import { faults } from '../../faults/catalogue.ts';
import { exchangeAtFault } from '../../reporters/replay.ts';
import { alsoBroken } from '../../faults/also-broken.ts';
import { asDocumented, charge, type ChargedClause } from '../support/requests-of-a-check.ts';

/** Faults to look at where another one of the clause ends its check early, or shows only beside other clauses. */
const better: Readonly<Record<string, string>> = {
  '4.3/known-key-is-readable': 'read-by-key-loses-updated-resources',
  '4.15/refused-to-unknown-token': 'images-open-without-token',
  'General/shown-responses-are-json': 'json-with-trailing-comma',
};

const musts = plan.sections.flatMap(({ clauses }) => clauses).filter(({ level }) => level === 'MUST');

function faultOf(id: string): string {
  const named = faults.find(({ breaks, unseenBecause }) => breaks === id && unseenBecause === undefined);
  return better[id] ?? named?.name ?? alsoBroken[id]?.[0] ?? '';
}

/** The requests that a sentence names; `any method` where it speaks of the declared one. */
function named(sends: string): readonly string[] {
  const found = [...sends.matchAll(/\b(?:([A-Z]{3,7}) |declared method on )(\/\{projectKey\}[^\s,;:]*)/g)];
  return found.map(([, method = 'any method', path = '']) => `${method} ${path}`);
}

const isAmong = (request: string, all: Iterable<string>): boolean => {
  const [method, path] = [request.slice(0, request.indexOf(' /')), request.slice(request.indexOf('/'))];
  return [...all].some((one) =>
    method === 'any method' ? one.endsWith(` ${path}`) : one === request || one === `any method ${path}`,
  );
};

/** What is wrong with how a statement says what is sent. */
function wrongIn(
  sends: string,
  { judgement, byCheck, byRun }: ChargedClause,
  phase: string,
): readonly string[] {
  const requests = named(sends);
  const sent = phase === 'end' ? byRun : byCheck;
  const decisive = (judgement?.findings ?? []).flatMap((finding) => {
    const { request } = exchangeAtFault(finding) ?? {};
    return request === undefined ? [] : [asDocumented(request.method, request.target)];
  });
  return [
    ...(requests.length === 0 ? ['it names no request'] : []),
    ...requests.filter((one) => !isAmong(one, sent)).map((one) => `${one} is not sent`),
    ...[...new Set(decisive)]
      .filter((one) => !isAmong(one, requests))
      .map((one) => `${one} decides and is not named`),
  ];
}

describe('the requests that a clause states', () => {
  test('are documented, each path after a method', () => {
    const documented = new Set(Object.values<Endpoint>(endpoints).map(({ path }) => path));
    const texts = plan.sections.flatMap(({ clauses }) => clauses.flatMap(({ sends }) => sends ?? []));
    const wrong = texts.filter((text) => {
      const mentioned = [...text.matchAll(/\/\{projectKey\}[^\s,;:]*/g)].map(([path]) => path);
      const paths = named(text).map((request) => request.slice(request.indexOf('/')));
      return mentioned.length !== paths.length || paths.some((path) => !documented.has(path));
    });
    expect(wrong).toEqual([]);
  });

  test.each(musts.map(({ id, sends = '', placing }) => [id, sends, placing.phase] as const))(
    'are those that %s sends, and deciding requests are named',
    async (id, sends, phase) => {
      const charged = await charge(id, faultOf(id));
      expect(charged.judgement?.verdict).toBe('fail');
      expect(wrongIn(sends, charged, phase)).toEqual([]);
    },
  );

  test('are found to be missing if they are not sent, or if a deciding request is left out', async () => {
    const charged = await charge('4.5/200-on-match', 'head-answers-202-on-a-match');
    const wrong = (sends: string): readonly string[] => wrongIn(sends, charged, 'quiet');
    expect(wrong('HEAD /{projectKey}/resource without parameters')).toEqual([]);
    expect(wrong('HEAD /{projectKey}/resource, then PUT /{projectKey}/resource')).toEqual([
      'PUT /{projectKey}/resource is not sent',
    ]);
    expect(wrong('GET /{projectKey}/resource/{id}')).toEqual([
      'HEAD /{projectKey}/resource decides and is not named',
    ]);
    expect(wrong('a check')).toContain('it names no request');
  });
});
