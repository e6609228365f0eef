import { says } from '../../wire/status.ts';
import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Ask } from '../../run/ask.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeWithControl } from '../confirm.ts';

/** A Boolean parameter, and the parameters without which neither of its values may make sense. */
export interface BooleanParameter {
  readonly name: string;
  readonly company?: NonNullable<Ask['query']>;
}

/** A server that accepts one truth value of a Boolean parameter accepts the other as well (4.4, 4.12). */
export function bothTruthValuesAccepted(
  name: EndpointName,
  parameters: readonly BooleanParameter[],
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  const { names, take } = inWords(parameters);
  return {
    statement: `${names}, of type Boolean, ${take} true as well as false.`,
    sends: `${operation(name)} with ${names} as true, then as false`,
    violation:
      'One of true and false is accepted before and after, and the other is answered 400, 422, 500 or 501, three times, also together with the parameters that it may depend on.',
    rationale:
      'Both are values of the type, written in the same way. If both are refused, another spelling may be meant.',
    causes: ['Is the parameter read as a flag that takes only one of the two values?'],
    ...more,
    check: async (on) => {
      for (const value of ['true', 'false'])
        if (!(await on.ask(name, together(parameters, value))).succeeded) {
          for (const parameter of parameters) await judgeAlone(on, name, parameter);
          return;
        }
      on.held(parameters.length);
    },
  };
}

const inWords = (parameters: readonly BooleanParameter[]) => ({
  names: parameters.map(({ name }) => name).join(' and '),
  take: parameters.length > 1 ? 'take' : 'takes',
});

function together(parameters: readonly BooleanParameter[], value: string): Ask {
  return { query: parameters.map(({ name }) => [name, value] as const) };
}

async function judgeAlone(on: Stage, name: EndpointName, parameter: BooleanParameter): Promise<void> {
  const alone = await refusedValue(on, name, parameter.name, []);
  if (alone === 'neither') return on.held();
  if (alone === 'both')
    return on.discarded(
      'refused-by-unknown-validation',
      `${parameter.name} is refused both as true and as false`,
    );
  const company = parameter.company ?? [];
  const found = company.length === 0 ? alone : await refusedValue(on, name, parameter.name, company);
  if (found === 'neither') return on.held();
  if (found === 'both' || found.value !== alone.value)
    return on.undecided('two-readings', `${parameter.name}=${alone.value} may depend on other parameters`);
  const { value } = found;
  const taken = value === 'true' ? 'false' : 'true';
  const ask = (one: string) => on.ask(name, { query: [...company, [parameter.name, one]] });
  await judgeWithControl(on, {
    seen: found.exchange,
    control: () => ask(taken),
    probe: () => ask(value),
    deviates: (one) => says(one, 'invalid', 'fault'),
    words: {
      expected: `${parameter.name}=${value} to be taken like ${parameter.name}=${taken}`,
      deviation: `${parameter.name}=${value} was refused`,
    },
  });
}

/** The truth value that is refused or crashes, and its answer. */
async function refusedValue(
  on: Stage,
  name: EndpointName,
  parameter: string,
  company: NonNullable<Ask['query']>,
): Promise<{ readonly value: 'true' | 'false'; readonly exchange: Exchange } | 'both' | 'neither'> {
  const ask = (value: string) => on.ask(name, { query: [...company, [parameter, value]] });
  const [yes, no] = await Promise.all([ask('true'), ask('false')]);
  if (!yes.succeeded && !no.succeeded) return 'both';
  if (says(yes, 'invalid', 'fault')) return { value: 'true', exchange: yes };
  return says(no, 'invalid', 'fault') ? { value: 'false', exchange: no } : 'neither';
}

/** One spelling of truth values is accepted: a recommendation, because the contract shows none (4.4, 4.12). */
export function truthValuesUnderstood(
  name: EndpointName,
  parameters: readonly BooleanParameter[],
): Statement<Stage> {
  const { names, take } = inWords(parameters);
  return {
    statement: `${names} ${take} true or false as truth values are commonly written.`,
    sends: `${operation(name)} with ${names} as true, then as false`,
    violation:
      'Both true and false are answered 400 or 422, three times, and the request without the parameter is accepted.',
    rationale: 'The contract does not show how a query writes a Boolean, so refusing both is only a warning.',
    check: async (on) => {
      for (const { name: parameter, company = [] } of parameters) {
        const ask = (value: string) => on.ask(name, { query: [...company, [parameter, value]] });
        if ((await ask('true')).succeeded) on.held();
        else
          await judgeWithControl(on, {
            control: () => on.ask(name, { query: company }),
            probe: () => Promise.all([ask('true'), ask('false')]),
            deviates: (one) => says(one, 'invalid'),
            words: {
              expected: `${parameter} to be taken as true or as false`,
              deviation: `${parameter} was refused as true and as false`,
            },
          });
      }
    },
  };
}
