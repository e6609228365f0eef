/** Which sections of which documents each journey walks, every line of them: a test of the journey holds it to that. */
export const walkedBy = {
  newcomer: [
    ['README.md', 'First run against your server'],
    ['README.md', 'How to read the result'],
  ],
  'vitest-user': [
    ['docs/commands.md', 'With vitest'],
    ['docs/commands.md', 'Beside your own tests'],
    ['docs/vitest.md', 'The server'],
  ],
  'vendor-and-customer': [
    ['README.md', 'Certifying'],
    ['docs/certification.md', 'As a vendor'],
    ['docs/certification.md', 'As a reviewer'],
  ],
  registry: [
    ['docs/registry.md', 'An empty repository'],
    ['docs/registry.md', 'The first certificate'],
    ['docs/registry.md', 'The table'],
  ],
  pipelines: [
    ['action.yml', 'Name what is to be installed'],
    ['action.yml', 'Install the suite'],
    ['action.yml', 'Compile the suite'],
    ['action.yml', 'Judge the implementation'],
  ],
  documents: [
    ['README.md', 'Two commands'],
    ['README.md', 'In CI'],
    ['docs/reports.md', 'Files'],
    ['docs/reports.md', 'The tape'],
    ['docs/reports.md', 'The contract line by line'],
    ['docs/certification.md', 'To dispute a clause'],
    ['docs/releasing.md', 'The judge'],
    ['docs/ci.md', 'Shards'],
    ['docs/settings.md', 'The embedded reference'],
    ['docs/mock.md', 'Starting one'],
    ['docs/mock.md', 'One request'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [document: string, heading: string])[]>>;
