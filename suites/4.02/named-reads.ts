import { isOneForAll } from '../../implementation/learnt.ts';
import { notTested } from '../../clause/thrown.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import type { AccessCase } from '../../judging/access/access-case.ts';
import { accessRound } from '../../judging/access/access-round.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { noSecondResource } from '../../implementation/reasons.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { mentions } from '../../wire/json/pointer.ts';
import { refuses } from '../../judging/access/refusal.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { lookWithinLag } from '../../implementation/resources/lag.ts';

/** A read shows the resource that its path names, alone and beside reads of others (4.2). */
export async function judgeNamedReads(on: Stage): Promise<void> {
  const { own, canary } = await keptResource(on);
  if (isOneForAll(on.facts)) throw notTested(noSecondResource(on));
  if (canary === '') return on.discarded('premise-failed', 'no resource of the suite can be distinguished');
  const others = on.made.filter(({ id }) => id !== own.id && !on.gone.has(id)).slice(-3);
  let read: Exchange | undefined;
  let stray: Exchange | undefined;
  const fine = await lookWithinLag(on, own, async () => {
    const reads = await Promise.all([
      readOwn(on, own),
      ...others.map(({ id }) => on.ask('readById', { path: { id }, mayNotExist: true })),
    ]);
    [read] = reads;
    stray = reads.find((one, at) => {
      const { id, canary: its } = others[at - 1] ?? { id: own.id, canary };
      return (
        !mentions(one.value, its) &&
        on.made.some((other) => other.id !== id && other.canary !== its && mentions(one.value, other.canary))
      );
    });
    return stray === undefined;
  });
  if (!fine)
    on.violated({
      expected: 'what the named resource was created with',
      got: 'what only another resource was created with',
      deviation: { kind: 'another-resource' },
      exchanges: stray === undefined ? [] : [stray],
      reproduced: '3/3',
    });
  else if (mentions(read?.value, canary)) on.held();
  else on.discarded('not-observable', 'no read shows what a resource was created with');
}

/** A refusal of a read shows nothing of the resource (4.2). */
export async function judgeRefusalsDiscloseNothing(on: Stage, reading: AccessCase): Promise<void> {
  const { own, canary } = await keptResource(on);
  const round = await accessRound(on, reading);
  const version = versionOf(round.before.value);
  for (const [caller, exchange] of round.answers) {
    if (round.sufficient.includes(caller) || exchange.is('fault') || !refuses(on, exchange)) continue;
    const shown = versionOf(exchange.value);
    const leaks =
      (canary !== '' && mentions(exchange.value, canary)) ||
      (shown !== undefined &&
        version !== undefined &&
        sameNumber(shown, version) &&
        'objectTypeProperty' in (exchange.object ?? {}));
    if (leaks)
      on.violated({
        expected: `nothing of resource ${own.id} in a refusal to ${caller.label}`,
        got: `${exchange.label} with the resource in its body`,
        deviation: { kind: 'discloses', beside: round.before },
        exchanges: [round.before, exchange],
      });
    else on.refused(exchange);
  }
}
