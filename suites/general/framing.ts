import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { BrokenAnswers } from '../../world/weather/broken-answers.ts';
import { breakdownOf } from '../../world/weather/broken-requests.ts';
import { anyway, attemptAt, isShownOrDeclared, writesAtRisk, type Attempt } from './attempts-at-risk.ts';
import {
  judgeBrokenRequests,
  tellUnserved,
  fewAttempts,
  isAlwaysBroken,
  mayRefuse,
  stillAnswered,
} from './broken-requests.ts';
import { surveyReads, type SurveyedRead } from '../../judging/surveys/read-survey.ts';
import type { Stage } from '../../implementation/stage.ts';
import { inScope } from '../../run/options.ts';

/** Connections also end for reasons of the network: this many must end if no request can be tried between controls. */
const leastUntried = 6;

/** Judges answers that break off, and connections that end without an answer, between complete answers. */
export async function judgeFraming(on: Stage): Promise<void> {
  const { reads, accused, witnesses } = await judgeReads(on);
  await on.until('late');
  const isCharged = accused === undefined && (await judgeWrites(on, witnesses[0]));
  // Most resources still exist now; at the end, most requests were sent.
  if (isCharged || (await judgeBrokenRequests(on, witnesses))) return;
  await on.until('end');
  judgeOthers(
    on,
    reads.map((read) => read.endpoint),
  );
  await askUnheard(on);
  if (await judgeUnanswered(on, reads, witnesses)) return;
  if (!(await judgeBrokenRequests(on, witnesses))) await tellUnserved(on, witnesses);
}

/** An operation that always ends the connection is as broken as an operation that always answers 500. */
async function judgeUnanswered(
  on: Stage,
  reads: readonly SurveyedRead[],
  witnesses: readonly SurveyedRead[],
): Promise<boolean> {
  const { unanswered } = on.world;
  const name = unanswered.alone;
  if (name === undefined || !isShownOrDeclared(on, name)) return false;
  if (mayRefuse(on, name)) return tellRefused(on, name);
  const witness = await stillAnswered(on, witnesses);
  const read = reads.find((one) => one.endpoint === name);
  const attempt = read === undefined ? attemptAt(on, name) : () => on.ask(name, { ...read.ask, ...anyway });
  const tried = witness === undefined ? undefined : await attempt?.();
  // Attempts of a caller who was answered before say nothing about a caller who never was answered.
  const isOfCaller = tried !== undefined && !unanswered.hasAnswered(name, tried.caller);
  if (attempt !== undefined && witness !== undefined && isOfCaller)
    return await isAlwaysBroken(on, name, { attempt, witness, how: 'reset' });
  const found = unanswered.isolated(leastUntried);
  if (found === undefined) return false;
  charge(on, found, 'an answer', 'no answer (the connection was closed)');
  return true;
}

function tellRefused(on: Stage, name: EndpointName): boolean {
  const { section } = endpoint(name);
  on.undecided('two-readings', `${section} closed the connection on every caller, as refusals here do`, {
    supply: `"auth": {"${section}": {"required": true, "anyOf": [<scope that grants ${section}>]}}`,
    readings: [
      `${section} answers nobody: find the error that ends its connections`,
      `it requires a scope that the contract does not show: declare the scope in auth.${section} of the profile`,
    ],
  });
  return true;
}

/** Operations that a run of few clauses may omit: each is requested once, and again if it does not answer. */
async function askUnheard(on: Stage): Promise<void> {
  const names = inScope(on.options, ['readByKey', 'update', 'remove'] as const);
  for (const name of names.filter((one) => !on.world.unanswered.hasHeardOf(one)))
    for (let count = 0; count < fewAttempts; count += 1) {
      const answer = await attemptAt(on, name)?.();
      if (answer === undefined || breakdownOf(answer) !== 'reset') break;
    }
}

/** Requests of the whole run that were neither surveyed nor tried again: no write is sent again. */
function judgeOthers(on: Stage, judged: readonly EndpointName[]): void {
  const found = on.world.brokenOff.isolated(fewAttempts);
  if (found === undefined || judged.includes(found.name)) return;
  charge(on, found, 'a whole answer', 'no answer (framing)');
}

function charge(on: Stage, { name, count, exchange }: BrokenAnswers, owed: string, got: string): void {
  on.violatedWith({
    expected: `${owed} at ${endpoint(name).section}`,
    got,
    deviation: { kind: 'cut-off' },
    reproduced: `${count}/${count}`,
    evidence: on.evidence(exchange),
  });
}

/** If only creates, updates or deletes broke off: new writes of this kind, each between complete reads. */
async function judgeWrites(on: Stage, witness: SurveyedRead | undefined): Promise<boolean> {
  if (on.facts.noResource !== undefined || !on.facts.readable) return false;
  const [name, ...others] = on.world.brokenOff.broken;
  const attempt = name === undefined || others.length > 0 ? undefined : writesAtRisk(on, name);
  if (name === undefined || attempt === undefined || witness === undefined) return false;
  return await isAlwaysBroken(on, name, { attempt, witness, how: 'framing' });
}

/** The surveyed reads, the reads that were answered whole, and the broken read if there is only one. */
async function judgeReads(on: Stage) {
  const survey = await surveyReads(on);
  const reads = survey.map(({ read }) => read);
  const whole = survey.filter(({ exchange }) => exchange.succeeded && exchange.body.length > 0);
  const witnesses = whole.map(({ read }) => read);
  const [witness] = witnesses;
  const [broken, ...others] = survey.filter(({ exchange }) => exchange.failure?.failure === 'framing');
  if (broken === undefined) {
    if (whole.length > 0) on.held(whole.length);
    else on.discarded('premise-failed', 'no read was answered with a body');
    return { reads, accused: undefined, witnesses };
  }
  const accused = broken.read.endpoint;
  if (witness === undefined || others.length > 0) {
    on.noise(`${others.length + 1} of ${survey.length} operations broke the framing of HTTP`);
    return { reads, accused, witnesses };
  }
  const attempt: Attempt = () => on.ask(accused, { ...broken.read.ask, ...anyway });
  if (!(await isAlwaysBroken(on, accused, { attempt, witness, how: 'framing' })))
    on.noise(broken.exchange.label);
  return { reads, accused, witnesses };
}
