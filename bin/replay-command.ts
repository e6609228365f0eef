import { parseArguments } from '../config/settings/arguments.ts';
import { ConfigurationError, quoted } from '../config/input/configuration-error.ts';
import type { Replay } from '../config/runs/replayed-finding.ts';
import type { SettingInput } from '../config/settings/sources.ts';
import { loadSettings } from '../config/settings/settings.ts';
import { visible } from '../reporters/visible.ts';
import { exchangeLines } from './exchange-lines.ts';
import type { Command, DescribedFlag } from './help.ts';

const flags: readonly DescribedFlag[] = [
  { name: 'help', short: 'h', takesValue: false, about: 'Print this and end' },
  {
    name: 'times',
    takesValue: true,
    value: 'number',
    about: 'How often to replay it (default: 5 where races decide, else 1)',
  },
];

/** Runs one clause again as a report has it, and shows each request and answer. */
export const replayCommand: Command = {
  name: 'replay',
  operands: '<clause or path#clause>',
  about: 'Run one clause again with the seed of the last report, and show each request and answer',
  flags,
  exitCodes:
    'Exit codes: 0 it passes or is observed; 1 the violation shows again; 2 settings or usage; 3 undecided; 4 target unreachable, or an error of the suite.',
  run: async (argv, given) => {
    const { own, positionals, flags: settingFlags } = parseArguments(argv, flags);
    const [named, ...more] = positionals;
    if (named === undefined || more.length > 0)
      throw new ConfigurationError({
        setting: 'replay',
        found: `${positionals.length} findings`,
        expected: 'one',
        remedy: 'For example: resource-conformance replay 4.10/conflict-on-mismatch',
      });
    await replayFinding(named, timesOf(own['times']), { ...given, flags: settingFlags });
  },
};

function timesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw new ConfigurationError({
    setting: '--times',
    found: quoted(text),
    expected: 'an integer from 1 to 999',
    remedy: 'For example: --times 5',
  });
}

async function replayFinding(named: string, wanted: number | undefined, input: SettingInput): Promise<void> {
  const { isRaced, replay, replaySettings, savedFinding } =
    await import('../config/runs/replayed-finding.ts');
  const loaded = loadSettings(input);
  const finding = savedFinding(named, input.cwd, loaded.reportDir);
  const settings = replaySettings(loaded, finding);
  const { clause, report } = finding;
  const { plan } = await import('../config/plan.ts');
  const { reachTarget } = await import('../config/runs/executed-run.ts');
  const target = await reachTarget(settings);
  const { options } = target.brief;
  const times = wanted ?? (isRaced(plan, clause) ? 5 : 1);
  say(`${clause} on ${options.baseUrl}, seed ${options.seed}, depth ${options.depth.name}`);
  if (!report.target.embedded && report.target.baseUrl !== options.baseUrl)
    say(`note: the report is about ${report.target.baseUrl}`);
  const replays: Replay[] = [];
  try {
    for (let time = 0; time < times; time += 1) {
      const parts = target.equip(options.seed);
      const one = await replay(plan, clause, parts);
      // What passes is shown once: the others are there to say how often the finding shows.
      if (time === 0) for (const line of exchangeLines(one.exchanges, parts.redact)) say(line);
      say(`${times === 1 ? '' : `${time + 1}/${times}  `}${parts.redact(outcomeOf(one))}`);
      replays.push(one);
      if (one.aborted !== undefined) break;
    }
  } finally {
    await target.close();
  }
  const failed = replays.filter(({ judgement }) => judgement?.verdict === 'fail').length;
  if (times > 1) say(`replay rate: ${failed}/${replays.length} showed the violation`);
  process.exitCode = exitOf(replays);
}

function outcomeOf({ judgement, aborted }: Replay): string {
  if (aborted !== undefined) return `the run could not go on: ${aborted}`;
  if (judgement === undefined) return 'not judged: the plan does not state it';
  const [finding] = judgement.findings;
  const because =
    judgement.reason === undefined ? '' : ` (${judgement.reason.code}: ${judgement.reason.text})`;
  if (finding !== undefined)
    return `${judgement.verdict}: expected ${finding.expected}, got ${finding.got} (${finding.reproduced})`;
  const { observed } = judgement;
  return `${judgement.verdict}${because}${observed === undefined ? '' : `: ${JSON.stringify(observed)}`}`;
}

function exitOf(replays: readonly Replay[]): number {
  const verdicts = replays.map(({ judgement }) => judgement?.verdict);
  if (replays.some(({ aborted }) => aborted !== undefined)) return 4;
  if (verdicts.includes('fail')) return 1;
  if (verdicts.includes('error') || verdicts.includes(undefined)) return 4;
  return verdicts.every((verdict) => verdict === 'pass' || verdict === 'observed' || verdict === 'warn')
    ? 0
    : 3;
}

function say(line: string): void {
  process.stdout.write(`${visible(line, 4_000)}\n`);
}
