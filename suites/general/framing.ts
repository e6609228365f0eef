import { endpoint, endpointNames, type EndpointName } from '../../contract/endpoints.ts';
import type { BrokenAnswers } from '../../run/books/broken-answers.ts';
import type { Exchange } from '../../run/exchange.ts';
import { awaited } from '../../run/awaited.ts';
import { anyway, attemptAt, writesAtRisk, type Attempt } from './attempts-at-risk.ts';
import { plainAgain } from './plain-again.ts';
import { surveyReads, type SurveyedRead } from '../../judging/surveys/read-survey.ts';
import type { Stage } from '../../implementation/stage.ts';
import { inScope } from '../../run/options.ts';

const attempts = 3;
/** Connections end for reasons of the network as well: so many have to where none can be tried between controls. */
const leastUntried = 6;
/** The same where others of the operation are answered; and so many requests of each are tried. */
const whereOthersAreAnswered = { attempts: 6, requests: 3 };

type Failed = 'framing' | 'reset';

const hasFailed = ({ failure }: Exchange, how: Failed): boolean => failure?.failure === how;
const isBroken = (exchange: Exchange): boolean => hasFailed(exchange, 'framing');

/** Judges answers that break off and connections that end without one, while others answer whole before and after. */
export async function judgeFraming(on: Stage): Promise<void> {
  const { reads, accused, witnesses } = await judgeReads(on);
  const surveyed = reads.map((read) => read.endpoint);
  await on.until('late');
  const attempted = accused === undefined ? await judgeWrites(on, witnesses[0]) : undefined;
  // Most resources are there until now, and most requests are sent by the end.
  if (await judgeBrokenRequests(on, witnesses)) return;
  await on.until('end');
  judgeOthers(on, [...surveyed, ...(attempted === undefined ? [] : [attempted])]);
  await askUnheard(on);
  if (await judgeUnanswered(on, reads, witnesses)) return;
  await judgeBrokenRequests(on, witnesses);
}

/** The first read that is answered as before: what was read may be gone by now. */
async function stillAnswered(
  on: Stage,
  witnesses: readonly SurveyedRead[],
): Promise<SurveyedRead | undefined> {
  for (const one of witnesses) {
    const { succeeded, body } = await on.ask(one.endpoint, { ...one.ask, whenSilent: 'go-on' });
    if (succeeded && body.length > 0) return one;
  }
  return undefined;
}

/** What never answers but ends the connection is as broken as what answers 500 to everything, and judged as narrowly. */
async function judgeUnanswered(
  on: Stage,
  reads: readonly SurveyedRead[],
  witnesses: readonly SurveyedRead[],
): Promise<boolean> {
  const { unanswered } = on.recorder;
  const name = unanswered.alone;
  if (name === undefined || !isShownOrDeclared(on, name)) return false;
  const witness = await stillAnswered(on, witnesses);
  const read = reads.find((one) => one.endpoint === name);
  const attempt = read === undefined ? attemptAt(on, name) : () => on.ask(name, { ...read.ask, ...anyway });
  if (attempt !== undefined && witness !== undefined && (await attempt()) !== undefined)
    return await isAlwaysBroken(on, name, { attempt, witness, how: 'reset' });
  const found = unanswered.isolated(leastUntried);
  if (found === undefined) return false;
  charge(on, found, 'an answer', 'no answer (the connection was closed)');
  return true;
}

/**
 * What gets no whole answer however often it is sent, though nothing of it is odd and reads are answered in between: it
 * may be one resource, value or version, or operations that break together.
 */
async function judgeBrokenRequests(on: Stage, witnesses: readonly SurveyedRead[]): Promise<boolean> {
  const some = endpointNames.map((name) => ({ name, broken: brokenAt(on, name) }));
  const witness = some.some(({ broken }) => broken.length > 0)
    ? await stillAnswered(on, witnesses)
    : undefined;
  if (witness === undefined) return false;
  for (const { name, broken } of some)
    for (const { first, attempt } of broken) {
      const how = isBroken(first) ? 'framing' : 'reset';
      const lastNotBefore = first.outcome.sentAt + on.grace.queryMs;
      const { attempts: times } = whereOthersAreAnswered;
      if (await isAlwaysBroken(on, name, { attempt, witness, how, times, lastNotBefore })) return true;
    }
  return false;
}

/** Requests of an operation that nothing has answered, and how each is sent again: just so, and anew. */
function brokenAt(
  on: Stage,
  name: EndpointName,
): readonly { readonly first: Exchange; readonly attempt: Attempt }[] {
  const { broken } = on.recorder;
  const isAnswered = on.recorder.successes(name).statuses.size > 0;
  const isShown = isShownOrDeclared(on, name);
  const some = broken
    .of(name)
    // What lies between may cut off all long answers of an operation, or end whatever has a certain method.
    .filter((first) => (isBroken(first) || !isShown ? isAnswered : broken.mayPass(first)))
    .flatMap((first) => {
      const attempt = plainAgain(on, first);
      return attempt === undefined ? [] : [{ first, attempt }];
    });
  const [unheard] = some.filter(({ first }) => !isBroken(first));
  const anew = unheard === undefined ? undefined : attemptAt(on, name);
  return [
    ...some.slice(0, whereOthersAreAnswered.requests),
    ...(unheard === undefined || anew === undefined ? [] : [{ first: unheard.first, attempt: anew }]),
  ];
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
  /** Those that were answered whole. */
  readonly witnesses: readonly SurveyedRead[];
}

async function judgeReads(on: Stage): Promise<SurveyedReads> {
  const survey = await surveyReads(on);
  const reads = survey.map(({ read }) => read);
  const whole = survey.filter(({ exchange }) => exchange.succeeded && exchange.body.length > 0);
  const witnesses = whole.map(({ read }) => read);
  const [witness] = witnesses;
  const [broken, ...others] = survey.filter(({ exchange }) => isBroken(exchange));
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

interface Confirmation {
  readonly attempt: Attempt;
  readonly witness: SurveyedRead;
  readonly how: Failed;
  readonly times?: number;
  /** The last attempt waits until then: what lies between may have been changed meanwhile. */
  readonly lastNotBefore?: number;
}

/** Attempts, each between reads that are answered whole; charges the operation where all of them fail so. */
async function isAlwaysBroken(
  on: Stage,
  name: EndpointName,
  { attempt, witness, how, times = attempts, lastNotBefore = -Infinity }: Confirmation,
): Promise<boolean> {
  const control = (): Promise<Exchange> => on.ask(witness.endpoint, { ...witness.ask, whenSilent: 'go-on' });
  const before = await control();
  if (!before.succeeded) return false;
  const shown = [before];
  for (let count = 1; count <= times; count += 1) {
    const wait = count === times ? lastNotBefore - on.clock.now() : 0;
    if (wait > 0) await on.clock.sleep(wait, awaited.disturbance);
    const broken = await attempt();
    // Where nodes take turns and one of them is down, the attempts meet others as well.
    if (count % 2 === 0) await control();
    const after = await control();
    if (broken === undefined || !hasFailed(broken, how) || !after.succeeded) return false;
    shown.splice(0, shown.length, after, broken);
  }
  on.violated({
    expected: `${how === 'framing' ? 'a whole answer' : 'an answer'} at ${endpoint(name).section}`,
    deviation: { kind: 'cut-off' },
    exchanges: shown,
    reproduced: `${times}/${times}`,
  });
  return true;
}
