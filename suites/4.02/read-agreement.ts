import { awaited } from '../../run/awaited.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../run/exchange.ts';
import { otherReader, readOtherwise } from '../../target/resources/other-reads.ts';
import { versionOf, type OwnResource } from '../../target/resources/own-resource.ts';
import { versionsDiffer } from '../../target/resources/same-state.ts';
import { siblings } from '../../judging/siblings.ts';
import type { Stage } from '../../target/stage.ts';
import { readOwn } from '../../target/resources/read-own.ts';
import { notEveryTime, confirmations } from '../../judging/confirm.ts';
import { outOfLag } from '../../target/resources/lag.ts';
import { oncePerRun } from '../../target/once-per-run.ts';

/**
 * Who reads, and with which parameters, makes no difference to the version of a resource that was updated long ago:
 * what a reader was shown before the update must not stand for ever (4.2).
 */
export async function judgeOtherReads(on: Stage): Promise<void> {
  const survivor = (await unlessInconclusive(siblings(on)))?.survivor;
  if (survivor === undefined) return;
  const { own, otherwise, last } = survivor;
  await on.until('late');
  if (!otherwise.succeeded) return;
  const again = await readOtherwiseAgain(on, own);
  if (!again.succeeded) return;
  if (!versionsDiffer(again, last)) return on.held();
  const now = await readOwn(on, own);
  // It may have moved for all by itself.
  if (now.succeeded && !versionsDiffer(again, now)) return on.held();
  const isLate = again.outcome.sentAt - own.lastWriteAt >= on.grace.readMs;
  const ways = [
    (): Promise<Exchange> => readOtherwise(on, own, otherReader(on), true),
    (): Promise<Exchange> => readOtherwise(on, own, on.reader),
    (): Promise<Exchange> => readOtherwise(on, own),
  ];
  await outOfLag(on, own);
  const shown = ways.map((): Exchange[] => []);
  let compared = 0;
  for (let round = 0; round < confirmations; round += 1) {
    if (round > 0) await on.clock.sleep(on.grace.readMs / confirmations, awaited.reads);
    const before = await readOwn(on, own);
    const answers = await Promise.all(ways.map((read) => read()));
    const after = await readOwn(on, own);
    if (!before.succeeded || !after.succeeded || versionsDiffer(before, after)) continue;
    compared += 1;
    for (const [at, answer] of answers.entries())
      if (versionsDiffer(answer, after)) shown[at]?.push(answer, after);
  }
  const found = shown.find(({ length }) => length === 2 * confirmations);
  if (found !== undefined)
    on.violated({
      expected: `version ${versionOf(found.at(-1)?.value) ?? ''}, as the usual reader is shown before and after`,
      got: `version ${versionOf(found.at(-2)?.value) ?? ''}`,
      exchanges: found.slice(-2).toReversed(),
      reproduced: `${confirmations}/${confirmations}`,
    });
  // Within the lag of the update, others may be shown the version before it.
  else if (!isLate && compared > 0 && shown.every(({ length }) => length === 0)) on.held();
  else
    notEveryTime(on, 'another reader, or the usual one with parameters, was shown another version', [
      last,
      again,
    ]);
}

/** The read of a resource that was updated, by another reader; once a run. */
export const readOtherwiseAgain = oncePerRun((on: Stage, own: OwnResource): Promise<Exchange> =>
  readOtherwise(on, own),
);
