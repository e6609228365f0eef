import { endpoint, operation, type EndpointName, type Section } from '../../contract/endpoints.ts';
import type { OpenStatement } from '../../clause/section.ts';
import type { Ask } from '../../run/ask.ts';
import { keptWhere } from '../../clause/declarations.ts';
import type { DeclaredRequest } from '../../clause/profile.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Wider than the profile's type, which has no keys for sections without samples. */
type Samples = { readonly [Name in Operation]?: DeclaredRequest };

function samplesOf(on: Stage): Samples | undefined {
  return on.profile.samples;
}

type Pair = readonly [name: string, value: string];

/** Declared values that the server accepts for one query parameter. */
export function sampleValues(on: Stage, section: Section, parameter: string): readonly string[] {
  const value = samplesOf(on)?.[section]?.query?.[parameter];
  if (value === undefined) return [];
  return (typeof value === 'string' ? [value] : value).map(String);
}

function sampleQuery(on: Stage, section: Section): readonly Pair[] {
  return Object.keys(samplesOf(on)?.[section]?.query ?? {}).flatMap((name) =>
    sampleValues(on, section, name).map((value): Pair => [name, value]),
  );
}

const attempts = 3;

/** A declared sample of a read is accepted, as a whole or with each parameter alone. */
export function acceptsDeclaredSample(
  name: EndpointName,
  more: Partial<OpenStatement<Stage>> = {},
): OpenStatement<Stage> {
  const { section } = endpoint(name);
  return {
    statement: 'Whether the server accepts the values that the vendor declared as a sample.',
    sends: `${operation(name)} with the declared values`,
    rationale:
      'The contract does not show which values the parameters take; a vendor may declare values, and the suite tests the declared values.',
    ...more,
    declares: [keptWhere(`samples.${section}`, 'accepted')],
    check: async (on) => {
      const pairs = sampleQuery(on, section);
      if (pairs.length === 0)
        return on.discarded(
          'premise-failed',
          'no sample is declared',
          `"samples": {"${section}": {"query": {"<parameter>": "<value>"}}}`,
        );
      const names = [...new Set(pairs.map(([parameter]) => parameter))];
      if ((await accepts(on, name, pairs)) === true) return on.observe({ accepted: true, parameters: names });
      const refused: string[] = [];
      for (const parameter of names) {
        const alone = await accepts(
          on,
          name,
          pairs.filter(([one]) => one === parameter),
        );
        if (alone === undefined) return on.noise(`${parameter} of the sample got no usable answer`);
        if (!alone) refused.push(parameter);
      }
      on.observe({ accepted: refused.length === 0, parameters: names, refused });
    },
  };
}

/** Whether one of three attempts is answered 2xx; undefined if no attempt got a usable answer. */
async function accepts(on: Stage, name: EndpointName, query: readonly Pair[]): Promise<boolean | undefined> {
  let lost = 0;
  const ask: Ask = { query };
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer = await on.ask(name, ask);
    if (answer.succeeded) return true;
    if (answer.is('noise')) lost += 1;
  }
  return lost === attempts ? undefined : false;
}
