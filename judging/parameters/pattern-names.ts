import type { EndpointName } from '../../contract/endpoints.ts';
import type { Ask } from '../../run/ask.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeBesideTwin } from '../confirm.ts';
import { blamesContent } from '../blame.ts';

/**
 * Judges names of one pattern beside one another: where some are accepted with a value, the others are with the same.
 * All go in one request first.
 */
export async function judgeNames(
  on: Stage,
  name: EndpointName,
  names: readonly string[],
  value = 'a',
): Promise<void> {
  const asked = (...list: string[]): Ask => ({ query: list.map((one) => [one, value] as const) });
  if ((await on.ask(name, asked(...names))).succeeded) return on.held(names.length);
  const answers = await Promise.all(
    names.map(async (one) => ({ one, answer: await on.ask(name, asked(one)) })),
  );
  const accepted = answers.find(({ answer }) => answer.succeeded)?.one;
  if (accepted === undefined)
    return on.discarded(
      'refused-by-unknown-validation',
      `none of ${names.join(', ')} was accepted: ${answers[0]?.answer.label ?? ''}`,
    );
  for (const { one, answer } of answers) {
    if (answer.kind === 'noise') on.noise(answer.label);
    else if (!blamesContent(answer)) on.held();
    else
      await judgeBesideTwin(on, {
        seen: answer,
        twin: () => on.ask(name, asked(accepted)),
        probe: () => on.ask(name, asked(one)),
        deviates: blamesContent,
        words: { expected: `${one} to be taken like ${accepted}`, deviation: `${one} was refused` },
      });
  }
}
