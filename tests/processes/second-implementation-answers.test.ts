import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DETERMINED_FACTS } from '../support/second-implementation/determined-facts.ts';
import { create, member, read, update } from '../support/second-implementation/resource-exchanges.ts';
import {
  StartedServer,
  listFaults,
  pythonIsPresent,
} from '../support/second-implementation/started-server.ts';

const present = pythonIsPresent();
const note = present ? '' : ' (skipped: python3 cannot be started here)';
if (!present) console.warn(`The second implementation is not checked${note}`);

describe.skipIf(!present)(`the second implementation${note}`, () => {
  let server: StartedServer;

  beforeAll(async () => {
    server = await StartedServer.start();
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  test.for(DETERMINED_FACTS)('$statement', async ({ observe, determined }) => {
    expect(await observe(server)).toEqual(determined);
  });

  test('every listed fault changes some fact', () => {
    expect(DETERMINED_FACTS.map(({ fault }) => fault)).toEqual(listFaults().map(({ name }) => name));
  });

  test.for(DETERMINED_FACTS)('the fault $fault shows', async ({ fault, observe, underFault }) => {
    await using faulty = await StartedServer.start('--fault', fault);
    expect(await observe(faulty)).toEqual(underFault);
  });

  test('the id shows only in Location', async () => {
    const { id, answer } = await create(server, { arrayOfIntExample: [1] });
    expect(id).toMatch(/^\d+$/);
    expect(Object.keys(answer.json ?? {}).toSorted()).toEqual(['notes', 'objectTypeProperty', 'version']);
  });

  test('a key leads to the resource of its id', async () => {
    const { id, key } = server.announced.fixture;
    expect((await read(server, `key=${key}`)).json).toEqual((await read(server, id)).json);
  });

  test('versions fall, and a change without effect keeps them', async () => {
    const { id, version } = await create(server);
    await update(server, id, `${version}.0`, 'a');
    const changed = member((await read(server, id)).json, 'version');
    expect(changed).toBeLessThan(version);
    await update(server, id, Number(changed), 'a', null);
    expect(member((await read(server, id)).json, 'version')).toBe(changed);
  });

  test('a version beyond the exact range of a double is compared digit by digit', async () => {
    await using other = await StartedServer.start('--versions', 'nanoseconds');
    const { id } = await create(other);
    const shown = /"version": (\d+)/.exec((await read(other, id)).text)?.[1] ?? '';
    expect(BigInt(shown)).toBeGreaterThan(2n ** 53n);
    expect((await update(other, id, String(BigInt(shown) + 1n), 'a')).status).toBe(409);
    expect((await update(other, id, shown, 'a')).status).toBe(204);
  });

  test('a deleted resource stays readable under a new version and takes no update', async () => {
    const { id, version } = await create(server);
    const deleted = await server.ask('DELETE', `/${id}`, { as: 'manage_test' });
    const afterwards = await read(server, id);
    expect(afterwards.json).toEqual(deleted.json);
    expect(member(afterwards.json, 'version')).not.toBe(version);
    expect((await update(server, id, Number(member(afterwards.json, 'version')), 'a')).status).toBe(410);
  });

  test('an existence check without a match has its own status', async () => {
    const none = await server.ask('HEAD', '?stringParameter=nowhere', { as: 'view_test' });
    expect([none.status, none.text]).toEqual([204, '']);
  });

  test('a refusal is plain text', async () => {
    const refusal = await server.ask('PUT', '', {
      as: 'manage_test',
      json: { version: 1, objectTypeProperty: {} },
    });
    expect([refusal.status, refusal.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8']);
  });

  test('a body is compressed when the client takes gzip', async () => {
    const asked = { headers: { 'Accept-Encoding': 'gzip' } };
    const { headers } = await server.ask('GET', '/namespace-action-with-example', asked);
    expect(headers['content-encoding']).toBe('gzip');
  });

  test('text beyond ASCII is escaped', async () => {
    const { text, json } = await read(server, server.announced.fixture.id);
    expect(text).toContain(String.raw`gr\u00fc\u00df`);
    expect(member(json, 'objectTypeProperty.arrayOfStringExample.1')).toBe('grüß');
  });
});
