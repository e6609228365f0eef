import { parseArguments } from '../config/settings/arguments.ts';
import { commandHelp } from './help.ts';
import { mockCommand } from './mock/mock-command.ts';
import { startMock } from './mock/start-mock.ts';
import { refusePositionals, unlessRefused } from './start/plain-arguments.ts';

/** Serves like `mock`, but as the server of a vendor: its answers do not name the mock. Takes the flags of `mock`. */
export async function main(argv: readonly string[]): Promise<void> {
  await unlessRefused('reference', async () => {
    const line = parseArguments(argv, mockCommand.flags);
    refusePositionals('mock', line);
    if (line.own['help'] === undefined) return await startMock(line, process.cwd(), 'reference');
    const about =
      'Serve the embedded reference on 127.0.0.1 until it is interrupted, as the server of a vendor';
    process.stdout.write(`${commandHelp({ ...mockCommand, name: 'reference', about })}\n`);
  });
}
