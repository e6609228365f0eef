/** A command line that documents print and no journey walks. */
export interface NotWalked {
  /** The beginning of the line. */
  readonly line: string;
  readonly because: string;
}

const contract = 'needs the text of the contract, which is not in the repository';
const release = 'asks a host for what a release has published, or publishes it';
const certificate = 'no journey goes from a certificate to its reader yet';

/** Each entry is for one line; there may be no more of them than `most`, and `most` may only fall. */
export const notWalked: readonly NotWalked[] = [
  { line: 'npx --offline resource-conformance trace contract.txt', because: contract },
  { line: 'git tag', because: release },
  { line: 'git push', because: release },
  { line: 'curl -LO <release>', because: release },
  { line: 'openssl dgst', because: release },
  { line: 'gh attestation verify', because: release },
  { line: 'npx --yes --package=./resource-conformance', because: release },
  { line: 'npm pack', because: 'compiles once more; the packed package has a test of its own' },
  { line: 'npm install --save-dev', because: 'asks a registry for what the package depends on' },
  { line: 'npx --offline resource-conformance certify', because: certificate },
  { line: 'npx --offline resource-conformance verify', because: certificate },
  { line: 'npm ci --omit=dev --ignore-scripts', because: 'installs from a registry' },
  { line: 'node "$SUITE" run --arguments-from-env', because: 'the test of the action runs its steps' },
];

/** How many lines of documents are walked by nobody, at most. */
export const most = 22;
