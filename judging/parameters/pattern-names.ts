import { says } from '../../wire/status.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeWithControl, type Words } from '../confirm.ts';

/** The answers to names of one pattern, each requested alone with the same value. */
export interface NamesAlone {
  readonly answers: ReadonlyMap<string, Exchange>;
  readonly accepted: string;
}

/** The request with some names. */
export function askNames(on: Stage, name: EndpointName, names: readonly string[]): Promise<Exchange> {
  return on.ask(name, { query: names.map((one) => [one, 'a'] as const) });
}

/** Requests each name alone; undefined if none is accepted, which is noted. */
export async function askEachName(
  on: Stage,
  name: EndpointName,
  names: readonly string[],
): Promise<NamesAlone | undefined> {
  const answers = new Map(
    await Promise.all(names.map(async (one) => [one, await askNames(on, name, [one])] as const)),
  );
  const accepted = names.find((one) => answers.get(one)?.succeeded);
  if (accepted !== undefined) return { answers, accepted };
  on.discarded(
    'refused-by-unknown-validation',
    `none of ${names.join(', ')} was accepted: ${[...answers.values()][0]?.label ?? ''}`,
  );
  return undefined;
}

/** Compares names of one pattern: if some are accepted with a value, the others must be too. */
export async function judgeNames(on: Stage, name: EndpointName, names: readonly string[]): Promise<void> {
  if ((await askNames(on, name, names)).succeeded) return on.held(names.length);
  const alone = await askEachName(on, name, names);
  for (const [one, answer] of alone?.answers ?? []) {
    if (answer.is('noise')) on.noise(answer.label);
    else if (!says(answer, 'invalid', 'fault')) on.held();
    else await judgeName(on, name, { one, accepted: alone?.accepted ?? '', seen: answer });
  }
}

/** Judges a refused name beside an accepted name. */
export async function judgeName(
  on: Stage,
  name: EndpointName,
  names: { readonly one: string; readonly accepted: string; readonly seen: Exchange | undefined },
  drawn: Pick<Words, 'seed' | 'path' | 'counterexample'> = {},
): Promise<void> {
  const { one, accepted, seen } = names;
  await judgeWithControl(on, {
    seen,
    control: () => askNames(on, name, [accepted]),
    probe: () => askNames(on, name, [one]),
    deviates: (one) => says(one, 'invalid', 'fault'),
    words: { expected: `${one} to be taken like ${accepted}`, deviation: `${one} was refused`, ...drawn },
  });
}
