import { endpoint, type EndpointName } from '../contract/endpoints.ts';
import type { Exchange } from './exchange.ts';
import { surveyReads } from './read-survey.ts';
import type { Stage } from './stage.ts';

const attempts = 3;

const isBroken = ({ failure }: Exchange): boolean => failure?.failure === 'framing';

/** Judges broken framing: persistent at one operation, while the others answer whole before and after. */
export async function judgeFraming(on: Stage): Promise<void> {
  const surveyed = await judgeReads(on);
  await on.until('end');
  judgeOthers(on, surveyed);
}

/** What was not surveyed, from all that the run has sent: a write is not repeated for the sake of its framing. */
function judgeOthers(on: Stage, surveyed: readonly EndpointName[]): void {
  const found = on.recorder.framing.isolated(attempts);
  if (found === undefined || surveyed.includes(found.name)) return;
  const { broken, evidence } = found.record;
  on.violatedWith({
    expected: `a whole answer at ${endpoint(found.name).section}`,
    got: 'no answer (framing)',
    reproduced: `${broken.length}/${broken.length}`,
    exchanges: evidence === undefined ? [] : [evidence],
    ...(evidence === undefined ? {} : { curl: evidence.curl }),
  });
}

async function judgeReads(on: Stage): Promise<readonly EndpointName[]> {
  const survey = await surveyReads(on);
  const surveyed = survey.map(({ read }) => read.endpoint);
  const broken = survey.filter(({ exchange }) => isBroken(exchange));
  const whole = survey.filter(({ exchange }) => exchange.succeeded && exchange.body.length > 0);
  if (broken.length === 0) {
    if (whole.length > 0) on.held(whole.length);
    else on.discarded('premise-failed', 'no read was answered with a body');
    return surveyed;
  }
  const [witness] = whole;
  if (witness === undefined || broken.length > 1) {
    on.noise(`${broken.length} of ${survey.length} operations broke the framing of HTTP`);
    return surveyed;
  }
  for (const { read, exchange } of broken) {
    const again = [exchange];
    while (again.length < attempts) again.push(await on.ask(read.endpoint, read.ask));
    const control = await on.ask(witness.read.endpoint, witness.read.ask);
    if (again.every(isBroken) && control.succeeded)
      on.violated({
        expected: `a whole answer at ${endpoint(read.endpoint).section}`,
        got: again.at(-1)?.label ?? '',
        exchanges: [control, ...again.slice(-1)],
        reproduced: `${attempts}/${attempts}`,
      });
    else on.noise(again.at(-1)?.label ?? '');
  }
  return surveyed;
}
