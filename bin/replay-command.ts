import type { Seed } from '../clause/reported/seed.ts';
import { quoted, refusal } from '../config/input/configuration-error.ts';
import type { Replay } from '../config/runs/replayed-finding.ts';
import type { SettingInput } from '../config/settings/sources.ts';
import { loadSettings } from '../config/settings/settings.ts';
import type { Finding } from '../clause/sample.ts';
import { storyLines } from '../reporters/story-lines.ts';
import { wrap } from '../reporters/text-layout.ts';
import { jsonLine, jsonText, visible } from '../reporters/visible.ts';
import { flagsOf, type Command } from './help.ts';
import { oneOperand } from './start/plain-arguments.ts';
import { say as sayLine } from './start/say.ts';
import type { Header, Outcome, Request } from '../wire/exchange.ts';
import type { Redact } from '../wire/redaction.ts';

const flags = flagsOf({
  '--times <number>': 'Number of replays (default: 5 if races decide, else 1)',
  '--whole': 'Run all checks of the clause, even if the report has the smallest case that breaks it',
  '--all': 'Show every request and answer too',
  '--json': 'Print only the result, as JSON',
});

/** Replays the smallest generated case that a report has for a clause, or the whole clause, and shows the result. */
export const replayCommand: Command = {
  name: 'replay',
  operands: '<clause or path#clause>',
  about:
    'Run the smallest case of a finding again, or its clause with the seed of the last report, and print the results',
  flags,
  exitCodes:
    'Exit codes: 0 it passes or is observed; 1 the violation shows again; 2 settings or usage; 3 undecided; 4 target unreachable, or a suite error.',
  run: async (line, input) => {
    const { own } = line;
    const named = oneOperand('replay', line, '4.10/conflict-on-mismatch', 'findings');
    const wish = {
      times: timesOf(own['times']),
      whole: own['whole'] !== undefined,
      all: own['all'] !== undefined,
      json: own['json'] !== undefined,
    };
    await replayFinding(named, wish, input);
  },
};

function timesOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
  throw refusal('--times', quoted(text), 'an integer from 1 to 999', 'For example: --times 5');
}

interface Wish {
  readonly times: number | undefined;
  /** `true` replays the whole clause, and not only its smallest case. */
  readonly whole: boolean;
  readonly all: boolean;
  readonly json: boolean;
}

async function replayFinding(named: string, wish: Wish, input: SettingInput): Promise<void> {
  const { differencesOf, isRaced, replay, replayCase, replaySettings, savedFinding, smallestCase } =
    await import('../config/runs/replayed-finding.ts');
  const loaded = loadSettings(input);
  const finding = savedFinding(named, input.cwd, loaded.reportDir);
  const settings = replaySettings(loaded, finding);
  const { clause, report } = finding;
  const { plan } = await import('../config/plan.ts');
  const { reachTarget } = await import('../config/runs/executed-run.ts');
  const target = await reachTarget(settings);
  const { options } = target.brief;
  const say = (text: string): void => (wish.json ? undefined : sayLine(text, 4_000));
  const times = wish.times ?? (isRaced(plan, clause) ? 5 : 1);
  const { profileSha256 } = settings;
  const notes = differencesOf(finding, { ...options, profileSha256 });
  say(`${clause} on ${options.baseUrl}, seed ${options.seed}, depth ${options.depth.name}`);
  for (const note of notes) say(`note: ${note}`);
  if (settings.readOnly && !loaded.readOnly)
    say('note: the reported run sent only reads, and so does this replay (--read-only=0 allows writes)');
  const small = wish.whole ? undefined : smallestCase(plan, finding);
  if (small !== undefined) {
    say(`the smallest case alone: ${small.property}, seed ${small.drawn.seed}, path ${small.drawn.path}`);
    say('--whole runs the whole clause');
  }
  const was = report.clauses.find(({ id }) => id === clause)?.findings?.[0];
  const replays: Replay[] = [];
  try {
    for (let time = 0; time < times; time += 1) {
      const parts = target.equip(options.seed);
      const one =
        small === undefined
          ? await replay(plan, clause, parts, was)
          : await replayCase(plan, clause, parts, small);
      replays.push(one);
      const count = times === 1 ? '' : `${time + 1}/${times}  `;
      // The first replay shows its exchanges; further replays only count for the rate.
      if (time === 0) {
        if (wish.all) for (const line of exchangeLines(one.exchanges, parts.redact)) say(line);
        for (const line of outcomeLines(one, count)) say(line);
      } else say(`${count}${one.judgement?.verdict ?? 'not judged'}`);
      if (one.aborted !== undefined) break;
    }
  } finally {
    await target.close();
  }
  const failed = replays.filter(({ judgement }) => judgement?.verdict === 'fail').length;
  if (times > 1) say(`replay rate: ${failed}/${replays.length} showed the violation`);
  if (failed === 0 && was !== undefined) for (const line of formerLines(was)) say(line);
  if (!wish.all) say(`--all shows each of ${replays[0]?.exchanges.length ?? 0} requests and answers`);
  if (wish.json) sayJson({ clause, notes, target: options.baseUrl, seed: options.seed, replays });
  process.exitCode = exitOf(replays);
}

const columns = 80;

/** The result: first the exchanges, then the reason of the verdict. */
function outcomeLines(one: Replay, count: string): readonly string[] {
  const [finding] = one.judgement?.findings ?? [];
  if (finding === undefined || one.aborted !== undefined) return [`${count}${outcomeOf(one)}`];
  return [
    ...storyLines(finding, columns - 2).map((line) => `  ${line}`),
    ...wrap(visible(`${count}${outcomeOf(one)}`, mostOfOutcome), columns),
  ];
}

function formerLines(finding: Finding): readonly string[] {
  return [
    'in the report:',
    ...storyLines(finding, columns - 2).map((line) => `  ${line}`),
    ...wrap(visible(`expected ${finding.expected}, got ${finding.got}`, mostOfOutcome), columns),
  ];
}

/** The most characters of a reason; more would leave no room for the story on a screen. */
const mostOfOutcome = 600;

function sayJson(told: {
  readonly clause: string;
  readonly notes: readonly string[];
  readonly target: string;
  readonly seed: Seed;
  readonly replays: readonly Replay[];
}): void {
  const replays = told.replays.map(({ judgement, aborted, exchanges }) => ({
    verdict: judgement?.verdict,
    reason: judgement?.reason,
    findings: judgement?.findings,
    observed: judgement?.observed,
    aborted,
    requests: exchanges.length,
  }));
  process.stdout.write(jsonText({ ...told, replays }));
}

function outcomeOf({ judgement, aborted }: Replay): string {
  if (aborted !== undefined) return `the run stopped: ${aborted}`;
  if (judgement === undefined) return 'not judged: no suite states it';
  const [finding] = judgement.findings;
  const because =
    judgement.reason === undefined ? '' : ` (${judgement.reason.code}: ${judgement.reason.text})`;
  if (finding !== undefined)
    return `${judgement.verdict}: expected ${finding.expected}, got ${finding.got} (${finding.reproduced})`;
  const { observed } = judgement;
  return `${judgement.verdict}${because}${observed === undefined ? '' : `: ${jsonLine(observed)}`}`;
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

const mostOfBody = 2_000;
/** The most octets of the bodies that are shown in full. */
const mostOctets = 24 * 1024;

/** Each request and answer of a replay: in full for the clause, in one line for discovery and clean-up. */
export function exchangeLines(exchanges: Replay['exchanges'], redact: Redact): readonly string[] {
  const part = (name: string): Replay['exchanges'] => exchanges.filter((one) => one.part === name);
  const brief = (name: string): readonly string[] =>
    part(name).map(({ request, outcome }) => `  ${firstLine(request, redact)} -> ${statusOf(outcome)}`);
  return [
    `discovery: ${part('discovery').length} requests`,
    ...brief('discovery'),
    `the clause: ${part('check').length} requests`,
    ...part('check').flatMap(({ request, outcome }, at) => [
      '',
      `  ${at + 1}. ${firstLine(request, redact)}`,
      ...fieldLines(request.headers, redact),
      ...bodyLines(request.body, redact),
      `  -> ${statusOf(outcome)} after ${Math.round(outcome.answeredAt - outcome.sentAt)} ms`,
      ...(outcome.kind === 'answer'
        ? [...fieldLines(outcome.headers, redact), ...bodyLines(outcome.body, redact)]
        : [`     ${redact(outcome.detail)}`]),
    ]),
    '',
    `clean-up: ${part('clean-up').length} requests`,
    ...brief('clean-up'),
    '',
  ];
}

function firstLine({ method, target }: Request, redact: Redact): string {
  return `${method} ${redact(target)}`;
}

function statusOf(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : `no answer (${outcome.failure})`;
}

function fieldLines(headers: readonly Header[], redact: Redact): readonly string[] {
  return headers.map(([name, value]) => `     ${redact(name)}: ${redact(value)}`);
}

function bodyLines(body: Uint8Array | undefined, redact: Redact): readonly string[] {
  if (body === undefined || body.length === 0) return [];
  const text = redact(new TextDecoder('utf-8').decode(body.subarray(0, mostOctets)));
  return [`     ${text.length <= mostOfBody ? text : `${text.slice(0, mostOfBody)}…`}`];
}
