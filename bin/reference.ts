import { defined } from '../clause/defined.ts';
import { quoted } from '../config/input/configuration-error.ts';
import { listedName, plainFlags, refused, unlessRefused } from './start/plain-arguments.ts';
import { choices, faults, referenceWith } from '../faults/catalogue.ts';
import { partOf } from '../faults/fault.ts';
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
    if (wished.help) return say(help);
    if (wished.list) return say(catalogue());
    const served = await listen(wished);
    if (wished.write !== undefined) writeFiles(served.url, wished.write, wished.choices);
    say(announcement(served.url, [...wished.faults, ...wished.choices]));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void served.close());
  });
}

interface Wished {
  readonly help: boolean;
  readonly list: boolean;
  readonly port: number;
  readonly latencyMs: number;
  readonly faults: readonly string[];
  readonly choices: readonly string[];
  readonly write?: string;
}

const flags = {
  help: { type: 'boolean', short: 'h' },
  list: { type: 'boolean' },
  port: { type: 'string' },
  latency: { type: 'string' },
  fault: { type: 'string', multiple: true },
  choice: { type: 'string', multiple: true },
  write: { type: 'string' },
} as const;

function readArguments(argv: readonly string[]): Wished {
  const values = plainFlags(argv, flags);
  const namesOf = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name);
  return {
    help: values.help ?? false,
    list: values.list ?? false,
    port: whole('--port', values.port, 65_535),
    latencyMs: whole('--latency', values.latency, 60_000),
    faults: (values.fault ?? []).map((name) => listedName('--fault', namesOf(faults), name)),
    choices: (values.choice ?? []).map((name) => listedName('--choice', namesOf(choices), name)),
    ...defined({ write: values.write }),
  };
}

function whole(name: string, text: string | undefined, most: number): number {
  if (text === undefined) return 0;
  if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text);
  throw refused(name, quoted(text), `an integer from 0 to ${most}`, `For example: ${name} 50`);
}

function catalogue(): string {
  const lines = [
    'Faults (--fault):',
    ...faults.map((fault) => `  ${fault.name}\n      ${partOf(fault)}: ${fault.summary}`),
    '',
    'Choices (--choice):',
    ...choices.map(({ name, summary }) => `  ${name}\n      ${summary}`),
  ];
  return `${lines.join('\n')}\n`;
}

async function listen({ port, latencyMs, faults: broken, choices: chosen }: Wished): Promise<Served> {
  try {
    return await serve(referenceWith({ faults: broken, choices: chosen }), { port, latencyMs });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw refused('--port', `${port}, which is not usable (${why})`, 'a free port', 'Name another, or none.');
  }
}

function say(text: string): void {
  process.stdout.write(text);
}
