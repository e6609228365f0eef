import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { runMark } from '../../../clause/mark.ts';
import { plan } from '../../../config/plan.ts';
import { quietTransport } from '../../../config/runs/quiet/quiet-transport.ts';
import { rehearse } from '../../../config/runs/rehearsal.ts';
import { watchedTransport } from '../../../config/runs/watched-transport.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import { membersOf, plainJson } from '../../../wire/json/plain-json.ts';
import { contractSchemas } from '../../../schemas/published.ts';
import { documentedActions } from '../../../schemas/requests.ts';
import type { Request } from '../../../wire/exchange.ts';

const runs = 20;
const projectKey = 'demo';

/** What one run has sent, in order. */
interface Sent {
  readonly mark: string;
  readonly verdict: string;
  readonly requests: readonly Request[];
}

async function quietRun(turn: number): Promise<Sent> {
  const runId = createHash('sha256').update(`run ${turn}`).digest('hex').slice(0, 32);
  const requests: Request[] = [];
  const { statement } = await rehearse({
    plan,
    profile: referenceProfile,
    seed: turn * 7_919,
    options: { runId },
    around: (inner) =>
      quietTransport(
        watchedTransport(inner, ({ request }) => void requests.push(request)),
        { runId, projectKey, otherProjectKey: 'other', profile: referenceProfile },
      ),
  });
  return { mark: runMark(runId), verdict: statement.verdict, requests };
}

/** What stands in each run. */
function common<T>(sets: readonly ReadonlySet<T>[]): readonly T[] {
  const [first = new Set<T>(), ...others] = sets;
  return [...first].filter((one) => others.every((set) => set.has(one)));
}

/** Words of three letters at least, or of letters beyond ASCII, two of them; of a picture nothing is one. */
function wordsOf({ target, headers, body }: Request): readonly string[] {
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'json';
  const text = /json|urlencoded/i.test(type) ? new TextDecoder().decode(body) : '';
  // Only what is no JSON is read as it stands.
  const read = plainJson(text) === undefined ? text : textsIn(plainJson(text)).join(' ');
  const address = target.replace(/%[89a-f][\da-f]|%[0-7][\da-f]/gi, (octet) =>
    octet > '%7' ? ' ' : decodeURIComponent(octet),
  );
  const words = `${address} ${read}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => /^(?:[a-z]{3,}|(?=.*[^a-z])\p{L}{2,})$/iu.test(word));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(membersOf(value)).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

/** Method, path without names of resources, and names of parameters, of the first three requests. */
function beginning({ requests }: Sent): string {
  return requests
    .slice(0, 3)
    .map(({ method, target }) => `${method} ${target.replaceAll(/=[^&]*/g, '')}`)
    .join(', ');
}

/** What the contract and the profile call things, what any JSON and any address has in it, and a name in the reference’s cart. */
const ordinary = new Set(
  `${JSON.stringify([endpoints, contractSchemas, documentedActions, referenceProfile])} demo other true false null http www org ada`
    .toLowerCase()
    .match(/\p{L}+/gu),
);

const sent: Sent[] = [];

beforeAll(async () => {
  for (let turn = 1; turn <= runs; turn += 1) sent.push(await quietRun(turn));
}, 600_000);

describe(`${runs} quiet runs`, () => {
  test('are judged like any other', () => {
    expect(sent.map(({ verdict }) => verdict)).toEqual(Array.from({ length: runs }, () => 'CONFORMANT'));
  });

  test('send no mark', () => {
    const marked = sent.filter(({ mark, requests }) =>
      requests.some(({ target, headers, body }) =>
        `${target} ${headers.join()} ${Buffer.from(body ?? []).toString('latin1')}`.includes(mark),
      ),
    );
    expect(marked).toEqual([]);
  });

  test('send only the header fields of fetch and of the contract', () => {
    const names = sent.flatMap(({ requests }) =>
      requests.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase())),
    );
    expect([...new Set(names)].toSorted()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'content-type',
      'sec-fetch-mode',
      'service-locale',
      'user-agent',
    ]);
    const agents = sent.flatMap(({ requests }) =>
      requests.flatMap(({ headers }) => headers.filter(([name]) => /^user-agent$/i.test(name))),
    );
    expect([...new Set(agents.map(([, value]) => value))]).toEqual(['node']);
  });

  test('have only words of the contract in common', () => {
    const words = sent.map(({ requests }) => new Set(requests.flatMap(wordsOf)));
    expect(common(words).filter((word) => !ordinary.has(word.toLowerCase()))).toEqual([]);
  });

  test('have no common part of a word that is as long as a mark', () => {
    const parts = sent.map(
      ({ requests }) =>
        new Set(
          requests
            .filter(({ method, target }) => method === 'POST' && target === `/${projectKey}/resource`)
            .flatMap((request) => wordsOf(request))
            .filter((word) => word.length === 15),
        ),
    );
    for (const words of parts) {
      const [first = '', ...others] = words;
      expect(others.length).toBeGreaterThan(10);
      const shared = Array.from({ length: 7 }, (_, at) => first.slice(at, at + 9)).filter((part) =>
        others.every((word) => word.includes(part)),
      );
      expect(shared).toEqual([]);
    }
  });

  test('begin differently', () => {
    expect(new Set(sent.map(beginning)).size).toBeGreaterThan(runs / 2);
  });
});
