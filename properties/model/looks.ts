import { says } from '../../wire/status.ts';
import { awaited } from '../../run/awaited.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { ModelCommand } from './command.ts';
import type { Model } from './model.ts';

/** Reads the current state, and whether refused deletes have left the resource. */
export async function look(on: Stage, { own, deletes, refused, verdicts }: Model): Promise<void> {
  let read = await readOwn(on, own);
  if (!read.succeeded && deletes.areAny)
    await settles(on.clock, { since: on.clock.now(), ms: on.grace.readMs }, async () => {
      read = await readOwn(on, own);
      return read.succeeded;
    });
  deletes.look(read);
  if (!read.succeeded) return;
  refused.look(read);
  refused.settle(!verdicts.isOver);
}

const looks = 3;

/** The callers who may find resources, by the contract. */
export function finders(on: Stage): readonly Caller[] {
  return on.callers.supplied.filter((one) => lets('exists', one, on.options.projectKey) === 'in');
}

/** A history on its own must first show that every caller finds the new resource; in a run, other checks show this. */
export async function checkAtFirst(
  on: Stage,
  model: Model,
  commands: readonly ModelCommand[],
): Promise<void> {
  const callers = finders(on);
  const checking = commands.flatMap((command) =>
    command.do === 'check existence' ? (callers[command.as % Math.max(1, callers.length)] ?? []) : [],
  );
  for (const caller of new Set(checking))
    if (says(await on.ask('exists', { as: caller }), 'found')) model.finders.add(caller);
}

/** A caller who once found the resource finds it as long as the resource exists. */
export async function checkExistence(on: Stage, model: Model, as: number): Promise<void> {
  const { own, verdicts } = model;
  const callers = finders(on);
  const caller = callers[as % Math.max(1, callers.length)];
  if (caller === undefined) return;
  const exchange = await on.ask('exists', { as: caller });
  if (says(exchange, 'found')) {
    model.finders.add(caller);
    return verdicts.hold('4.5/200-on-match');
  }
  const hasFound = model.finders.has(caller) || on.world.answers.wasGrantedAnywhere('exists', caller.label);
  if (!exchange.is('turned away') || !hasFound) return;
  const comes = await settles(
    on.clock,
    { since: own.lastWriteAt, ms: on.grace.queryMs, for: awaited.queries },
    async () => says(await on.ask('exists', { as: caller }), 'found'),
  );
  if (comes) return;
  const before = await readOwn(on, own);
  const answers: Exchange[] = [];
  for (let one = 0; one < looks; one += 1) answers.push(await on.ask('exists', { as: caller }));
  const after = await readOwn(on, own);
  if (!before.succeeded || !after.succeeded || answers.some((one) => !one.is('turned away'))) return;
  const last = answers.at(-1) ?? exchange;
  verdicts.breakOff('4.5/200-on-match', {
    expected: '200 while a resource exists',
    deviation: { kind: 'status', exchange: last },
    exchanges: [before, last, after],
    reproduced: `${looks}/${looks}`,
  });
}
