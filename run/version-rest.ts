import { sameNumber } from '../wire/numbers.ts';
import { keptResource } from './kept-resource.ts';
import { readOwn, versionOf } from './own-resource.ts';
import { readPatiently } from './patient-read.ts';
import type { Stage } from './stage.ts';

/** The version that the usual reader is shown of the kept resource stays, one late change apart. */
export async function judgeRest(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const wait = own.lastWriteAt + on.grace.readMs - on.clock.now();
  const versions: string[] = [];
  const exchanges = [];
  for (let look = 0; look < 3; look += 1) {
    const read = await readPatiently(on, own);
    const version = versionOf(read.value);
    if (version === undefined)
      return on.discarded('premise-failed', `a read of a resource of our own was answered ${read.label}`);
    versions.push(version);
    exchanges.push(read);
  }
  if (versions.every((version) => sameNumber(version, versions[0] ?? ''))) return on.held();
  if (wait > 0) await on.clock.sleep(wait);
  let changes = 0;
  for (let look = 0; look < 7; look += 1) {
    const read = await readOwn(on, own);
    const version = versionOf(read.value) ?? '';
    if (look > 0 && !sameNumber(version, versions.at(-1) ?? '')) changes += 1;
    versions.push(version);
    exchanges.push(read);
  }
  if (changes >= 3)
    on.violated({
      expected: 'one version while nothing is written',
      got: versions.join(', '),
      exchanges: exchanges.slice(-2),
      reproduced: `${changes}/6`,
    });
  else if (changes > 1)
    on.undecided('flaky', `the version changed without a write of ours: ${versions.join(', ')}`);
  else on.held();
}
