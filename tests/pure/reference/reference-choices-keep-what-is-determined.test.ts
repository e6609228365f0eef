import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { choices, referenceWith } from '../../../faults/catalogue.ts';
import type { Profile } from '../../../clause/profile.ts';
import { answer } from '../../../reference/in-process.ts';
import { isObject, JsonNumber, member, type Json } from '../../../reference/json.ts';
import { headerOf, type Request, type Response } from '../../../reference/message.ts';
import { seededRandom } from '../../../reference/random.ts';
import { readJson } from '../../../reference/read-json.ts';
import { tokenOf } from '../../../reference/tokens.ts';
import { ask, VirtualTime } from '../../support/reference-tour/tour.ts';

const noise = [429, 502, 503];

/** How long the server keeps a resource, in milliseconds, if it does so for a while. */
function keptForMs(names: readonly string[]): number | undefined {
  const profiles = choices
    .filter(({ name }) => names.includes(name))
    .map(({ profile }) => profile as Profile);
  return profiles.flatMap((profile) => profile?.resource?.keeps?.forMs ?? []).at(0);
}

/** All waits together take about two minutes; beside a server that keeps resources for a while, less than that. */
function waitsOf(names: readonly string[]) {
  const forMs = keptForMs(names);
  return forMs === undefined
    ? { betweenMs: 1_100, settleMs: 20_000 }
    : { betweenMs: 1, settleMs: forMs / 20 };
}

/** A patient client: follows redirects, comes again after noise, takes any content coding. */
function clientOf(names: readonly string[]) {
  const reference = referenceWith({ choices: names });
  const time = new VirtualTime();
  const { betweenMs } = waitsOf(names);
  const send = async (request: Request): Promise<Response> => {
    for (;;) {
      const response = await time.until(answer(reference, request, time));
      time.pass(betweenMs);
      if (![307, 308].includes(response.status) && !noise.includes(response.status)) return response;
      const location = headerOf(response, 'location');
      if (location !== undefined) return send({ ...request, target: location });
    }
  };
  return { send, time };
}

function jsonOf(response: Response): Json | undefined {
  const coding = headerOf(response, 'content-encoding');
  const { body } = response;
  const plain = coding === 'gzip' ? gunzipSync(body) : coding === 'br' ? brotliDecompressSync(body) : body;
  try {
    return readJson(new TextDecoder().decode(plain));
  } catch {
    return undefined;
  }
}

function idOf(response: Response): string {
  const body = jsonOf(response);
  const shown = member(body, 'id') ?? member(member(body, 'meta'), 'id');
  if (shown instanceof JsonNumber) return shown.text;
  if (typeof shown === 'string') return shown;
  const address = headerOf(response, 'location') ?? headerOf(response, 'content-location');
  return address?.split('/').at(-1) ?? '';
}

/** A resource that may be changed, where answers show no ids. */
function providedId(names: readonly string[]): string | undefined {
  return choices
    .filter(({ name }) => names.includes(name))
    .flatMap(({ profile }) => disposableOf(profile?.['resource']))
    .at(0);
}

function disposableOf(resource: unknown): readonly string[] {
  if (typeof resource !== 'object' || resource === null || !('disposable' in resource)) return [];
  return Array.isArray(resource.disposable) ? resource.disposable.map(String) : [];
}

const isSuccess = ({ status }: Response): boolean => status >= 200 && status < 300;

/** An update may also lead to where the resource is read. */
const isTaken = (response: Response): boolean => isSuccess(response) || response.status === 303;

/** What no choice may break, checked from a create to a delete. */
async function keepsTheContract(names: readonly string[]): Promise<void> {
  const { send, time } = clientOf(names);
  const { settleMs } = waitsOf(names);
  const create: Parameters<typeof ask>[2] = {
    json: { objectTypeProperty: { arrayOfIntExample: [1, 2] } },
    headers: [['Idempotency-Key', 'the only create']],
  };
  const created = await send(ask('POST', '/demo/resource', create));
  expect(isSuccess(created)).toBe(true);
  expect(member(jsonOf(created), 'version')).toBeInstanceOf(JsonNumber);
  const path = `/demo/resource/${providedId(names) ?? idOf(created)}`;

  const versionNow = async (): Promise<string> => {
    time.pass(settleMs);
    const read = await send(ask('GET', path));
    const version = member(jsonOf(read), 'version');
    if (!(version instanceof JsonNumber)) throw new Error(`no version in the answer ${read.status}`);
    return version.text;
  };
  const update = (version: string, token: string = tokenOf.everything): Promise<Response> => {
    const actions = `[{"action":"changeSomeProperty","someProperty":"v${version.length}${version}"}]`;
    return send(ask('POST', path, { text: `{"version":${version},"actions":${actions}}`, token }));
  };

  const first = await versionNow();
  const far = String(Math.abs(Number(first)) < 10_000_000 ? 16_000_001 : 3);
  expect((await update(far)).status).toBe(409);
  expect(await versionNow()).toBe(first);
  expect(isTaken(await update(first))).toBe(true);
  const second = await versionNow();
  expect(second).not.toBe(first);
  expect((await update(first)).status).toBe(409);
  expect(isTaken(await update(second))).toBe(true);

  const head = await send(ask('HEAD', '/demo/resource'));
  expect([head.status, head.body.length]).toEqual([200, 0]);
  const page = await send(ask('GET', '/demo/resource', { token: tokenOf.viewTest }));
  expect(isObject(jsonOf(page))).toBe(true);
  for (const token of [tokenOf.noScope, ''])
    expect(member(jsonOf(await send(ask('GET', path, { token }))), 'version')).toBeUndefined();
  for (const token of [tokenOf.viewTest, tokenOf.otherProject])
    expect(member(jsonOf(await send(ask('DELETE', path, { token }))), 'version')).toBeUndefined();

  const listed = await lists(send);
  // A list may count in the version.
  const third = await versionNow();
  const isAnyVersion = { headers: [['If-Match', '*']] } as const;
  const deleted = await send(
    ask('DELETE', `${path}?version=${third}&expectedVersion=${third}`, isAnyVersion),
  );
  // An answer that shows the resource says that it was there, whatever its status.
  expect(isSuccess(deleted) || member(jsonOf(deleted), 'version') !== undefined).toBe(true);
  time.pass(settleMs);
  const left = member(jsonOf(await send(ask('GET', path))), 'version');
  const isRead = left instanceof JsonNumber && left.text === third;
  // What a delete does may show in lists alone.
  expect(isRead && (await lists(send)) === listed).toBe(false);
}

/** What the lists show, as text. */
async function lists(send: (request: ReturnType<typeof ask>) => Promise<Response>): Promise<string> {
  const targets = [
    '/demo/resource',
    '/demo/resource/sorted-query-parameters',
    '/demo/resource/searchApiPattern',
  ];
  const pages = await Promise.all(targets.map((target) => send(ask('GET', target))));
  return pages.map(({ body }) => new TextDecoder().decode(body)).join('\n');
}

/** Under these no token opens updates by id, so that no version is ever compared. */
const shut: readonly string[] = ['updates-hide-a-missing-scope', 'updates-hidden-as-unknown-paths'];
/** Under these a version changes between two steps of the tour, which takes it for the actual one. */
const moving: readonly string[] = [
  'reads-count-in-the-version',
  'a-job-moves-one-version-after-another',
  'versions-move-with-time',
];
const open = choices.filter(({ name }) => !shut.includes(name) && !moving.includes(name));

/** A resource that is kept for a while does not outlive the lags of other choices. */
const lasting = open.filter(({ name }) => keptForMs([name]) === undefined);

/** Names of choices drawn at random, none of which excludes another. */
function drawn(random: () => number, count: number): string[] {
  const taken: string[] = [];
  for (let draw = 0; draw < count; draw += 1) {
    const choice = lasting[Math.floor(random() * lasting.length)];
    if (!choice || taken.includes(choice.name)) continue;
    const clashes = choices.some(
      ({ name, excludes = [] }) =>
        taken.includes(name) && (excludes.includes(choice.name) || choice.excludes?.includes(name)),
    );
    if (!clashes) taken.push(choice.name);
  }
  return taken;
}

describe('all content that the contract determines stays', () => {
  test.each(open.map(({ name }) => name))('under the choice %s', async (name) => {
    await keepsTheContract([name]);
  });

  const random = seededRandom(5);
  test.each(Array.from({ length: 100 }, () => drawn(random, 6).join(' + ')))('under %s', async (names) => {
    await keepsTheContract(names.split(' + '));
  });
});
