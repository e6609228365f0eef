import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../run/exchange.ts';
import { writesAtRisk, type WriteAtRisk } from './framing-of-writes.ts';
import { surveyReads, type SurveyedRead } from '../../judging/surveys/read-survey.ts';
import type { Stage } from '../../implementation/stage.ts';

const attempts = 3;

const isBroken = ({ failure }: Exchange): boolean => failure?.failure === 'framing';

/** Judges broken framing: persistent at one operation, while the others answer whole before and after. */
export async function judgeFraming(on: Stage): Promise<void> {
  const { surveyed, accused, witness } = await judgeReads(on);
  await on.until('late');
  const attempted = accused === undefined ? await judgeWrites(on, witness) : undefined;
  await on.until('end');
  judgeOthers(on, [...surveyed, ...(attempted === undefined ? [] : [attempted])]);
}

/** What was neither surveyed nor tried anew, from all that the run has sent: a write is not sent again. */
function judgeOthers(on: Stage, judged: readonly EndpointName[]): void {
  const found = on.recorder.framing.isolated(attempts);
  if (found === undefined || judged.includes(found.name)) return;
  const { count, evidence } = found;
  on.violatedWith({
    expected: `a whole answer at ${endpoint(found.name).section}`,
    got: 'no answer (framing)',
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
  return (await isAlwaysBroken(on, name, attempt, witness)) ? name : undefined;
}

interface SurveyedReads {
  readonly surveyed: readonly EndpointName[];
  /** The read that was found broken, if there is just one. */
  readonly accused: EndpointName | undefined;
  /** A read that was answered whole. */
  readonly witness: SurveyedRead | undefined;
}

async function judgeReads(on: Stage): Promise<SurveyedReads> {
  const survey = await surveyReads(on);
  const surveyed = survey.map(({ read }) => read.endpoint);
  const whole = survey.filter(({ exchange }) => exchange.succeeded && exchange.body.length > 0);
  const witness = whole[0]?.read;
  const [broken, ...others] = survey.filter(({ exchange }) => isBroken(exchange));
  if (broken === undefined) {
    if (whole.length > 0) on.held(whole.length);
    else on.discarded('premise-failed', 'no read was answered with a body');
    return { surveyed, accused: undefined, witness };
  }
  const accused = broken.read.endpoint;
  if (witness === undefined || others.length > 0) {
    on.noise(`${others.length + 1} of ${survey.length} operations broke the framing of HTTP`);
    return { surveyed, accused, witness };
  }
  const again: WriteAtRisk = () =>
    on.ask(accused, { ...broken.read.ask, whenSilent: 'send-anyway', once: true });
  if (!(await isAlwaysBroken(on, accused, again, witness))) on.noise(broken.exchange.label);
  return { surveyed, accused, witness };
}

/** Three attempts, each between reads that are answered whole; charges the operation where all of them break off. */
async function isAlwaysBroken(
  on: Stage,
  name: EndpointName,
  attempt: WriteAtRisk,
  witness: SurveyedRead,
): Promise<boolean> {
  const control = (): Promise<Exchange> => on.ask(witness.endpoint, { ...witness.ask, whenSilent: 'go-on' });
  const before = await control();
  if (!before.succeeded) return false;
  const shown = [before];
  for (let count = 0; count < attempts; count += 1) {
    const broken = await attempt();
    const after = await control();
    if (broken === undefined || !isBroken(broken) || !after.succeeded) return false;
    shown.splice(0, shown.length, after, broken);
  }
  on.violated({
    expected: `a whole answer at ${endpoint(name).section}`,
    deviation: { kind: 'cut-off' },
    exchanges: shown,
    reproduced: `${attempts}/${attempts}`,
  });
  return true;
}
