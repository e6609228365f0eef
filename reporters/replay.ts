import { isSuccess } from '../wire/status.ts';
import type { ReportedClause } from '../clause/report.ts';
import type { ExchangeEvidence, Finding } from '../clause/sample.ts';
import { asInertWords } from './ci/log-commands.ts';
import { isVisible, visible } from './visible.ts';
import { commandLine } from './commands/command-line.ts';

/** A longer command line is of no use on a screen. */
const mostOfCurl = 1_500;
/** The first characters of a body, which identify it; conformance.json has the whole body. */
const mostOfBody = 200;

/** The exchange with the mark of the story, else the exchange of the finding's command line, else the last exchange. */
export function exchangeAtFault({ exchanges, curl, story }: Finding): ExchangeEvidence | undefined {
  const told = story?.find(({ culprit }) => culprit);
  if (told !== undefined) return exchanges[told.exchange];
  return exchanges.findLast((exchange) => exchange.curl === curl) ?? exchanges.at(-1);
}

/** `POST /demo/resource/r9 {"version":0}` */
export function sentLine({ request }: ExchangeEvidence): string {
  const { method, target, body } = request;
  return visible(`${method} ${target}${body === undefined ? '' : ` ${body}`}`);
}

/** The actual answer; with the body of a refusal, if neither the finding nor its story shows that body. */
export function gotLine(
  { got, deviation, story = [] }: Finding,
  exchange: ExchangeEvidence | undefined,
): string {
  const { body = '', status = 0 } = exchange?.answer ?? {};
  const [culprit, ...others] = story.filter((step) => step.culprit);
  const isAnswer = deviation?.kind === 'status' || deviation?.kind === 'discloses';
  const isWhole =
    deviation?.kind === 'media-type' || (deviation?.kind === 'value' && deviation.pointer === '');
  // The start of a whole resource says little; an error or any other body says more.
  const isTold =
    culprit === undefined ||
    ((isWhole || (isAnswer && !isSuccess(status))) &&
      deviation.exchange === culprit.exchange &&
      others.length === 0);
  if (!isTold || body === '' || culprit?.cut !== undefined) return visible(got);
  return `${visible(got)}, body ${visible(body, mostOfBody)}`;
}

/** A clause that the same exchange broke: id and demand. */
export function alsoLine({ id, findings: [finding] }: ReportedClause): string {
  return visible(`${id}: expected ${finding?.expected ?? 'otherwise'}`);
}

/** Further operations with the same deviation, each from its own clause of the same name. */
export function alikeLine(alike: readonly ReportedClause[]): string {
  return visible(
    `${alike.map(({ section }) => section).join(', ')}: the clause of the same name, broken alike`,
  );
}

/** How often the finding occurred, and seed and path of a generated case. */
export function reproducedLine({ reproduced, seed, path }: Finding): string {
  const [, times, attempts] = /^(\d+)\/(\d+)$/.exec(reproduced) ?? [];
  return [
    attempts === undefined
      ? visible(reproduced)
      : attempts === '1'
        ? 'once (1 attempt)'
        : `in ${times} of ${attempts} attempts`,
    ...(seed === undefined ? [] : [`generated with seed ${seed}`]),
    ...(path === undefined ? [] : [`path ${visible(path)}`]),
  ].join(', ');
}

/** The smallest input that shows the finding; absent for a history, which `got` describes in words. */
export function minimalCaseLine({ counterexample }: Finding): string | undefined {
  if (counterexample === undefined) return undefined;
  const isHistory =
    typeof counterexample === 'object' && counterexample !== null && 'certificate' in counterexample;
  return isHistory ? undefined : visible(JSON.stringify(counterexample));
}

/** The request at fault for a shell, of any length, without commands to a build service that shows it. */
export function wholeCurl({ curl }: Finding): string | undefined {
  return curl === undefined || curl === '' ? undefined : asInertWords(curl);
}

/** The request at fault for a shell, on one line that is never wrapped. */
export function curlLine(finding: Finding): string | undefined {
  const curl = wholeCurl(finding);
  if (curl === undefined) return undefined;
  return curl.length <= mostOfCurl && isVisible(curl) ? curl : 'curl: see the report';
}

/** The command that repeats a finding without the suite, and what it is worth. */
export interface ScriptLine {
  /** `reproduce` if a trial of the command showed the deviation. */
  readonly label: 'reproduce' | 'script';
  readonly command: string;
  /** The result of the trial; absent if it showed the deviation. */
  readonly said?: string;
}

/** The script of a clause. @param folder - of the report, as its reader opens it; empty if named from there */
export function scriptLine(
  { findings }: Pick<ReportedClause, 'findings'>,
  folder = '',
): ScriptLine | undefined {
  const finding = findings.find(({ script }) => script !== undefined);
  if (finding?.script === undefined) return undefined;
  const path = folder === '' ? finding.script : `${folder}/${finding.script}`;
  const command = `sh ${/^[\w./-]+$/.test(path) ? path : `'${visible(path).replaceAll("'", "'\\''")}'`}`;
  const { scriptShowed } = finding;
  if (scriptShowed === 'deviation') return { label: 'reproduce', command };
  return { label: 'script', command, said: saidBy[scriptShowed ?? 'untried'] };
}

const saidBy = {
  nothing: 'did not show it in a trial',
  unknown: 'could not tell when it was tried',
  untried: 'not tried',
} as const;

/** The command that runs the clause again with seed and depth of its report, on one line that is never wrapped. */
export function replayLine({ id }: ReportedClause): string {
  return commandLine('replay', id);
}
