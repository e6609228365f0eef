import { says } from '../../wire/status.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Ask } from '../../run/ask.ts';
import { plainParts } from './documented-parts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { plainPairs, type Pair } from '../../implementation/plain-query.ts';
import { withControl, judgeWithControl } from '../confirm.ts';

/**
 * Each optional parameter may be left out of an accepted request (4.1, 4.4, 4.12).
 *
 * @param together - names that are left out together, if one of them may be useless without the other @param apart -
 * names of different groups, to be left out in one request, whose refusal is suspect
 */
export function eachParameterOptional(
  name: EndpointName,
  more: Partial<Statement<Stage>> & {
    readonly together?: readonly (readonly string[])[];
    readonly apart?: readonly (readonly string[])[];
  } = {},
): Statement<Stage> {
  const { together = [], apart = [], ...statement } = more;
  return {
    statement:
      'Each parameter is optional: the server still accepts an accepted request without one of them.',
    sends: `${operation(name)} with all typed parameters but one, for each of them`,
    violation:
      'A request with plain values of all typed parameters is accepted before and after, and the same request with one parameter left out is answered 400, 422, 500 or 501, three times.',
    rationale: 'The accepted request has the same values, so only the missing parameter can be the reason.',
    ...statement,
    check: async (on) => {
      const pairs = plainPairs(endpoint(name).parameters);
      const whole: Ask = { query: pairs };
      const all = await plainParts(on, name);
      if (!all.succeeded)
        return all.is('noise')
          ? on.noise(all.label)
          : on.discarded('premise-failed', `all plain parameters together were answered ${all.label}`);
      const single = pairs.map(([one]) => one).filter((one) => !together.flat().includes(one));
      const parts = [...together, ...single.map((one) => [one])].map((names) => ({
        left: names.join(' and '),
        query: pairs.filter(([other]) => !names.includes(other)),
      }));
      const answers = await Promise.all(
        parts.map(async (part) => ({ part, answer: await on.ask(name, { query: part.query }) })),
      );
      for (const { part, answer } of answers) {
        if (answer.is('noise')) on.noise(answer.label);
        else if (!says(answer, 'invalid', 'fault')) on.held();
        else
          await judgeWithControl(on, {
            seen: answer,
            control: () => on.ask(name, whole),
            probe: () => on.ask(name, { query: part.query }),
            deviates: (one) => says(one, 'invalid', 'fault'),
            words: {
              expected: `the request without ${part.left} to be accepted like the request with all parameters`,
              deviation: `the request without ${part.left} was refused`,
            },
          });
      }
      for (const names of apart) await lookApart(on, name, pairs, names);
    },
  };
}

/** Whether an accepted request is refused without one of the names while the other names remain. */
async function lookApart(on: Stage, name: EndpointName, pairs: readonly Pair[], names: readonly string[]) {
  const without = (left: readonly string[]) => () =>
    on.ask(name, { query: pairs.filter(([one]) => !left.includes(one)) });
  const deviates = (one: Exchange): boolean => says(one, 'invalid', 'fault');
  if (!deviates(await without(names)())) return;
  for (const one of names) {
    const confirmed = await withControl(on, { control: without([]), probe: without([one]), deviates });
    if (confirmed.kind === 'every-time')
      on.suspect(`An accepted request is refused without ${one}, which is optional.`);
  }
}
