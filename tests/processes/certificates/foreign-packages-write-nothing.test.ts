import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createReference } from '../../../reference/create.ts';
import { serve } from '../../../reference/serve.ts';
import { writeFiles } from '../../../bin/mock/announcement.ts';
import { tokenBySetting } from '../../../config/runs/embedded-target.ts';
import type { Envelope } from '../../../config/certificates/attestation/dsse.ts';
import { sigstore } from '../../support/certificates/foreign-verifiers.ts';
import { certifiedRehearsal } from '../../support/certificates/certified-rehearsal.ts';
import { newFolder } from '../../support/small-runs/started-run.ts';
import { runCommand } from '../../support/started-command.ts';

const { stdout: version } = await runCommand(newFolder(), ['--version']);
const isReleased = !version.includes('unreleased');

/** A resource that its owner has made, by its id; `look` shows its version. */
async function existingResource(
  url: string,
): Promise<{ readonly id: string; readonly look: () => Promise<unknown> }> {
  const headers = {
    authorization: `Bearer ${tokenBySetting.manage_test}`,
    'content-type': 'application/json',
  };
  const made = await fetch(`${url}/demo/resource`, {
    method: 'POST',
    headers,
    body: '{"objectTypeProperty":{}}',
  });
  const { id } = (await made.json()) as { readonly id: string };
  const look = async () => {
    const answer = await fetch(`${url}/demo/resource/${id}`, { headers });
    return { status: answer.status, body: await answer.text() };
  };
  return { id, look };
}

/** The statement of an envelope that others take, too. */
function attestedIn(path: string, key: KeyObject): unknown {
  const envelope = JSON.parse(readFileSync(path, 'utf8')) as Envelope;
  expect(sigstore(envelope, key)).toBe(true);
  return JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
}

describe('verify --against', () => {
  test('sends nothing for a package that is not verified itself', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const cwd = newFolder();
    mkdirSync(join(cwd, 'certificate'));
    for (const [name, octets] of (await certifiedRehearsal()).files)
      writeFileSync(join(cwd, 'certificate', name), octets);
    const { code, stdout } = await runCommand(cwd, ['verify', 'certificate', '--against', url], {
      CONFORMANCE_ENV_FILE: 'none',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_TOKEN_MANAGE_TEST: 'a-token',
      CONFORMANCE_CONSENT: 'all',
    });
    server.close();
    expect(stdout).toMatch(/ {2}against +CANNOT BE TOLD: no request was sent to http:/);
    expect([asked, code]).toEqual([0, 3]);
  });

  test.runIf(isReleased)(
    'changes no resource of the reader, even if a verified package names it',
    async () => {
      const served = await serve(createReference());
      const { id, look } = await existingResource(served.url);
      const [vendor, reader] = [newFolder(), newFolder()];
      for (const folder of [vendor, reader]) writeFiles(served.url, folder, []);
      const profile = JSON.parse(readFileSync(join(vendor, 'profile.json'), 'utf8')) as object;
      const naming = {
        ...profile,
        implementation: { name: 'Shop', version: '1', vendor: 'Example' },
        resource: { idSource: 'body:/id', keySource: 'body:/key', sandbox: [id] },
      };
      writeFileSync(join(vendor, 'profile.json'), JSON.stringify(naming));
      const untouched = await look();
      const out = join(reader, 'certificate');
      const key = generateKeyPairSync('ed25519').privateKey;
      for (const folder of [vendor, reader])
        writeFileSync(join(folder, 'attest.pem'), key.export({ type: 'pkcs8', format: 'pem' }));
      const certified = await runCommand(
        vendor,
        ['certify', '--yes', '--out', out, '--attest', 'attest.pem'],
        {
          CONFORMANCE_ENV_FILE: '.env',
        },
      );
      expect(certified.code).toBe(0);
      expect(attestedIn(`${out}.test-result.intoto.json`, key)).toMatchObject({
        predicate: { result: 'PASSED', failedTests: [] },
      });
      const before = await look();
      // The vendor has consented to that, and shows what a run by this profile does.
      expect(before).not.toEqual(untouched);

      const flags = ['--against', served.url, '--quiet-agent', '--attest', 'attest.pem'];
      const { code, stdout } = await runCommand(reader, ['verify', out, ...flags], {
        CONFORMANCE_ENV_FILE: '.env',
        CONFORMANCE_PROFILE: undefined,
      });
      expect(stdout).toMatch(
        / {2}against +quiet: the requests contain no name, mark, word or field of the suite\. A two-faced server can/,
      );
      expect(stdout).toMatch(
        / {2}against +http:.*, project demo: writes resources of its own; consent: overwrite/,
      );
      expect(stdout).toMatch(/ {2}against +without resource.idSource, resource.keySource, resource.sandbox /);
      expect(stdout).toMatch(/of \d+ clauses agree/);
      expect(code).toBe(0);
      expect(await look()).toEqual(before);
      expect(attestedIn(`${out}.svr.intoto.json`, key)).toMatchObject({
        predicate: {
          properties: ['RESOURCE_API_CONFORMANT', 'RESOURCE_API_REJUDGED', 'RESOURCE_API_ASKED_AGAIN'],
        },
      });
      await served.close();
    },
  );
});
