import { oneOperand } from './start/plain-arguments.ts';
import { visible } from '../reporters/visible.ts';
import { flagsOf, type Command } from './help.ts';

const flags = flagsOf({});

/** Judges a saved history again, without any target. */
export const verifyHistoryCommand: Command = {
  name: 'verify-history',
  operands: '<file>',
  about: 'Judge the history of a race again, from a saved history or from the findings of a report',
  flags,
  settings: false,
  exitCodes: 'Exit codes: 0 linearizable; 1 violation; 2 not readable; 3 inconclusive.',
  run: async (line, { cwd }) => {
    const path = oneOperand('verify-history', line, 'reports/conformance.json');
    const { historyLines, judgeSaved, savedHistories } = await import('../config/runs/saved-histories.ts');
    const judged = savedHistories(cwd, path).map((saved) => ({ saved, verdict: judgeSaved(saved) }));
    for (const { saved, verdict } of judged)
      process.stdout.write(
        `${historyLines(saved, verdict)
          .map((line) => visible(line, 2_000))
          .join('\n')}\n`,
      );
    const verdicts = judged.map(({ verdict }) => verdict.verdict);
    process.exitCode = verdicts.includes('violation') ? 1 : verdicts.includes('inconclusive') ? 3 : 0;
  },
};
