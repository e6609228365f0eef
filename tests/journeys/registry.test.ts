import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled, whyNotHere } from '../real/installed-examples.ts';
import { StartedExample } from '../real/started-example.ts';
import { commandsOf, repository } from '../support/journeys/documented-commands.ts';
import { Traveller, type Typed } from '../support/journeys/traveller.ts';
import { pythonIsPresent, StartedServer } from '../support/second-implementation/started-server.ts';
import { walkedBy } from './walked.ts';

/** Only a compiled suite has a judge with a name, and certifies. */
const isCompiled = existsSync(join(repository, 'dist/bin/main.js'));
const hasExamples = whyNotHere('20.19.0') === undefined && isInstalled();

/** A server that somebody else wrote, as its vendor runs the suite against it. */
interface Product {
  readonly vendor: string;
  readonly name: string;
  readonly start: (folder: string) => Promise<AsyncDisposable>;
  /** How `certify` ends, which certifies every verdict. */
  readonly code: number;
}

async function second(folder: string): Promise<AsyncDisposable> {
  const server = await StartedServer.start();
  const { baseUrl, projectKey, otherProjectKey, tokens } = server.announced;
  const lines = [
    `CONFORMANCE_BASE_URL=${baseUrl}`,
    `CONFORMANCE_PROJECT_KEY=${projectKey}`,
    `CONFORMANCE_OTHER_PROJECT_KEY=${otherProjectKey}`,
    `CONFORMANCE_PROFILE=${join(folder, 'profile.json')}`,
    'CONFORMANCE_CONSENT=all',
    'CONFORMANCE_WITHOUT=minted-scopes,4.7,4.8,4.14,4.15,key',
    ...Object.entries(tokens).map(([name, token]) => `CONFORMANCE_TOKEN_${name.toUpperCase()}=${token}`),
  ];
  writeFileSync(join(folder, '.env'), `${lines.join('\n')}\n`);
  writeFileSync(join(folder, 'profile.json'), '{}');
  return server;
}

const example = (program: string) => async (folder: string) => await StartedExample.start([program], folder);

/** The first one is the certificate of the page; the third parties are what `npm run test:real` finds them to be. */
const products: readonly Product[] = [
  { vendor: 'example', name: 'resources', start: second, code: 0 },
  ...(hasExamples
    ? [
        { vendor: 'pouch', name: 'express-pouchdb', start: example('express-pouchdb.mjs'), code: 0 },
        { vendor: 'lab', name: 'commercetools-mock', start: example('commercetools-mock.mjs'), code: 1 },
      ]
    : []),
];

/** Somebody begins with an empty folder and the page, and ends with a table of what others have sent. */
describe.runIf(isCompiled && pythonIsPresent())('a registry of one’s own', { timeout: 900_000 }, () => {
  const page = 'docs/registry.md';
  let vendor: Traveller;
  let keeper: Traveller;

  async function typed(by: Traveller, line: string, code = 0): Promise<Typed> {
    const ended = await by.type(line);
    expect(ended.code, `${line}\n${ended.said}`).toBe(code);
    return ended;
  }

  beforeAll(() => {
    vendor = new Traveller();
    vendor.clone();
    keeper = new Traveller({
      '<signers>': join(vendor.folder, 'example.signers'),
      '<folder>': join(vendor.folder, 'example/certificate'),
    });
    // In place of an installer, which asks a registry for what the package depends on.
    mkdirSync(join(keeper.folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(vendor.folder, join(keeper.folder, 'node_modules/resource-conformance'));
    symlinkSync(
      '../resource-conformance/bin/resource-conformance.mjs',
      join(keeper.folder, 'node_modules/.bin/resource-conformance'),
    );
  });

  afterAll(async () => {
    await vendor.end();
    await keeper.end();
  });

  /** Certifies a product, and leaves `<vendor>/certificate` and `<vendor>.signers`. */
  async function certified({ vendor: of, name, start, code }: Product, nonce: string): Promise<void> {
    const folder = join(vendor.folder, of);
    mkdirSync(folder);
    await using _server = await start(folder);
    const path = join(folder, 'profile.json');
    const implementation = { vendor: of, name, version: '2.3.0' };
    const profile = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...profile, implementation }));
    await typed(vendor, `ssh-keygen -q -t ed25519 -N '' -C release@example.com -f ${of}/key`);
    const line = `CONFORMANCE_ENV_FILE=${of}/.env npx --offline resource-conformance certify --yes --nonce ${nonce} --key ${of}/key --out ${of}/certificate`;
    const { said } = await typed(vendor, line, code);
    const signers = /^for a file of allowed signers \(verify --signer\): (.*)$/m.exec(said)?.[1] ?? '';
    writeFileSync(join(vendor.folder, `${of}.signers`), `${signers}\n`);
  }

  test('begins with a folder, a nonce that is handed out, and the first certificate', async () => {
    for (const line of commandsOf(page, 'An empty repository')) await typed(keeper, line);
    for (const line of ['git config user.name a', 'git config user.email a@example.com'])
      await typed(keeper, line);
    const [draw, add, commit, ...taken] = commandsOf(page, 'The first certificate') as [
      string,
      string,
      string,
    ];
    for (const line of [draw, add, commit]) await typed(keeper, line);
    const [first] = products as [Product];
    await certified(first, keeper.read('nonces/example/resources/2.3.0').trim());
    let last = '';
    for (const line of taken) last = (await typed(keeper, line)).said;
    expect(last).toMatch(/\n {2}challenged +by nonce [^]*\nVERIFIED\n$/);
  });

  test('accepts certificates of several vendors, a rehearsal, and an edited folder', async () => {
    const take = (from: string, of: string, name: string): void =>
      cpSync(join(vendor.folder, from), join(keeper.folder, 'certificates', of, name, '2.3.0'), {
        recursive: true,
      });
    for (const product of products.slice(1)) {
      await certified(product, '00112233445566778899aabbccddeeff');
      take(`${product.vendor}/certificate`, product.vendor, product.name);
      cpSync(
        join(vendor.folder, `${product.vendor}.signers`),
        join(keeper.folder, `vendors/${product.vendor}.signers`),
      );
    }
    await typed(vendor, 'npx --offline resource-conformance certify --yes --out rehearsed');
    take('rehearsed', 'reference', 'reference');
    take('example/certificate', 'zed', 'resources');
    const edited = join(keeper.folder, 'certificates/zed/resources/2.3.0/index.html');
    writeFileSync(edited, readFileSync(edited, 'utf8').replace('example', 'zed'));
  });

  test('has a table of all verified certificates, and the reasons for the other folders', async () => {
    const [signers, markdown, html] = commandsOf(page, 'The table') as [string, string, string];
    await typed(keeper, signers);
    const { said } = await typed(keeper, markdown, 1);
    expect(said).toMatch(/^certificates\/reference\/reference\/2\.3\.0: CANNOT BE TOLD: .*rehearsal/m);
    expect(said).toMatch(/^certificates\/zed\/resources\/2\.3\.0: REFUTED: intact: index\.html differs/m);
    const table = keeper.read('README.md');
    const paths = products.map(({ vendor: of, name }) => `certificates/${of}/${name}/2.3.0`).toSorted();
    expect(table).toContain(`\n| section | ${paths.join(' | ')} |\n`);
    for (const { vendor: of, name, code } of products)
      expect(table).toContain(
        `| <code>certificates/${of}/${name}/2.3.0</code> | ${code === 0 ? 'CONFORMANT' : 'NON-CONFORMANT'} | 4.`,
      );
    expect(/\n## Not in the tables\n[^]*/.exec(table)?.[0].match(/^- .*$/gm)).toHaveLength(2);
    expect((await typed(keeper, html, 1)).said).toBe(said);
    expect(keeper.read('index.html')).toMatch(/^<!doctype html>/);
  });

  test('the tour has typed every line of the page', () => {
    const lines = walkedBy.registry.flatMap(([document, heading]) => commandsOf(document, heading));
    expect(keeper.walked).toEqual(expect.arrayContaining([...lines]));
  });
});
