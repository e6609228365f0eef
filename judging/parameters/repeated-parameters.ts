import { says } from '../../wire/status.ts';
import { endpoint, operation, type EndpointName, type Parameter } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { Exchange } from '../../history/exchange.ts';
import { sampleValues } from './declared-sample.ts';
import type { Stage } from '../../implementation/stage.ts';
import { withControl, judgeWithControl } from '../confirm.ts';

/** A parameter with two permitted values. */
interface Repeatable {
  readonly name: string;
  readonly values: readonly [string, string];
}

const words = ['a', 'b'] as const;

/** Possible values of a parameter of unknown type; `sort` has none, as orders of sorting are other words. */
const invented = (parameter: string): Repeatable | undefined =>
  parameter === 'sort' ? undefined : { name: parameter, values: words };

/** Parameters that may be passed several times are not refused for being repeated (4.1, 4.12). */
export function repeatsAccepted(name: EndpointName): Statement<Stage> {
  const { section, parameters } = endpoint(name);
  const repeatable = parameters.filter((parameter) => parameter.repeatable === true);
  return {
    statement: `${inWords(repeatable.map((one) => one.name))} may be passed several times.`,
    sends: `${operation(name)} with each repeatable parameter passed twice`,
    violation:
      'Two values are accepted one by one, three times, and every request that passes the parameter twice (in both orders, and one value twice) is answered 400, 422 or with a server error.',
    rationale:
      'The single requests prove that both values are legal, so only the repetition can be the reason. If the contract shows no type and the vendor declared no values, two words are tried, and judged only if each is accepted alone. The suite never invents sort orders: two words that are accepted one by one, and refused together, are suspect.',
    causes: ['Is the parameter read as one value, so that a list of values is refused?'],
    check: async (on) => {
      const found: Repeatable[] = [];
      const named = repeatable.flatMap((one) => namesOf(one).map((parameter) => ({ ...one, parameter })));
      for (const { parameter, type } of named) {
        const [one, other] = sampleValues(on, section, parameter);
        const guessed = type === 'open' ? invented(parameter) : { name: parameter, values: words };
        if (one !== undefined && other !== undefined) found.push({ name: parameter, values: [one, other] });
        else if (guessed !== undefined) found.push(guessed);
        else {
          on.discarded(
            'premise-failed',
            `no two values of ${parameter} are known to be accepted`,
            `"samples": {"${section}": {"query": {"${parameter}": ["…", "…"]}}}`,
          );
          await lookAtRepeats(on, name, parameter);
        }
      }
      const together = await on.ask(name, {
        query: found.flatMap(({ name: parameter, values }) =>
          values.map((value) => [parameter, value] as const),
        ),
      });
      if (together.succeeded) return on.held(found.length);
      for (const one of found) await judgeRepeats(on, name, one);
    },
  };
}

/** Suspect: the server accepts undeclared words one by one, but refuses them together every time. */
async function lookAtRepeats(on: Stage, name: EndpointName, parameter: string): Promise<void> {
  const { control, probe } = asking(on, name, { name: parameter, values: words });
  const [a, b] = words;
  const first = await on.ask(name, { query: [[parameter, a], [parameter, b]] }); // prettier-ignore
  if (!says(first, 'invalid')) return;
  const { kind } = await withControl(on, { control, probe, deviates: (one) => says(one, 'invalid') });
  if (kind === 'every-time')
    on.suspect(`${parameter} is accepted with either of two words, and refused if it is passed twice.`);
}

/** Sends both values one by one, and the parameter twice in each way. */
function asking(
  on: Stage,
  name: EndpointName,
  { name: parameter, values: [a, b] }: Repeatable,
): Record<'control' | 'probe', () => Promise<readonly Exchange[]>> {
  const asked = (...list: string[]) =>
    on.ask(name, { query: list.map((value) => [parameter, value] as const) });
  return {
    control: () => Promise.all([asked(a), asked(b)]),
    probe: () => Promise.all([asked(a, b), asked(b, a), asked(a, a)]),
  };
}

/** The name of a parameter; for the example of a pattern, a longer name as well. */
function namesOf({ name, pattern }: Parameter): readonly string[] {
  return pattern === undefined ? [name] : [name, `${name}1`];
}

async function judgeRepeats(on: Stage, name: EndpointName, repeated: Repeatable): Promise<void> {
  const { name: parameter } = repeated;
  const { section } = endpoint(name);
  await judgeWithControl(on, {
    ...asking(on, name, repeated),
    deviates: (one) => says(one, 'invalid', 'fault'),
    words: {
      expected: `${parameter} to be accepted several times, as it is once`,
      deviation: `${parameter} was refused if it was passed twice`,
      supply: `"samples": {"${section}": {"query": {"${parameter}": ["…", "…"]}}}`,
    },
  });
}

/** `a`, `a and b`, `a, b and c`. */
function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
