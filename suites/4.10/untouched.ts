import { isOneForAll } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { OwnResource } from '../../implementation/resources/own-resource.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { Stage } from '../../implementation/stage.ts';
import { greatestSafe, integerMismatches } from '../../implementation/updates/wrong-versions.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { judgeConflicts } from './conflicts.ts';

/** Resources that are looked at, out of those at which no mismatch was aimed yet. */
const mostLooks = 4;

/**
 * A mismatch at each of several resources that none was aimed at before: some shards of a store may never look at the
 * version. One that is accepted is judged as it is elsewhere.
 */
export async function judgeUntouched(on: Stage): Promise<void> {
  if (isOneForAll(on.facts) || !on.facts.readable) return;
  await on.until('late');
  const aimedAt = new Set(on.refusedWrites.map(({ target }) => target?.id));
  const untouched = on.made.map(({ id }) => id).filter((id) => !aimedAt.has(id) && !on.gone.has(id));
  if (untouched.length === 0) return;
  const from = on.random.integer(0, untouched.length - 1);
  const chosen = [...untouched.slice(from), ...untouched.slice(0, from)].slice(0, mostLooks);
  await Promise.all(chosen.map((id) => judgeOne(on, id)));
}

async function judgeOne(on: Stage, id: string): Promise<void> {
  const own = new OwnResource(id, on.clock.now());
  // Nobody has read its version; that it is just this one among millions would be found out below.
  const far = new JsonNumber(String(on.random.integer(2 ** 22, greatestSafe)));
  const { status, succeeded } = await update(on, own, far, [anyAction(on)]);
  if (status === 409) return on.held();
  if (!succeeded) return;
  await unlessInconclusive(
    judgeConflicts(
      on,
      own,
      [anyAction(on)],
      (v) => integerMismatches(v, own.former(v), on.random),
      'exactly 409',
    ),
  );
}
