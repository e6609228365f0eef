import { describe, expect, test } from 'vitest';
import { perform } from '../../../bin/help.ts';
import { mockCommand } from '../../../bin/mock/mock-command.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';

describe('unusable parts of a command line are reported before the server starts', () => {
  test.for([
    [
      ['--fault', 'version-never-chekced'],
      '--fault: found "version-never-chekced"; expected a name that --list shows.\nDid you mean version-never-checked?',
    ],
    [['--port', '70000'], '--port: found "70000"; expected an integer from 0 to 65535.'],
    [['--host', 'localhost'], '--host: found "localhost"; expected an IP address.'],
    [['--host', '203.0.113.1'], '--host: found "203.0.113.1"; expected an address of this machine.'],
    [['--choices', 'all'], '--choices: found "all"; expected random.'],
    [['--seed', '1'], '--seed: found it alone; expected --choices random beside it.'],
    [['--max-rps', '1'], '--max-rps: found a setting of a run; expected a flag of mock.'],
    [['--tls-cert', 'x'], '--tls-cert: found it alone; expected both files.'],
    [
      ['--tls-cert', 'none', '--tls-key', 'none'],
      '--tls-cert: found "none", which is missing; expected a file in PEM.',
    ],
    [
      ['--choice', 'reads-lag-40-ms', '--choices', 'random'],
      '--choices: found it beside --choice; expected one of the two.',
    ],
    [['--latency', '1s'], '--latency: found "1s"; expected an integer from 0 to 60000.'],
    [['stray'], 'mock: found "stray"; expected flags only.'],
    [['--seed', 'stray', 'stray'], 'mock: found "stray"; expected flags only.'],
    [['--', 'stray'], 'mock: found "stray"; expected flags only.'],
    [
      ['--trace', 'yes'],
      '--trace: found "yes"; expected no value, or one of 0, 1, true, false.\nWrite --trace alone.',
    ],
    [['--list', 'yes'], '--list: found "yes"; expected no value.\nWrite --list alone.'],
  ] as const)('%j', async ([args, told]) => {
    const started = perform(mockCommand, args, { env: {}, cwd: '/nowhere' });
    await expect(started).rejects.toThrow(ConfigurationError);
    await expect(started).rejects.toThrow(told);
  });
});
