import { endpoint } from '../contract/endpoints.ts';
import type { Exchange } from './exchange.ts';
import { surveyReads } from './read-survey.ts';
import type { Stage } from './stage.ts';

const attempts = 3;

const isBroken = ({ failure }: Exchange): boolean => failure?.failure === 'framing';

/** Judges broken framing: persistent at one operation, while the others answer whole before and after. */
export async function judgeFraming(on: Stage): Promise<void> {
  const survey = await surveyReads(on);
  const broken = survey.filter(({ exchange }) => isBroken(exchange));
  const whole = survey.filter(({ exchange }) => exchange.succeeded && exchange.body.length > 0);
  if (broken.length === 0) {
    if (whole.length > 0) on.held(whole.length);
    else on.discarded('premise-failed', 'no read was answered with a body');
    return;
  }
  const [witness] = whole;
  if (witness === undefined || broken.length > 1)
    return on.noise(`${broken.length} of ${survey.length} operations broke the framing of HTTP`);
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
}
