import { says } from '../../wire/status.ts';
import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { confirmations, notEveryTime, confirmRepeatedly, report } from '../../judging/confirm.ts';
import {
  keyedResource,
  keySupply,
  type KeyedResource,
  knownKey,
  readByKey,
} from '../../implementation/keys/keyed-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeKeyAfterChange, changedPair, keyAfterChange } from './changed-key.ts';
import { asName, valueAt, mentions } from '../../wire/json/pointer.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Sentence } from '../../judge/sentence.ts';
import { deviationsAt, valueIn } from '../../judging/answers/deviations-at.ts';
import { claimOf } from '../../judging/answers/flawed-answers.ts';
import { lastAnswer } from '../../world/operations/last-answer.ts';
import { isAnsweredAsById, sameMembers } from '../../world/resources/reads-by-key.ts';
import type { RecordedDeviation } from '../../world/shapes/recorded.ts';
import {
  compareByKey,
  judgeCompared,
  judgePair,
  anotherKeyed,
  readKnown,
  readUntilFound,
  readsByUnknownKeys,
} from './key-agreement.ts';

/** Judges whether a resource is read by its known key, after its create and after an update (4.3). */
export async function judgeKnownKey(on: Stage): Promise<void> {
  const keyed = await keyedResource(on);
  const first = await readKnown(on, keyed);
  if (first.is('noise')) return on.noise(first.label);
  if (first.succeeded || (await isFoundOnceIdsAre(on, keyed))) {
    on.held();
    return await judgeKeyAfterChange(on, keyed);
  }
  await confirmMissing(on, keyed, first);
}

/** At first, reads by id were refused too; once they succeed, the key reads the resource. */
async function isFoundOnceIdsAre(on: Stage, { own, ...keyed }: KeyedResource): Promise<boolean> {
  if ((await readOwn(on, own)).succeeded) return false;
  const window = { since: on.clock.now(), ms: on.grace.readMs };
  await settles(on.clock, window, async () => (await readOwn(on, own)).succeeded);
  return (await readUntilFound(on, { own, ...keyed })).succeeded;
}

/** Confirms that three resources are read by id, but not by key between two such reads. */
async function confirmMissing(on: Stage, keyed: KeyedResource, first: Exchange): Promise<void> {
  const answers: Exchange[] = [];
  for (let attempt = 0; attempt < confirmations; attempt += 1) {
    const one = attempt === 0 ? keyed : await anotherKeyed(on, keyed);
    const before = await readOwn(on, one.own);
    const read = await readUntilFound(on, one);
    const after = await readOwn(on, one.own);
    if (read.succeeded) return notEveryTime(on, 'a known key was not found', [first]);
    if (read.is('noise'))
      return on.undecided(
        'noise',
        `a known key was not found, and the repeated read was answered ${read.label}`,
        { exchanges: [first, read] },
      );
    if (!before.succeeded || !after.succeeded)
      return on.undecided('flaky', 'a known key was not found, nor was its resource by its id', {
        exchanges: [first, read],
      });
    answers.push(read);
  }
  const isMissing = answers.every((one) => says(one, 'no operation'));
  if (isMissing && keyed.declared)
    return on.violated({
      expected: `the resource with key ${keyed.key}`,
      deviation: { kind: 'status' },
      exchanges: answers.slice(-1),
      reproduced: `${confirmations}/${confirmations}`,
    });
  on.undecided(
    'no-key',
    `a read by the key found in the resource was answered ${first.label}`,
    keyed.declared ? { exchanges: [first] } : { supply: keySupply, exchanges: [first] },
  );
}

const words = {
  expected: 'an answer other than a server error',
  deviation: 'a read by a known key was answered with a server error',
};

/** Judges server errors to reads by a known key; undefined if no key is known (4.3). */
export async function judgeKeyErrors(on: Stage): Promise<'judged' | undefined> {
  const known = await knownKey(on).catch(() => undefined);
  if (known === undefined || !('keyed' in known)) return undefined;
  const { keyed } = known;
  const reads: Exchange[] = [];
  const confirmed = await confirmRepeatedly(on, {
    probe: async () => {
      reads.push(await readOwn(on, keyed.own));
      return await readByKey(on, keyed.key);
    },
    deviates: (one) => one.is('fault'),
  });
  if (confirmed.kind !== 'every-time') {
    report(on, confirmed, words);
    return 'judged';
  }
  const read = await readOwn(on, keyed.own);
  const [crash] = confirmed.exchanges;
  const isThere = [...reads, read].every(({ succeeded }) => succeeded);
  const isBlamed = isThere && (await namesTheResource(on, keyed, read));
  if (!isThere) notEveryTime(on, words.deviation, confirmed.exchanges);
  else if (!keyed.declared || !isBlamed || crash === undefined)
    on.undecided(
      'server-error',
      'a read by a key that may belong to a resource is answered with a server error',
      {
        exchanges: confirmed.exchanges,
        supply: keySupply,
      },
    );
  else
    on.violated({
      expected: words.expected,
      deviation: { kind: 'status', exchange: crash },
      exchanges: [
        { exchange: read, role: 'control' },
        { exchange: crash, role: 'probe', culprit: true },
      ],
      reproduced: `${confirmations}/${confirmations}`,
    });
  return 'judged';
}

/** Whether the resource shows this key, or an unknown key is answered differently. */
async function namesTheResource(on: Stage, { key }: KeyedResource, read: Exchange): Promise<boolean> {
  const { keyPointer } = on.facts;
  if (keyPointer !== undefined && asName(valueAt(read.value, keyPointer)) === key) return true;
  const [invented] = await readsByUnknownKeys(on);
  return invented !== undefined && !invented.is('fault', 'noise');
}

/** Reads a resource by its key and by its id, after its create and after a change. */
export async function readBothWays(on: Stage): Promise<void> {
  const keyed = await keyedResource(on);
  const [byId, byKey] = await Promise.all([readOwn(on, keyed.own), readUntilFound(on, keyed)]);
  if (!byKey.succeeded || !sameMembers(byId, byKey)) return;
  if (keyed.canary === '' || isOneForAll(on.facts)) return;
  await unlessInconclusive(changedPair(on, keyed));
}

/** An answer by key is an ExampleResource if it has the members of one: the contract shows no other form. */
export const keyedAnswersAreResources: Sentence<RecordedDeviation | 'as by id'> = {
  each: (world) =>
    isAnsweredAsById(world)
      ? [
          'as by id',
          ...deviationsAt(world, 'readByKey', ['ExampleResource', 'ObjectTypeProperty', 'ArrayItem']),
        ]
      : [],
  owes: (one) =>
    one === 'as by id' ? { met: 1 } : claimOf('readByKey', `${one.field}: ${one.expected}`, valueIn(one)),
  lack: ({ history }) => {
    const [byId, byKey] = [lastAnswer(history, 'readById'), lastAnswer(history, 'readByKey')];
    if (byId?.succeeded !== true || byKey?.succeeded !== true)
      return {
        code: 'premise-failed',
        text: `the reads were answered ${byId?.label ?? 'by nothing'} and ${byKey?.label ?? 'by nothing'}`,
      };
    return {
      code: 'variant-unshown',
      text: 'the answer by key has other members than the answer by id',
      supply: '"byKey": {"variants": [<a JSON Schema of each further body>]}',
    };
  },
};

/** Reads by key and by id show one resource, also after a change; an unknown key names no resource (4.3). */
export async function judgeNames(on: Stage, keyed: KeyedResource): Promise<void> {
  const compared = await compareByKey(on, keyed);
  judgeCompared(on, keyed, compared);
  const [byId] = compared.exchanges;
  const isOwn = keyed.canary !== '';
  if (isOwn && !isOneForAll(on.facts)) {
    const changed = await changedPair(on, keyed);
    if (changed === undefined) on.discarded('no-key', 'a second resource shows no key of its own');
    else judgeCompared(on, changed.keyed, changed.compared);
  }
  for (const exchange of await readsByUnknownKeys(on))
    // A body of an undocumented shape may mention any key.
    if (isOwn && sameMembers(byId, exchange) && mentions(exchange.value, keyed.canary))
      on.violated({
        expected: 'none of the suite’s resources for an unknown key',
        got: `${exchange.label} with the content of a resource with another key`,
        deviation: { kind: 'holds', text: keyed.canary },
        exchanges: [exchange],
      });
  if (!isOwn || !isOneForAll(on.facts)) return;
  // If all creates reach one resource, there is no second key, and no check may have written yet.
  await on.until('races');
  await on.own(async (own) => {
    const { key, before } = await keyAfterChange(on, own);
    if (key !== undefined) await judgePair(on, { own, key, before, declared: keyed.declared, canary: '' });
  });
}
