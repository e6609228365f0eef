import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedTarget } from '../../config/runs/embedded-target.ts';
import { suiteVersion } from '../../config/packaging/package-folder.ts';
import { commandLine, tarballName } from '../../reporters/commands/command-line.ts';
import { blocksIn, commandsIn, commandsOf, repository } from '../support/journeys/documented-commands.ts';
import { freePort } from '../support/journeys/free-port.ts';
import { Traveller, type Typed } from '../support/journeys/traveller.ts';
import { walkedBy } from './walked.ts';

/** Only a compiled suite has a judge with a name, and certifies. */
const isCompiled = readable('dist/bin/main.js') !== undefined;

function readable(file: string): string | undefined {
  try {
    return readFileSync(join(repository, file), 'utf8');
  } catch {
    return undefined;
  }
}

/** The line for a file of allowed signers that certify prints. */
function signersIn({ said }: Typed): string {
  const line = /^for a file of allowed signers \(verify --signer\): (.*)$/m.exec(said)?.[1] ?? '';
  expect(line).toMatch(/^"Example Ltd" namespaces="certificate@resource-conformance" ssh-ed25519 /);
  return `${line}\n`;
}

/**
 * A vendor drafts a profile, certifies by the page, and hands over a folder. A customer has that folder and the tarball of
 * the release, and types what is in the folder.
 */
describe.runIf(isCompiled)('a vendor and a customer', { timeout: 600_000 }, () => {
  const [certify = ''] = commandsOf('docs/certification.md', 'As a vendor');
  const { version } = suiteVersion();
  const tarball = tarballName(version);
  let vendor: Traveller;
  let customer: Traveller;
  let port = 0;

  beforeAll(async () => {
    port = await freePort();
    const { tokens, projectKey } = embeddedTarget();
    vendor = new Traveller({
      '<nonce>': '00112233445566778899aabbccddeeff',
      'https://staging.example.com/v1': `http://127.0.0.1:${port}`,
    });
    vendor.clone();
    await vendor.type('cp .env.example .env');
    vendor.fillIn(
      `CONFORMANCE_BASE_URL=http://127.0.0.1:${port}`,
      `CONFORMANCE_PROJECT_KEY=${projectKey}`,
      ...tokens
        .filter(({ name }) => ['manage_test', 'view_test', 'view_products'].includes(name))
        .map(({ name, token }) => `CONFORMANCE_TOKEN_${name.toUpperCase()}=${token}`),
      'CONFORMANCE_CONSENT=all',
      'CONFORMANCE_WITHOUT=4.14,4.15,other-project,minted-scopes,no-scope',
      'CONFORMANCE_SETTLE_MS=100,100',
    );
    await vendor.start(`node bin/reference.mjs --port ${port}`, /CONFORMANCE_CONSENT=all/);
  });

  afterAll(async () => {
    await vendor.end();
    await customer?.end();
  });

  async function typed(by: Traveller, line: string, code: number): Promise<Typed> {
    const ended = await by.type(line);
    expect(ended.code, `${line}\n${ended.said}`).toBe(code);
    return ended;
  }

  /** The vendor's own words about the product, in the profile that init has drafted, or in one that he writes. */
  function name(): void {
    const file = 'conformance.profile.json';
    let drafted: object = {};
    try {
      drafted = JSON.parse(vendor.read(file)) as object;
    } catch {
      vendor.fillIn(`CONFORMANCE_PROFILE=${file}`);
    }
    const implementation = { name: 'Shop Resources', version: '1.0.0', vendor: 'Example Ltd' };
    writeFileSync(join(vendor.folder, file), JSON.stringify({ ...drafted, implementation }));
  }

  test('the vendor drafts, certifies and signs', async () => {
    expect(certify).toMatch(/^npx --offline resource-conformance certify --nonce <nonce> --key /);
    await typed(vendor, commandLine('init'), 0);
    name();
    await typed(
      vendor,
      `mkdir -p ~/.ssh && ssh-keygen -q -t ed25519 -N '' -C release@example.com -f ~/.ssh/id_ed25519`,
      0,
    );
    // Nobody has drawn a nonce yet.
    const [own, ownVerify] = commandsOf('README.md', 'Certifying') as [string, string];
    writeFileSync(join(vendor.folder, 'signers'), signersIn(await typed(vendor, `${own} --yes`, 0)));
    expect((await typed(vendor, ownVerify, 0)).said).toMatch(/VERIFIED\n$/);
    await typed(vendor, 'mv certificate unasked', 0);
    const certified = await typed(vendor, `${certify} --yes`, 0);
    const { said } = certified;
    expect(said).toMatch(
      /^CONFORMANT; left out: 4\.14.*; about “Shop Resources” “1\.0\.0” of “Example Ltd”$/m,
    );
    writeFileSync(join(vendor.folder, 'signers'), signersIn(certified));
    const verify = /^to verify: (.*)$/m.exec(said)?.[1] ?? '';
    const verified = await typed(
      vendor,
      `${verify} --signer signers --nonce 00112233445566778899aabbccddeeff --require conformant,rejudged,signed,challenged`,
      0,
    );
    expect(verified.said).toMatch(/signed +SHA256:.*; listed as “Example Ltd”\n[^]*VERIFIED\n$/);
  });

  test('a reviewer finds the certificate in a registry, verifies it, and asks the server', async () => {
    const [verify, against] = commandsOf('docs/certification.md', 'As a reviewer') as [string, string];
    await typed(vendor, 'mkdir -p certificates/example/resources vendors', 0);
    await typed(vendor, 'cp -r certificate certificates/example/resources/2.3.0', 0);
    await typed(vendor, 'cp signers vendors/example.signers', 0);
    for (const line of [verify, against]) expect((await typed(vendor, line, 0)).said).toMatch(/VERIFIED\n$/);
  });

  test('the tour has typed every line of these sections', () => {
    const walked = vendor.walked.map((line) => line.replace(/ --yes$/, ''));
    const lines = walkedBy['vendor-and-customer'].flatMap(([document, heading]) => commandsOf(document, heading)); // prettier-ignore
    expect(walked).toEqual(expect.arrayContaining([...lines]));
  });

  test('a key that is listed for another purpose is distinguished', async () => {
    const text = vendor.read('signers').replace('certificate@resource-conformance', 'git');
    writeFileSync(join(vendor.folder, 'others'), text);
    const { said } = await typed(vendor, commandLine('verify', 'certificate', '--signer', 'others'), 3);
    expect(said).toContain('listed, but not for this namespace: certificate@resource-conformance');
  });

  test('the front page states the vendor, the claim, its limits and its date', () => {
    const page = vendor.read('certificate/index.html');
    for (const words of [
      'was done by “Shop Resources” “1.0.0” of “Example Ltd”.',
      '“release@example.com”, key SHA256:',
      '4.14, the search for products: not tested',
      'valid until',
    ])
      expect(page).toContain(words);
    expect(page).not.toMatch(/declar/i);
  });

  test('the customer types only what the folder contains', async () => {
    customer = new Traveller({
      '<folder>': 'handed-over',
      '<tape>': 'handed-over/tape.jsonl.gz',
      '<clause>': '4.10/conflict-on-mismatch',
      // Anyone who has a registry lets npx install the tarball: here what it would install is there already.
      [`npx --yes --package=./${tarball} -- resource-conformance`]: `node ${join(vendor.folder, 'bin/resource-conformance.mjs')}`,
    });
    const folder = join(customer.folder, 'handed-over');
    cpSync(join(vendor.folder, 'certificate'), folder, { recursive: true });
    writeFileSync(join(customer.folder, tarball), 'what the release has published');
    const commands = commandsIn(blocksIn(readFileSync(join(folder, 'README.md'), 'utf8')));
    const [goUp, digest, verify, against, dispute] = commands as [string, string, string, string, string];
    expect(goUp).toBe('cd ..');
    expect((await typed(customer, digest, 0)).said.trim()).toMatch(/^[\w+/]{86}==$/);
    expect((await typed(customer, verify, 0)).said).toMatch(/VERIFIED\n$/);
    expect(against).toMatch(new RegExp(`--against http://127\\.0\\.0\\.1:${port}$`));
    expect((await typed(customer, dispute, 0)).said).toContain('4.10/conflict-on-mismatch');
  });

  test('the customer asks the server, with settings of his own', async () => {
    cpSync(join(vendor.folder, '.env'), join(customer.folder, '.env'));
    await customer.type(`sed -i '/^CONFORMANCE_PROFILE=/d' .env`);
    const commands = commandsIn(
      blocksIn(readFileSync(join(customer.folder, 'handed-over/README.md'), 'utf8')),
    );
    const line = commands.find((one) => one.includes('--against')) ?? 'no line with --against';
    expect((await typed(customer, line, 0)).said).toMatch(/VERIFIED\n$/);
  });

  test('a single changed character is refuted', async () => {
    const file = join(customer.folder, 'handed-over/index.html');
    writeFileSync(file, readFileSync(file, 'utf8').replace('Example Ltd', 'Example LLC'));
    const command = commandsIn(blocksIn(readFileSync(join(customer.folder, 'handed-over/README.md'), 'utf8'))).find((one) => one.endsWith('verify <folder>')) ?? ''; // prettier-ignore
    expect((await typed(customer, command, 1)).said).toMatch(
      /index\.html differs from the list[^]*REFUTED\n$/,
    );
  });
});
