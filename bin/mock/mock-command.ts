import { flagsOf, type Command } from '../help.ts';

const flags = flagsOf({
  '--port <number>': 'Port to listen on (default: a free one)',
  '--host <address>': 'IP address to listen on (default: 127.0.0.1); 0.0.0.0 in a container',
  '--fault <name>…': 'Break the contract in one way; may be repeated',
  '--choice <name>…': 'Decide an open point in another way; may be repeated',
  '--profile <file>':
    'Decide open points as this profile declares; the first line names the lines that the mock does not imitate',
  '--certificate <folder>': 'Decide open points as the profile of this certificate declares',
  '--choices <random>':
    'Draw the choices at open points by a seed, so that no client relies on the habits of one server',
  '--seed <number>': 'Draw the same choices as the start that printed this seed',
  '--latency <ms>': 'Delay every answer',
  '--state <file>': 'Keep the resources in this file over restarts; needs the package lmdb beside the suite',
  '--tls-cert <file>': 'Serve over TLS with this certificate (PEM)',
  '--tls-key <file>': 'The key of that certificate (PEM)',
  '--write <folder>': 'Write .env, tokens.json and profile.json there',
  '--list': 'List faults and choices, and exit',
});

/** Serves the reference as a mock until it is interrupted. */
export const mockCommand: Command = {
  name: 'mock',
  about:
    'Serve a mock of the API until interrupted, for tests of clients: it has state, versions and scopes, and fails on request',
  flags,
  settings: false,
  exitCodes: 'Exit codes: 0 interrupted; 2 usage.',
  run: async (line, { cwd }) => {
    const { startMock } = await import('./start-mock.ts');
    await startMock(line, cwd, 'mock');
  },
};
