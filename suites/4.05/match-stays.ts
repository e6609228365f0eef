import { says } from '../../wire/status.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { awaited } from '../../run/awaited.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { otherHolder } from '../../judging/access/other-holder.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { deleteOwn, withDisposable } from '../../implementation/resources/disposable.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { siblings } from '../../judging/siblings.ts';
import { isSignificant } from '../../judging/telling.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { notEveryTime } from '../../judging/confirm.ts';

/** Checks late in the run that should all find the resource: most runs meet a fault that acts one time in ten. */
const checks = 20;
/** Deletes that are each followed by a check, if one check was lost after a delete. */
const deletesAgain = 3;
/** The maximum number of checks, after one was lost, until another is lost. */
const checksAgain = 20;

/** Answers that say something else than that there is a match, and are no matter of access or of errors. */
function deniesMatch(check: Exchange): boolean {
  return !says(check, 'found', 'denied') && check.is('accepted', 'turned away');
}

/** Every check is answered 200 while there is a resource: late in the run, and right after others were deleted. */
export async function judgeMatchStays(on: Stage): Promise<void> {
  const afterDelete = await checkedAfterDelete(on);
  // The one resource that creates land on is there for sure as long as nobody writes.
  if (!isOneForAll(on.facts)) await on.until('late');
  const { own } = await keptResource(on);
  const wait = own.lastWriteAt + on.grace.queryMs - on.clock.now();
  const before = await readOwn(on, own);
  // One of several nodes behind one address may have missed an event that the others have: the checks ask each node.
  const firsts: Exchange[] = [];
  const byOther = await readByOther(on, own);
  const check = (look: number): Promise<Exchange> =>
    on.ask('exists', { as: look % 2 === 1 && byOther !== undefined ? byOther.caller : on.reader });
  for (let look = 0; look < checks; look += 1) firsts.push(await check(look));
  const isLost = afterDelete !== undefined && deniesMatch(afterDelete);
  if (firsts.every((one) => says(one, 'found')) && !isLost) return on.held();
  if (wait > 0) await on.clock.sleep(wait, awaited.age);
  const answers: Exchange[] = [];
  const deletes: Exchange[] = [];
  // Within the lag of its making, the resource need not be found yet.
  const seen = wait > 0 ? [] : firsts;
  const isToldTwice = (): boolean => [...seen, ...answers].filter(deniesMatch).length >= 2;
  for (let look = 0; look < checksAgain && (look < 2 * deletesAgain || !isToldTwice()); look += 1) {
    // A check lost after a delete may be due to deletes, or to one of the nodes: both causes are tried.
    if (isLost && look < deletesAgain)
      await withDisposable(on, async (disposable) => {
        const deleted = await deleteOwn(on, disposable);
        if (!deleted.succeeded) return;
        answers.push(await on.ask('exists'));
        if (answers.slice(-1).every(deniesMatch)) deletes.push(deleted);
      });
    else answers.push(await check(look));
  }
  const after = await readOwn(on, own);
  if (!before.succeeded || !after.succeeded)
    return on.discarded('premise-failed', 'the resource that should match cannot be read');
  const looks = [...seen, ...answers];
  const denied = looks.filter(deniesMatch);
  const last = denied.at(-1);
  if (denied.length >= 2 && (await isSignificant(on, denied)))
    on.violated({
      expected: '200',
      got: `${last?.label} for ${last?.caller.label} among ${looks.map(({ label }) => label).join(', ')}`,
      deviation: { kind: 'status', exact: true },
      exchanges: [
        last?.caller === byOther?.caller ? (byOther ?? before) : before,
        ...deletes.slice(-1),
        ...denied.slice(-1),
      ],
      reproduced: `${denied.length}/${looks.length}`,
    });
  else if (denied.length > 0) notEveryTime(on, `a check was answered ${denied[0]?.label}`, denied);
  else if (answers.some((one) => says(one, 'found'))) on.held();
  else on.undecided('premise-failed', `the check was answered ${answers.at(-1)?.label}`);
}

/** The check that followed the last delete of a sibling, if any sibling was deleted. */
async function checkedAfterDelete(on: Stage): Promise<Exchange | undefined> {
  return (await unlessInconclusive(siblings(on)))?.checked;
}

/** The read by another caller who may check: he takes turns with the usual caller if he can read the resource by its id. */
async function readByOther(on: Stage, own: OwnResource): Promise<Exchange | undefined> {
  const other = otherHolder(on, 'exists', on.reader);
  const read = other === undefined ? undefined : await readOwn(on, own, other);
  return read?.succeeded === true ? read : undefined;
}
