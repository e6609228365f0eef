import { quoted } from '../config/input/configuration-error.ts';
import { plainFlags, refused, unlessRefused } from './start/plain-arguments.ts';
import { layerCatalogue, layerFlags, layersOf } from './start/layers.ts';
import { referenceWith } from '../faults/catalogue.ts';
import { serve, type Served } from '../reference/serve.ts';
import { announcement, writeFiles } from './reference-announcement.ts';

const help = `Usage: npm run reference -- [flags]

Serves the embedded reference on 127.0.0.1 until it is interrupted, and prints how to run the suite against it.

  --port <number>    Port to listen on (default: a free one)
  --fault <name>     Break the contract in one way; may be repeated
  --choice <name>    Decide an open point in another way; may be repeated
  --latency <ms>     Delay every answer
  --write <folder>   Write .env, tokens.json and profile.json there
  --list             List faults and choices, and exit
  --help             Print this, and end
`;

/** The command line of the reference server. Ends the process with code 2 for arguments that cannot be used. */
export async function main(argv: readonly string[]): Promise<void> {
  await unlessRefused('reference', async () => {
    const wished = readArguments(argv);
    const { stdout } = process;
    if (wished.help) return void stdout.write(help);
    if (wished.list)
      return void stdout.write(
        layerCatalogue({ faults: 'Faults (--fault):', choices: 'Choices (--choice):' }),
      );
    const served = await listen(wished);
    if (wished.write !== undefined) writeFiles(served.url, wished.write, wished.choices);
    stdout.write(announcement(served.url, [...wished.faults, ...wished.choices]));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void served.close());
  });
}

type Wished = ReturnType<typeof readArguments>;

const flags = {
  ...layerFlags,
  port: { type: 'string' },
  latency: { type: 'string' },
  write: { type: 'string' },
} as const;

function readArguments(argv: readonly string[]) {
  const values = plainFlags(argv, flags);
  return {
    port: whole('--port', values.port, 65_535),
    latencyMs: whole('--latency', values.latency, 60_000),
    ...layersOf(values),
    write: values.write,
  };
}

function whole(name: string, text: string | undefined, most: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text);
  throw refused(name, quoted(text), `an integer from 0 to ${most}`, `For example: ${name} 50`);
}

async function listen({ port, latencyMs, faults: broken, choices: chosen }: Wished): Promise<Served> {
  try {
    return await serve(referenceWith({ faults: broken, choices: chosen }), { port, latencyMs });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw refused('--port', `${port}, which is not usable (${why})`, 'a free port', 'Name another, or none.');
  }
}
