import { racedInWords } from '../../clause/reported/raced.ts';
import type { Report, Wait, Disturbances } from '../../clause/report.ts';
import { oddAnswers } from '../odd-answers.ts';
import { counted, duration } from '../text-layout.ts';

const mostWaits = 3;

/** The facts of a run, one line each: races, longest rest, waits, disturbances, size. */
export function runLines(report: Report): readonly (readonly [label: string, text: string])[] {
  const { run, scope } = report;
  const odd = oddAnswers(report);
  // Reports of earlier versions have only the lines.
  const races = run.raced === undefined ? run.races?.[0] : racedInWords(run.raced);
  return [
    ...(races === undefined ? [] : [['races', races] as const]),
    ...(scope.restedMs === undefined ? [] : [['rest', restLine(scope.restedMs)] as const]),
    ...(run.waits === undefined || run.waits.length === 0 ? [] : [['waits', waitsLine(run.waits)] as const]),
    ...(run.weather === undefined ? [] : [['network', networkLine(run.weather)] as const]),
    ...(odd.length === 0 ? [] : [['answers', odd.join('; ')] as const]),
    ['run', sizeLine(run)],
  ];
}

function sizeLine({ requests, durationMs, depth, seed, validated, shards }: Report['run']): string {
  return [
    `${counted(requests, 'request')} in ${duration(durationMs)}, depth ${depth}, seed ${seed}`,
    ...(validated === undefined ? [] : [`${counted(validated, 'answer')} checked against JSON Schemas`]),
    ...(shards > 1 ? [`${shards} shards`] : []),
  ].join(', ');
}

function restLine(ms: number): string {
  return `the version was compared after up to ${duration(ms)} without a request to the resource`;
}

/** The longest waits, with the settings that shorten them. Waits may be concurrent, so their sum is of no use. */
export function waitsLine(waits: readonly Wait[]): string {
  const longest = waits.toSorted((a, b) => b.ms - a.ms);
  const settingOf = ({ setting }: Wait): string => (setting === undefined ? '' : ` (${setting})`);
  const shown = longest
    .slice(0, mostWaits)
    .map((wait) => `${duration(wait.ms)} for ${wait.for}${settingOf(wait)}`);
  const rest = longest.length - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${rest} shorter ones` : '');
}

/** Disturbances by kind, if they occurred, and the slowest endpoint. */
function networkLine(weather: Disturbances): string {
  const { serverErrors, resets, timeouts = 0, rateLimited, retries, slowest, events = [] } = weather;
  const counts = [
    [serverErrors, counted(serverErrors, '5xx answer')],
    [resets, counted(resets, 'reset')],
    [timeouts, counted(timeouts, 'time-out')],
    [rateLimited, `${counted(rateLimited, 'answer')} that asked to wait`],
    [retries, retries === 1 ? '1 retry' : `${retries} retries`],
  ] as const;
  const occurred = counts.filter(([count]) => count > 0).map(([, words]) => words);
  const [first] = slowest;
  return [
    occurred.length === 0 ? 'no disturbances' : occurred.join(', '),
    ...(first === undefined ? [] : [`slowest ${first.endpoint} ${duration(first.ms)}`]),
    ...events,
  ].join('; ');
}
