import { isIP } from 'node:net';
import { defined } from '../../clause/defined.ts';
import { quoted, refusal } from '../../config/input/configuration-error.ts';
import { readTextFile } from '../../config/input/text-file.ts';
import { parseProfile } from '../../config/profile/profile.ts';
import type { CommandLine } from '../../config/settings/arguments.ts';
import { absolute } from '../../config/settings/sources.ts';
import { makeMock, type Made } from '../../mock/made.ts';
import type { Imitation } from '../../mock/profile/imitation.ts';
import { openStateFile, type StateFile } from '../../mock/state-file.ts';
import { serve, type Served, type Serving } from '../../reference/serve.ts';
import { visible } from '../../reporters/visible.ts';
import { layerCatalogue } from '../start/layers.ts';
import { readable } from '../start/plain-arguments.ts';
import { announcement, writeFiles } from './announcement.ts';

/**
 * Serves as the flags demand until interrupted; a mock names itself in each answer, a reference does not.
 *
 * @throws ConfigurationError for flags that cannot be used
 */
export async function startMock(
  { own, flags }: CommandLine,
  cwd: string,
  as: 'mock' | 'reference',
): Promise<void> {
  const { stdout } = process;
  const [setting] = Object.keys(flags);
  if (setting !== undefined)
    throw refusal(`--${setting}`, 'a setting of a run', `a flag of ${as}`, 'Leave it out: see --help.');
  if (own['list'] !== undefined)
    return void stdout.write(layerCatalogue({ faults: 'Faults (--fault):', choices: 'Choices (--choice):' }));
  const file = own['state'] === undefined ? undefined : await openStateFile(absolute(cwd, own['state']));
  const made = madeBy(own, cwd, file);
  const served = await listen(made, servingOf(own, cwd), as);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void served.close().then(() => file?.close()));
  const { faults, choices, seed } = made;
  if (own['write'] !== undefined) writeFiles(served.url, absolute(cwd, own['write']), choices, made.profile);
  if (made.imitation !== undefined) stdout.write(`${imitationLine(made.imitation, made.of)}\n`);
  const name = as === 'mock' ? 'Mock' : 'Reference';
  stdout.write(announcement(`${name}: ${served.url}`, served.url, [...faults, ...choices]));
  if (own['choices'] !== undefined)
    stdout.write(`Drawn: the same again with --choices random --seed ${seed}\n`);
}

function imitationLine({ imitated, others }: Imitation, of?: string): string {
  const whose = of === undefined ? '' : ` of ${of}`;
  const not = others.map(({ key, because }) => `${key} (${because})`);
  const left = not.length === 0 ? '' : `; not: ${not.join(', ')}`;
  return visible(
    `Imitates ${imitated.length} of ${imitated.length + others.length} lines of the profile${whose}${left}`,
    4_000,
  );
}

function madeBy(
  { fault, choice, choices, seed, profile, certificate }: CommandLine['own'],
  cwd: string,
  file: StateFile | undefined,
): Made {
  if (choices !== undefined && choices !== 'random')
    throw refusal('--choices', quoted(choices), 'random', 'Name single choices with --choice.');
  if (choices !== undefined && choice !== undefined)
    throw refusal('--choices', 'it beside --choice', 'one of the two', 'Leave one of them out.');
  if (seed !== undefined && choices === undefined)
    throw refusal('--seed', 'it alone', '--choices random beside it', 'Leave it out: nothing is drawn.');
  const habits = {
    faults: namesIn(fault),
    choices: choices === undefined ? namesIn(choice) : 'random',
    ...(profile === undefined ? {} : { profile: parseProfile(textOf('--profile', cwd, profile), profile) }),
    ...(certificate === undefined ? {} : { certificate: absolute(cwd, certificate) }),
    ...(seed === undefined ? {} : { seed: whole('--seed', seed, 999_999) }),
  } as const;
  return makeMock(habits, file);
}

const namesIn = (list = ''): readonly string[] => list.split(',').filter((name) => name !== '');

function servingOf(own: CommandLine['own'], cwd: string): Serving {
  const [cert, key] = [own['tls-cert'], own['tls-key']];
  if ((cert === undefined) !== (key === undefined))
    throw refusal(
      cert === undefined ? '--tls-key' : '--tls-cert',
      'it alone',
      'both files',
      'Name the other file.',
    );
  const tls =
    cert === undefined || key === undefined
      ? {}
      : { tls: { cert: textOf('--tls-cert', cwd, cert), key: textOf('--tls-key', cwd, key) } };
  return {
    ...defined({ host: hostIn(own['host']) }),
    port: whole('--port', own['port'], 65_535),
    latencyMs: whole('--latency', own['latency'], 60_000),
    ...tls,
  };
}

function hostIn(text: string | undefined): string | undefined {
  if (text === undefined || isIP(text) !== 0) return text;
  throw refusal(
    '--host',
    quoted(text),
    'an IP address',
    'For example 0.0.0.0, which is every address of this machine.',
  );
}

function textOf(flag: string, cwd: string, path: string): string {
  const expected = flag === '--profile' ? 'a profile' : 'a file in PEM';
  return readable(flag, path, () => readTextFile(absolute(cwd, path)), expected);
}

function whole(flag: string, text: string | undefined, most: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text);
  throw refusal(flag, quoted(text), `an integer from 0 to ${most}`, `For example: ${flag} 50`);
}

async function listen(
  { mock, reference }: Made,
  serving: Serving,
  as: 'mock' | 'reference',
): Promise<Served> {
  try {
    return await serve(as === 'mock' ? mock : reference(), serving);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (why.startsWith('ERR_') && serving.tls !== undefined)
      throw refusal(
        '--tls-cert',
        `files that TLS cannot use (${why})`,
        'a certificate and its key',
        'Name both.',
      );
    const port = String(serving.port);
    if (why === 'EADDRNOTAVAIL')
      throw refusal(
        '--host',
        quoted(serving.host),
        'an address of this machine',
        'For example 0.0.0.0, which is every address of this machine.',
      );
    throw refusal(
      '--port',
      `${port}, which is not usable (${why})`,
      'a free port',
      'Name another port, or none.',
    );
  }
}
