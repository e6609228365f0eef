/** A command line that documents print and no journey walks. */
export interface NotWalked {
  readonly line: string;
  readonly because: string;
}

const published = 'asks a host for what a release has published';
const publishes = 'publishes a release';
const asksRegistry = 'installs from a registry what the package depends on';

/** Lines that reach beyond the machine; there may be ten of them at most. */
export const notWalked: readonly NotWalked[] = [
  { line: 'git tag -a v0.3.0 -m v0.3.0', because: publishes },
  { line: 'git push origin v0.3.0', because: publishes },
  { line: 'curl -LO <release>/resource-conformance-0.3.0.tgz', because: published },
  {
    line: 'openssl dgst -sha512 -binary resource-conformance-0.3.0.tgz | openssl base64 -A',
    because: published,
  },
  {
    line: 'gh attestation verify resource-conformance-0.3.0.tgz --repo <owner>/<repository>',
    because: published,
  },
  {
    line: 'npx --yes --package=./resource-conformance-0.3.0.tgz -- resource-conformance --version',
    because: asksRegistry,
  },
  {
    line: 'npx --yes --package=./resource-conformance-0.3.0.tgz -- resource-conformance judge conformance.tape.jsonl.gz',
    because: asksRegistry,
  },
  { line: 'npm pack', because: 'compiles once more; the packed package has a test of its own' },
  { line: 'npm install --save-dev ./resource-conformance-0.2.0.tgz', because: asksRegistry },
  { line: 'npm install --save-dev lmdb@3', because: asksRegistry },
];
