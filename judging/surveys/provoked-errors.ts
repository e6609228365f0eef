import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

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
