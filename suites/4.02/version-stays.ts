import { awaited } from '../../run/awaited.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import { readByKey } from '../../implementation/keys/keyed-resource.ts';
import { readOtherwise } from '../../implementation/resources/other-reads.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { readPatiently } from '../../implementation/resources/patient-read.ts';
import { siblings } from '../../judging/siblings.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';

/** Reads of other kinds between two reads of a resource: lists, the existence check, and another reader's or by its key. */
type ReadBetween = (own: OwnResource, turn: number) => Promise<unknown>;

/** Lists are read once a turn, for whichever resources wait for them. */
function readBetweenOn(on: Stage): ReadBetween {
  const lists = new Map<number, Promise<unknown>>();
  return (own, turn) => {
    const listed = lists.get(turn) ?? Promise.all([on.ask('query'), on.ask('exists')]);
    lists.set(turn, listed);
    // What was updated has been read by another reader before.
    const isByKey = own.value !== undefined && own.key !== undefined;
    return Promise.all([listed, isByKey ? readByKey(on, own.key ?? '') : readOtherwise(on, own)]);
  };
}

const looks = 2;
const closerLooks = 7;

/** The version that the usual reader is shown stays: of the kept resource, and of one of the youngest (4.2). */
export async function judgeVersionStays(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const recent = (await unlessInconclusive(siblings(on)))?.survivor?.own;
  const readBetween = readBetweenOn(on);
  await Promise.all(
    [own, ...(recent === undefined ? [] : [recent])].map((one) => judgeVersionStaysOf(on, one, readBetween)),
  );
}

/** One change is tolerated: a late effect of what was written before. */
async function judgeVersionStaysOf(on: Stage, own: OwnResource, readBetween: ReadBetween): Promise<void> {
  const wait = own.lastWriteAt + on.grace.readMs - on.clock.now();
  const versions: string[] = [];
  const exchanges = [];
  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await readBetween(own, look);
    const read = await readPatiently(on, own);
    const version = versionOf(read.value);
    if (version === undefined)
      return on.discarded('premise-failed', `a read of a resource of the suite was answered ${read.label}`);
    versions.push(version);
    exchanges.push(read);
  }
  if (versions.every((version) => sameNumber(version, versions[0] ?? ''))) return on.held();
  if (wait > 0) await on.clock.sleep(wait, awaited.age);
  let changes = 0;
  for (let look = 0; look < closerLooks; look += 1) {
    if (look > 0) await readBetween(own, looks + look);
    const read = await readOwn(on, own);
    const version = versionOf(read.value) ?? '';
    if (look > 0 && !sameNumber(version, versions.at(-1) ?? '')) changes += 1;
    versions.push(version);
    exchanges.push(read);
  }
  const [beside, last] = exchanges.slice(-2);
  if (changes >= 3 && beside !== undefined && last !== undefined)
    on.violated({
      expected: 'the same version while nothing is written',
      got: versions.join(', '),
      deviation: { kind: 'differ', beside },
      exchanges: [beside, last],
      reproduced: `${changes}/6`,
    });
  else if (changes > 1)
    on.undecided('flaky', `the version changed without a write by the suite: ${versions.join(', ')}`);
  else on.held();
}
