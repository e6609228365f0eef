import { operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Ask } from '../../run/ask.ts';
import type { Exchange } from '../../run/exchange.ts';
import { judgeSandwich } from '../sandwich.ts';
import type { Stage } from '../../target/stage.ts';

/** A Boolean parameter, and what may have to go with it for either of its values to make sense. */
export interface BooleanParameter {
  readonly name: string;
  readonly company?: NonNullable<Ask['query']>;
}

const badRequest = ({ status }: Exchange): boolean => status === 400 || status === 422;

/** Whoever takes one truth value of a Boolean parameter takes the other as well (4.4, 4.12). */
export function bothTruthValuesAccepted(
  name: EndpointName,
  parameters: readonly BooleanParameter[],
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: `${parameters.map((one) => one.name).join(' and ')}, of type Boolean, ${parameters.length > 1 ? 'take' : 'takes'} true as well as false.`,
    sends: `${operation(name)} with ${parameters.map((one) => one.name).join(' and ')} as true, then as false`,
    violation:
      'One of true and false is accepted before and after, and the other is answered 400 or 422, three times, also together with the parameters that it may depend on.',
    rationale:
      'Both are values of the type, written in the same way. Where both are refused, another way of writing them may be meant.',
    causes: ['Is the parameter read as a flag, for which only one of the two is a value?'],
    ...more,
    check: async (on) => {
      for (const value of ['true', 'false'])
        if (!(await on.ask(name, together(parameters, value))).succeeded)
          return await judgeEach(on, name, parameters);
      on.held(parameters.length);
    },
  };
}

function together(parameters: readonly BooleanParameter[], value: string): Ask {
  return { query: parameters.map(({ name }) => [name, value] as const) };
}

async function judgeEach(
  on: Stage,
  name: EndpointName,
  parameters: readonly BooleanParameter[],
): Promise<void> {
  for (const parameter of parameters) {
    const one = await refusedValue(on, name, parameter.name, []);
    if (one === 'neither') {
      on.held();
      continue;
    }
    if (one === 'both') {
      on.discarded(
        'refused-by-unknown-validation',
        `${parameter.name} is taken neither as true nor as false`,
      );
      continue;
    }
    const company = parameter.company ?? [];
    if (company.length > 0) {
      const other = await refusedValue(on, name, parameter.name, company);
      if (other === 'neither') {
        on.held();
        continue;
      }
      if (other !== one) {
        on.undecided('two-readings', `${parameter.name}=${one} may depend on other parameters`);
        continue;
      }
    }
    const taken = one === 'true' ? 'false' : 'true';
    await judgeSandwich(on, name, {
      controls: [{ query: [...company, [parameter.name, taken]] }],
      probes: [{ query: [...company, [parameter.name, one]] }],
      deviates: badRequest,
      expected: `${parameter.name}=${one} to be taken like ${parameter.name}=${taken}`,
    });
  }
}

/** Which of the truth values is refused as a bad request. */
async function refusedValue(
  on: Stage,
  name: EndpointName,
  parameter: string,
  company: NonNullable<Ask['query']>,
): Promise<'true' | 'false' | 'both' | 'neither'> {
  const ask = (value: string) => on.ask(name, { query: [...company, [parameter, value]] });
  const [yes, no] = await Promise.all([ask('true'), ask('false')]);
  if (!yes.succeeded && !no.succeeded) return 'both';
  if (badRequest(yes)) return 'true';
  return badRequest(no) ? 'false' : 'neither';
}

/** One way of writing truth values is taken: a recommendation, since the contract shows none (4.4, 4.12). */
export function truthValuesUnderstood(
  name: EndpointName,
  parameters: readonly BooleanParameter[],
  more: Partial<Statement<Stage>> = {},
): Statement<Stage> {
  return {
    statement: `${parameters.map((one) => one.name).join(' and ')} ${parameters.length > 1 ? 'take' : 'takes'} true or false as truth values are commonly written.`,
    sends: `${operation(name)} with ${parameters.map((one) => one.name).join(' and ')} as true, then as false`,
    violation:
      'Both true and false are answered 400 or 422, three times, and the request without the parameter is accepted.',
    rationale: 'How a Boolean is written in a query is not shown, so refusing both is only a warning.',
    ...more,
    check: async (on) => {
      for (const { name: parameter, company = [] } of parameters) {
        const ask = (value: string): Ask => ({ query: [...company, [parameter, value]] });
        if ((await on.ask(name, ask('true'))).succeeded) on.held();
        else
          await judgeSandwich(on, name, {
            controls: [{ query: company }],
            probes: [ask('true'), ask('false')],
            deviates: badRequest,
            expected: `${parameter} to be taken as true or as false`,
          });
      }
    },
  };
}
