import { says } from '../../wire/status.ts';
import { endpoint, operation, type EndpointName } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Ask } from '../../run/ask.ts';
import { queryText } from '../../implementation/plain-query.ts';
import { sampleValues } from './declared-sample.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Exchange } from '../../history/exchange.ts';
import { beginningWith } from '../beginning-with.ts';
import { judgeWithControl, type Words } from '../confirm.ts';

/** Whole numbers that a parameter may accept, the likeliest first. */
const ladder = ['1', '2', '10', '0', '-1'];
/** Numbers with one digit and with two: a pattern for one digit refuses the second. */
const digits = ['1', '10'];

/** A Float parameter accepts 2 if it accepts 2.0, and vice versa (4.1, 4.4, 4.12); `base` goes with it. */
export function floatFormsAccepted(
  name: EndpointName,
  parameters: readonly string[],
  more: Partial<Statement<Stage>> & { readonly base?: NonNullable<Ask['query']> } = {},
): Statement<Stage> {
  const { base = [], ...statement } = more;
  return {
    statement: `${parameters.join(' and ')}, of type Float, ${parameters.length > 1 ? 'take' : 'takes'} 2 and 2.0 alike.`,
    sends: `${operation(name)} with ${digits.map((number) => queryText(pairsOf(parameters, `${number}.0`))).join(', then with ')}, and without the point`,
    violation:
      'One of n and n.0 is accepted before and after, and the other is answered 400, 422 or with a server error, three times.',
    rationale:
      'Both spellings are the same number, so no bound separates them; refusing fractions is not a violation.',
    causes: [
      'Is the parameter parsed as an integer, although it is a Float?',
      'Does the pattern of a number demand a second digit, or a point?',
    ],
    ...statement,
    check: async (on) => {
      for (const number of digits) {
        const ask = (form: Form): Promise<Exchange> =>
          on.ask(name, { query: [...base, ...pairsOf(parameters, form(number))] });
        const answers = { plain: await ask(plain), pointed: await ask(pointed) };
        if (answers.plain.succeeded && answers.pointed.succeeded) continue;
        // A number that is refused in both forms may exceed an unknown bound: other numbers of one digit are tried.
        if (!answers.plain.succeeded && !answers.pointed.succeeded && number !== digits[0]) continue;
        const of = answers.pointed.succeeded
          ? { control: pointed, probe: plain, seen: answers.plain }
          : { control: plain, probe: pointed, seen: answers.pointed };
        for (const parameter of parameters) await judgeForms(on, name, parameter, { ...of, base, number });
        if (parameters.length > 1) await judgeTogether(on, name, { ...of, parameters, base, number });
        return;
      }
      on.held(parameters.length);
    },
  };
}

type Form = (number: string) => string;

const plain: Form = (number) => number;
const pointed: Form = (number) => `${number}.0`;

/** A number that is accepted in one form, and may be refused in the second. */
interface Forms {
  readonly control: Form;
  readonly probe: Form;
  readonly number: string;
  readonly base: NonNullable<Ask['query']>;
}

const pairsOf = (parameters: readonly string[], value: string) =>
  parameters.map((parameter) => [parameter, value] as const);

/** Each parameter may pass alone, and fail beside another: judged if the second form is accepted for all together. */
async function judgeTogether(
  on: Stage,
  name: EndpointName,
  of: Forms & { readonly parameters: readonly string[]; readonly seen: Exchange },
): Promise<void> {
  const all = (form: Form) => pairsOf(of.parameters, form(of.number));
  const ask = (form: Form) => on.ask(name, { query: [...of.base, ...all(form)] });
  const control = await ask(of.control);
  if (!control.succeeded)
    return on.discarded(
      'refused-by-unknown-validation',
      `${queryText(all(of.control))} was answered ${control.label}`,
    );
  await judgeWithControl(on, {
    seen: says(of.seen, 'invalid', 'fault') ? of.seen : undefined,
    control: beginningWith(
      () => Promise.resolve(control),
      () => ask(of.control),
    ),
    probe: () => ask(of.probe),
    deviates: (one) => says(one, 'invalid', 'fault'),
    words: takenLike(queryText(all(of.probe)), queryText(all(of.control))),
  });
}

function takenLike(probe: string, control: string): Words {
  return { expected: `${probe} to be taken like ${control}`, deviation: `${probe} was refused` };
}

async function judgeForms(
  on: Stage,
  name: EndpointName,
  parameter: string,
  { base, number, control, probe }: Forms,
): Promise<void> {
  const asked = (value: string): Ask => ({ query: [...base, [parameter, value]] });
  const { section } = endpoint(name);
  const declared = sampleValues(on, section, parameter).filter((value) => /^-?\d{1,7}$/.test(value));
  const numbers = [number, ...declared, ...ladder.filter((one) => one !== number)];
  const refused: string[] = [];
  for (const [accepted, other] of [
    [control, probe],
    [probe, control],
  ] as const) {
    const answers = await Promise.all(
      numbers.map(async (one) => ({ one, answer: await on.ask(name, asked(accepted(one))) })),
    );
    const found = answers.find(({ answer }) => answer.succeeded)?.one;
    refused.push(...answers.map(({ answer }) => answer.label));
    if (found === undefined) continue;
    await judgeWithControl(on, {
      control: () => on.ask(name, asked(accepted(found))),
      probe: () => on.ask(name, asked(other(found))),
      deviates: (one) => says(one, 'invalid', 'fault'),
      words: takenLike(`${parameter}=${other(found)}`, `${parameter}=${accepted(found)}`),
    });
    return;
  }
  on.discarded(
    'refused-by-unknown-validation',
    `${parameter} accepted no whole number: ${refused.join(', ')}`,
    `"samples": {"${section}": {"query": {"${parameter}": "<a whole number>"}}}`,
  );
}
