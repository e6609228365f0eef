import { ConfigurationError } from '../../config/input/configuration-error.ts';
import type { SettingInput } from '../../config/settings/sources.ts';
import { variable } from '../../config/settings/table.ts';
import { loadSettings } from '../../config/settings/settings.ts';
import { visible } from '../../reporters/visible.ts';
import { flagsOf, type Command } from '../help.ts';

const flags = flagsOf({});

/** Removes the leftovers of earlier runs on the target, if the runs were killed or lost their connection to it. */
export const cleanCommand: Command = {
  name: 'clean',
  about: 'Delete the resources that earlier runs left on the target, by the ledgers in the report folder',
  flags,
  exitCodes:
    'Exit codes: 0 nothing is left; 2 settings or usage; 3 something may be left, or a ledger cannot be read or written (the output names it).',
  run: async (_, input) => await clean(input),
};

async function clean(input: SettingInput): Promise<void> {
  const settings = loadSettings(input);
  if (settings.readOnly)
    throw new ConfigurationError({
      setting: variable('READ_ONLY'),
      found: '1',
      expected: '0, since cleaning deletes',
      remedy: 'Unset CONFORMANCE_READ_ONLY to clean.',
    });
  const { cleanLedgers, isAllClean, linesOf } = await import('../../config/runs/ledgers/cleaned-ledgers.ts');
  const { ledgerFolder } = await import('../../config/runs/ledgers/ledger-file.ts');
  const { briefRun, identified } = await import('../../config/runs/run-brief.ts');
  const cleaned = await cleanLedgers(
    briefRun(settings, identified(settings)),
    ledgerFolder(settings.reportDir),
  );
  const lines = linesOf(cleaned).map((line) => visible(line, 1_000));
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = isAllClean(cleaned) ? 0 : 3;
}
