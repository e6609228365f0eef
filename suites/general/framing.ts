import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { BrokenAnswers } from '../../run/books/broken-answers.ts';
import type { Exchange } from '../../run/exchange.ts';
import { anyway, attemptAt, writesAtRisk, type Attempt } from './attempts-at-risk.ts';
import { surveyReads, type SurveyedRead } from '../../judging/surveys/read-survey.ts';
import type { Stage } from '../../implementation/stage.ts';
import { inScope } from '../../run/options.ts';

const attempts = 3;
/** Connections end for reasons of the network as well: so many have to where none can be tried between controls. */
const leastUntried = 6;

type Failed = 'framing' | 'reset';

const hasFailed = ({ failure }: Exchange, how: Failed): boolean => failure?.failure === how;
const isBroken = (exchange: Exchange): boolean => hasFailed(exchange, 'framing');

/** Judges broken framing: persistent at one operation, while the others answer whole before and after. */
export async function judgeFraming(on: Stage): Promise<void> {
  const { reads, accused, witness } = await judgeReads(on);
  const surveyed = reads.map((read) => read.endpoint);
  await on.until('late');
  const attempted = accused === undefined ? await judgeWrites(on, witness) : undefined;
  await on.until('end');
  judgeOthers(on, [...surveyed, ...(attempted === undefined ? [] : [attempted])]);
  await judgeUnanswered(on, reads, witness);
}

/** What never answers but ends the connection is as broken as what answers 500 to everything, and judged as narrowly. */
async function judgeUnanswered(
  on: Stage,
  reads: readonly SurveyedRead[],
  witness: SurveyedRead | undefined,
): Promise<void> {
  const { unanswered } = on.recorder;
  await askUnheard(on);
  const name = unanswered.alone;
  if (name === undefined || !isShownOrDeclared(on, name)) return;
  const read = reads.find((one) => one.endpoint === name);
  const attempt = read === undefined ? attemptAt(on, name) : () => on.ask(name, { ...read.ask, ...anyway });
  if (attempt !== undefined && witness !== undefined && (await attempt()) !== undefined)
    return void (await isAlwaysBroken(on, name, { attempt, witness, how: 'reset' }));
  const found = unanswered.isolated(leastUntried);
  if (found !== undefined) charge(on, found, 'an answer', 'no answer (the connection was closed)');
}

/** Operations that a run of few clauses may leave out: they are asked for once, and oftener where none answers. */
async function askUnheard(on: Stage): Promise<void> {
  const names = inScope(on.options, ['readByKey', 'update', 'remove'] as const);
  for (const name of names.filter((one) => !on.recorder.unanswered.hasHeardOf(one)))
    for (let count = 0; count < attempts; count += 1) {
      const answer = await attemptAt(on, name)?.();
      if (answer === undefined || !hasFailed(answer, 'reset')) break;
    }
}

/** Whether nothing of a request is left to guess, on which the server might break. */
function isShownOrDeclared(on: Stage, name: EndpointName): boolean {
  const { section, takes } = endpoint(name);
  const isShown = takes === undefined || takes === 'content' || takes === 'actions';
  return isShown || Object.hasOwn(on.profile.samples ?? {}, section);
}

/** What was neither surveyed nor tried anew, from all that the run has sent: a write is not sent again. */
function judgeOthers(on: Stage, judged: readonly EndpointName[]): void {
  const found = on.recorder.framing.isolated(attempts);
  if (found === undefined || judged.includes(found.name)) return;
  charge(on, found, 'a whole answer', 'no answer (framing)');
}

function charge(on: Stage, { name, count, evidence }: BrokenAnswers, owed: string, got: string): void {
  on.violatedWith({
    expected: `${owed} at ${endpoint(name).section}`,
    got,
    deviation: { kind: 'cut-off' },
    reproduced: `${count}/${count}`,
    evidence,
  });
}

/** Where creates, updates or deletes, and nothing else, broke off: fresh ones, each between reads that are whole. */
async function judgeWrites(on: Stage, witness: SurveyedRead | undefined): Promise<EndpointName | undefined> {
  if (on.facts.noResource !== undefined || !on.facts.readable) return undefined;
  const [name, ...others] = on.recorder.framing.broken;
  const attempt = name === undefined || others.length > 0 ? undefined : writesAtRisk(on, name);
  if (name === undefined || attempt === undefined || witness === undefined) return undefined;
  return (await isAlwaysBroken(on, name, { attempt, witness, how: 'framing' })) ? name : undefined;
}

interface SurveyedReads {
  readonly reads: readonly SurveyedRead[];
  /** The read that was found broken, if there is just one. */
  readonly accused: EndpointName | undefined;
  /** A read that was answered whole. */
  readonly witness: SurveyedRead | undefined;
}

async function judgeReads(on: Stage): Promise<SurveyedReads> {
  const survey = await surveyReads(on);
  const reads = survey.map(({ read }) => read);
  const whole = survey.filter(({ exchange }) => exchange.succeeded && exchange.body.length > 0);
  const witness = whole[0]?.read;
  const [broken, ...others] = survey.filter(({ exchange }) => isBroken(exchange));
  if (broken === undefined) {
    if (whole.length > 0) on.held(whole.length);
    else on.discarded('premise-failed', 'no read was answered with a body');
    return { reads, accused: undefined, witness };
  }
  const accused = broken.read.endpoint;
  if (witness === undefined || others.length > 0) {
    on.noise(`${others.length + 1} of ${survey.length} operations broke the framing of HTTP`);
    return { reads, accused, witness };
  }
  const attempt: Attempt = () => on.ask(accused, { ...broken.read.ask, ...anyway });
  if (!(await isAlwaysBroken(on, accused, { attempt, witness, how: 'framing' })))
    on.noise(broken.exchange.label);
  return { reads, accused, witness };
}

interface Confirmation {
  readonly attempt: Attempt;
  readonly witness: SurveyedRead;
  readonly how: Failed;
}

/** Three attempts, each between reads that are answered whole; charges the operation where all of them fail so. */
async function isAlwaysBroken(
  on: Stage,
  name: EndpointName,
  { attempt, witness, how }: Confirmation,
): Promise<boolean> {
  const control = (): Promise<Exchange> => on.ask(witness.endpoint, { ...witness.ask, whenSilent: 'go-on' });
  const before = await control();
  if (!before.succeeded) return false;
  const shown = [before];
  for (let count = 0; count < attempts; count += 1) {
    const broken = await attempt();
    const after = await control();
    if (broken === undefined || !hasFailed(broken, how) || !after.succeeded) return false;
    shown.splice(0, shown.length, after, broken);
  }
  on.violated({
    expected: `${how === 'framing' ? 'a whole answer' : 'an answer'} at ${endpoint(name).section}`,
    deviation: { kind: 'cut-off' },
    exchanges: shown,
    reproduced: `${attempts}/${attempts}`,
  });
  return true;
}
