import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Ask } from '../../run/ask.ts';
import { sampleValues } from './declared-sample.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Exchange } from '../../run/exchange.ts';
import { beginningWith, judgeBesideTwin } from '../confirm.ts';
import { blamesContent } from '../blame.ts';

/** Whole numbers that a parameter may accept, the likeliest first. */
const ladder = ['1', '2', '10', '0', '-1'];
/** With one digit and with more: a pattern that was written for the one need not take the other. */
const digits = ['1', '10'];

/**
 * A Float parameter takes a whole number with a point as it takes it without (4.1, 4.12).
 *
 * @param base - parameters that go with them
 */
export function floatFormsAccepted(
  name: EndpointName,
  parameters: readonly string[],
  more: Partial<Statement<Stage>> & { readonly base?: NonNullable<Ask['query']> } = {},
): Statement<Stage> {
  const { base = [], ...statement } = more;
  return {
    statement: `${parameters.join(' and ')}, of type Float, ${parameters.length > 1 ? 'take' : 'takes'} a whole number written with a point.`,
    sends: `${operation(name)} with ${digits.map((number) => asText(pairsOf(parameters, `${number}.0`))).join(', then with ')}`,
    violation:
      'A whole number n is accepted before and after, and n.0 is answered 400, 422 or with a server error, three times.',
    rationale:
      'Both spellings are the same number, so no bound separates them; refusing fractions is not a violation.',
    causes: ['Is the parameter parsed as an integer, although it is a Float?'],
    ...statement,
    check: async (on) => {
      const together = (value: string): Promise<Exchange> =>
        on.ask(name, { query: [...base, ...pairsOf(parameters, value)] });
      for (const number of digits) {
        const seen = await together(`${number}.0`);
        // One that is refused either way is beyond a bound that is not shown.
        if (seen.succeeded || (number !== digits[0] && !(await together(number)).succeeded)) continue;
        for (const parameter of parameters) await judgeForms(on, name, parameter, { base, number });
        if (parameters.length > 1) await judgeTogether(on, name, { parameters, base, seen, number });
        return;
      }
      on.held(parameters.length);
    },
  };
}

function pairsOf(
  parameters: readonly string[],
  value: string,
): readonly (readonly [name: string, value: string])[] {
  return parameters.map((parameter) => [parameter, value] as const);
}

/** Each form alone may pass, and fail beside another one: judged where the plain numbers are accepted together. */
async function judgeTogether(
  on: Stage,
  name: EndpointName,
  of: {
    readonly parameters: readonly string[];
    readonly base: NonNullable<Ask['query']>;
    readonly seen: Exchange;
    /** The number that was refused with a point. */
    readonly number: string;
  },
): Promise<void> {
  const all = (value: string) => pairsOf(of.parameters, value);
  const pointed = `${of.number}.0`;
  const ask = (value: string) => on.ask(name, { query: [...of.base, ...all(value)] });
  const control = await ask(of.number);
  if (!control.succeeded)
    return on.discarded(
      'refused-by-unknown-validation',
      `${asText(all(of.number))} was answered ${control.label}`,
    );
  await judgeBesideTwin(on, {
    seen: blamesContent(of.seen) ? of.seen : undefined,
    twin: beginningWith(
      () => Promise.resolve(control),
      () => ask(of.number),
    ),
    probe: () => ask(pointed),
    deviates: blamesContent,
    words: {
      expected: `${asText(all(pointed))} to be taken like ${asText(all(of.number))}`,
      deviation: `${asText(all(pointed))} was refused`,
    },
  });
}

function asText(pairs: readonly (readonly [string, string])[]): string {
  return pairs.map((pair) => pair.join('=')).join('&');
}

async function judgeForms(
  on: Stage,
  name: EndpointName,
  parameter: string,
  { base, number }: { readonly base: NonNullable<Ask['query']>; readonly number: string },
): Promise<void> {
  const asked = (value: string): Ask => ({ query: [...base, [parameter, value]] });
  const { section } = endpoint(name);
  const declared = sampleValues(on, section, parameter).filter((value) => /^-?\d{1,7}$/.test(value));
  const answers = await Promise.all(
    [...declared, number, ...ladder.filter((one) => one !== number)].map(async (value) => ({
      value,
      answer: await on.ask(name, asked(value)),
    })),
  );
  const accepted = answers.find(({ answer }) => answer.succeeded)?.value;
  if (accepted === undefined)
    return on.discarded(
      'refused-by-unknown-validation',
      `${parameter} accepted no whole number: ${answers.map(({ answer }) => answer.label).join(', ')}`,
      `"samples": {"${section}": {"query": {"${parameter}": "<a whole number>"}}}`,
    );
  await judgeBesideTwin(on, {
    twin: () => on.ask(name, asked(accepted)),
    probe: () => on.ask(name, asked(`${accepted}.0`)),
    deviates: blamesContent,
    words: {
      expected: `${parameter}=${accepted}.0 to be taken like ${parameter}=${accepted}`,
      deviation: `${parameter}=${accepted}.0 was refused`,
    },
  });
}
