import { endpoint } from '../../contract/endpoints.ts';
import { namesWith, type NamesWith } from '../../contract/traits.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Ask } from '../../run/ask.ts';
import { requiredHeaders, locales } from '../../implementation/namespace-asks.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** A documented read, and how it is requested. */
export interface SurveyedRead {
  readonly endpoint: SurveyedName;
  readonly ask: Ask;
}

type SurveyedName = Exclude<NamesWith<'method', 'GET'>, NamesWith<'needs', 'key'>>;

/** The endpoints of the surveyed reads. */
export const surveyedNames = namesWith('method', 'GET').filter(
  (name): name is SurveyedName => endpoint(name).needs !== 'key',
);

/** Documented reads in the scope of the run that need only a token, and 4.2 if a resource was created. */
const surveyedReads = oncePerRun(async (on: Stage): Promise<readonly SurveyedRead[]> => {
  const id = await createdId(on);
  return surveyedNames.flatMap((name): readonly SurveyedRead[] => {
    const { needs, section } = endpoint(name);
    if (on.options.without.has(section)) return [];
    if (needs === 'headers') return [{ endpoint: name, ask: { headers: requiredHeaders(on, locales[0]) } }];
    if (needs !== 'id') return [{ endpoint: name, ask: {} }];
    return id === undefined ? [] : [{ endpoint: name, ask: { path: { id } } }];
  });
});

/** Sends each of these reads once per run. */
export const surveyReads = oncePerRun(
  async (on: Stage): Promise<readonly { readonly read: SurveyedRead; readonly exchange: Exchange }[]> =>
    Promise.all(
      (await surveyedReads(on)).map(async (read) => ({
        read,
        exchange: await on.ask(read.endpoint, { ...read.ask, whenSilent: 'go-on' }),
      })),
    ),
);

/** The id of a resource made for this purpose, although maybe no read has ever succeeded. */
async function createdId(on: Stage): Promise<string | undefined> {
  const fixture = on.profile.resource?.fixture?.id;
  if (fixture !== undefined) return fixture;
  if (on.options.readOnly || on.facts.noResource !== undefined) return undefined;
  const own = (await unlessInconclusive(on.create()))?.own;
  if (own !== undefined) on.keep(own);
  return own?.id;
}

/** Refusals of several kinds, provoked on purpose; once a run. */
export const provokedErrors = oncePerRun(async (on: Stage): Promise<readonly Exchange[]> => {
  const { none, random, supplied } = on.callers;
  const insufficient = supplied.find(({ supplied: token }) => token?.noScope === true);
  const id = `unknown-${on.random.word(12)}`;
  const malformed = new TextEncoder().encode(
    `{"objectTypeProperty":{"arrayOfStringExample":[${JSON.stringify(on.canary())}]`,
  );
  const writes = !on.options.readOnly && on.facts.writer !== undefined;
  const answers = await Promise.all([
    on.ask('query', { as: none }),
    on.ask('query', { as: random }),
    ...(insufficient === undefined ? [] : [on.ask('query', { as: insufficient })]),
    on.ask('readById', { path: { id }, mayNotExist: true }),
    ...(writes
      ? [
          on.ask('create', {
            as: on.writer,
            body: malformed,
            contentType: 'application/json',
            bodyIs: 'ill-typed',
          }),
        ]
      : []),
  ]);
  for (const answer of answers) if (answer.endpoint === 'create' && answer.succeeded) on.noteCreated(answer);
  return answers.filter((one) => one.is('turned away'));
});
