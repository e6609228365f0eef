import type { SettingInput } from '../config/settings/sources.ts';
import { loadSettings } from '../config/settings/settings.ts';
import { refuseUnnamedReference } from '../config/settings/address/named-target.ts';
import { visible } from '../reporters/visible.ts';
import { flagsOf, type Command } from './help.ts';
import { endAborted } from './start/say.ts';
import { commandLine } from '../reporters/commands/command-line.ts';

const flags = flagsOf({
  '--force': 'Overwrite an existing .env and conformance.profile.json',
});

/** Observes a target three times, and drafts `.env` and a profile of the choices that the target made every time. */
export const initCommand: Command = {
  name: 'init',
  about:
    'Observe the target three times, draft .env and conformance.profile.json, and run with the draft; asks no questions',
  flags,
  exitCodes: 'Exit codes: 0 drafted; 2 settings or usage; 4 target unreachable.',
  run: async ({ own }, input) => await draft(input, own['force'] !== undefined),
};

const mostTold = 5;

async function draft(input: SettingInput, force: boolean): Promise<void> {
  const settings = loadSettings(input);
  refuseUnnamedReference(settings);
  const { draftedFiles, refuseToOverwrite, writeDraft } = await import('../config/drafting/drafted-files.ts');
  const { asLine } = await import('../config/drafting/profile-draft.ts');
  refuseToOverwrite(input.cwd, force);
  const { observeTarget } = await import('../config/drafting/observed-target.ts');
  const observed = await observeTarget(settings, (line) => process.stderr.write(`${visible(line)}\n`));
  if ('aborted' in observed) return endAborted(observed.aborted);
  const lines = writeDraft(observed.draft, input, force, { ...observed, ...observed.tried });
  const { tried } = observed;
  const mistakes = observed.mistakes.map((mistake) => `fix first: ${mistake}`);
  const failed = observed.failed.map(
    (id) => `note: ${id} failed during the observation; no profile can make it pass`,
  );
  const proposed = observed.draft.proposed.map(
    (one) => `proposed: ${asLine(one)} (${one.grounds}); not in the profile, because it leaves clauses out`,
  );
  const { undecidedInWords } = await import('../config/drafting/undecided.ts');
  const undecided = tried.undecided.slice(0, mostTold).map((one) => `note: ${undecidedInWords(one)}`);
  const further = tried.undecided.length - undecided.length;
  const more = further > 0 ? [`note: ${further} more of this kind in ${draftedFiles.notes}`] : [];
  process.stdout.write(
    [
      ...mistakes,
      ...lines,
      ...failed,
      ...proposed,
      ...(tried.takenBack.length === 0
        ? []
        : [`taken back, because the run with the draft contradicted it: ${tried.takenBack.join(', ')}`]),
      ...undecided,
      ...more,
      `A run with this draft ends ${tried.verdict}${tried.without.length === 0 ? '' : ` (without: ${tried.without.join(', ')})`}`,
      `Each line of ${draftedFiles.profile} becomes a requirement: remove the lines that you do not promise`,
      `next: ${commandLine('run')}`,
      '',
    ]
      .map((line) => visible(line))
      .join('\n'),
  );
}
