import { defined } from '../clause/defined.ts';
import { isOneForAll } from '../implementation/learnt.ts';
import { notTested, unlessInconclusive } from '../clause/thrown.ts';
import { memberOf, observedMember } from '../clause/declarations.ts';
import type { Exchange } from '../history/exchange.ts';
import { noIds } from '../implementation/id-source.ts';
import { matchingUpdate } from '../implementation/updates/matching-update.ts';
import { reusedVersions } from '../world/resources/reused-versions.ts';
import { versionOf, type OwnResource } from '../implementation/resources/own-resource.ts';
import { section } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { judgeHistory } from '../judging/state-versions.ts';
import { sameJson } from '../wire/json/json.ts';
import { integerValue, sameNumber } from '../wire/json/numbers.ts';
import { changeTo } from '../implementation/updates/changes.ts';
import { anyAction } from '../implementation/updates/known-actions.ts';
import { versionAfter } from '../implementation/resources/lag.ts';
import { confirmations, notEveryTime } from '../judging/confirm.ts';
import { oncePerRun } from '../implementation/once-per-run.ts';
import { blockedBy } from '../implementation/blocked-by.ts';

export const versioning = section('Versioning', 'Versioning', ({ must, open }) => {
  must('Versioning/next-version-is-accepted', ['4.10/version', 'Versioning/1'], {
    statement:
      'After a successful update, the server accepts a further update that states the version that a read has shown since.',
    sends:
      'POST /{projectKey}/resource/{id} repeatedly, each with the version that GET /{projectKey}/resource/{id} has shown since the previous one',
    violation:
      'In a chain of updates, the server keeps answering 409 to an update that states the freshly read version.',
    rationale:
      'Each update states the version that a read shows once any replica lag has passed; the resource has no concurrent writer.',
    causes: [
      'Has the version reached a limit, for example the limit of a small integer type or of a history?',
      'Does a write elsewhere, such as an image, change the version that the stated version is compared with?',
    ],
    check: async (on) => {
      // A resource that other checks have changed may accept no update at all: a separate resource shows since when.
      if ((await on.own((own) => judgeChain(on, own))) === 'none accepted')
        if ((await on.fresh((own) => judgeChain(on, own))) === 'none accepted')
          on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
    },
  });

  must('Versioning/states-differ-in-version', ['ExampleResource/version'], {
    statement:
      'The server never gives one version to two states of a resource that differ in a value that updates change.',
    sends:
      'POST /{projectKey}/resource/{id} with changeSomeProperty repeatedly, each followed by GET /{projectKey}/resource/{id}; two concurrent POST /{projectKey}/resource with different content',
    violation:
      'In a chain of accepted updates two settled reads show the same version but different values of the property that the updates change.',
    rationale:
      'A version that does not distinguish two states is no version; equal states may share a version. The contract does not say that a create changes the version of the resource that it updates: if two creates share id and version, the clause stays undecided.',
    causes: [
      'Does the server compare a change loosely (case, 1 and 01), and find none?',
      'Does the version wrap around, or alternate?',
      'Do all updates within one moment get the same version, such as a timestamp in seconds?',
    ],
    limits: ['action-effect'],
    check: async (on) => {
      await on.own((own) => judgeHistory(on, own, Math.max(4, on.options.depth.longHistory)));
      await judgeCreates(on);
      await judgeReused(on);
    },
  });

  open('Versioning/creates-differ', ['ExampleResource/version', '4.6/purpose'], {
    statement:
      'Whether creates with different content are answered with different ids, or with different versions.',
    sends: 'two concurrent POST /{projectKey}/resource with different content',
    rationale:
      'The contract does not say that a create changes the version of the resource that it updates; if two states share id and version, optimistic concurrency has no meaning.',
    check: async (on) => {
      const { rounds, ids, versions } = await twoCreates(on);
      on.observe({ ids, versions }, { suspect: rounds.length === confirmations && { why: sharedVersion } });
    },
  });

  open('Versioning/step', ['ExampleResource/version', 'Versioning/1'], {
    statement: 'The first version, and how each version follows the previous one.',
    sends:
      'POST /{projectKey}/resource, then POST /{projectKey}/resource/{id} three times with the actual version',
    rationale: 'Initial value, step and order are not shown.',
    declares: [
      {
        key: 'version.step',
        met: (declared, observed) => {
          const step = observedMember(observed, 'step');
          if (step === undefined || declared === 'arbitrary') return step === undefined ? undefined : true;
          return declared === 'increasing' ? step !== 'arbitrary' : step === declared;
        },
        draft: (observed) => observedMember(observed, 'step'),
      },
      memberOf('version.initial', 'initial'),
    ],
    check: (on) =>
      on.fresh(async (own) => {
        const born = own.born === undefined ? undefined : versionOf(own.born.value);
        const versions: string[] = [];
        for (let step = 0; step < 3; step += 1) {
          const match = await matchingUpdate(on, own, [anyAction(on)]);
          if (match.kind === 'accepted') versions.push(match.stated);
        }
        if (versions.length < 3) return on.discarded('premise-failed', 'too few updates were accepted');
        const values = versions.map((version) => integerValue(version) ?? 0n);
        const steps = values.slice(1).map((value, at) => value - (values[at] ?? 0n));
        const step = steps.every((one) => one === 1n)
          ? 'plusOne'
          : steps.every((one) => one > 0n)
            ? 'increasing'
            : 'arbitrary';
        const initial = Number(born);
        on.observe({
          versions,
          step,
          ...(Number.isSafeInteger(initial) && !isOneForAll(on.facts) ? { initial } : {}),
        });
      }),
  });

  open('Versioning/bumps', ['ExampleResource/version', 'Versioning/1'], {
    statement: 'Which updates change the version.',
    sends: 'POST /{projectKey}/resource/{id} twice with the same value, then GET /{projectKey}/resource/{id}',
    rationale: 'Updates without effect may keep the version.',
    declares: [
      memberOf('update.bumps.doSomeThing', 'doSomeThing'),
      memberOf('update.bumps.changeSomeProperty', 'changeSomeProperty'),
      memberOf('update.noopBumps', 'noop'),
    ],
    check: (on) =>
      on.own(async (own) => {
        const same = on.canary();
        const first = await matchingUpdate(on, own, [changeTo(same)]);
        const second = await matchingUpdate(on, own, [changeTo(same)]);
        if (first.kind !== 'accepted' || second.kind !== 'accepted')
          return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
        own.forget();
        const after = await versionAfter(on, own, [first.stated, second.stated]);
        const { doSomeThing, changeSomeProperty } = on.facts.moves;
        on.observe({
          ...defined({ doSomeThing, changeSomeProperty }),
          ...(after === undefined ? {} : { noop: !sameNumber(after, second.stated) }),
        });
      }),
  });
});

const sharedVersion =
  'Two creates with different content are answered with the same id and the same version.';

/** Pairs of simultaneous creates: the difference of the last pair, and the earlier pairs with different content and with none. */
const twoCreates = oncePerRun(async (on: Stage) => {
  const rounds: (readonly Exchange[])[] = [];
  for (;;) {
    const [one, other] = await Promise.all([on.create(), on.create()]);
    if (one.own === undefined || other.own === undefined) throw notTested(on.facts.noResource ?? noIds(on));
    const pair = [one.exchange, other.exchange];
    const [v1, v2] = pair.map(({ value }) => versionOf(value));
    const [c1, c2] = pair.map(({ object }) => object?.['objectTypeProperty']);
    const ids = one.own.id === other.own.id ? 'one' : 'different';
    const versions = v1 !== undefined && v2 !== undefined && sameNumber(v1, v2) ? 'one' : 'different';
    const areAlike = c1 === undefined || c2 === undefined || sameJson(c1, c2);
    const isShared = ids === 'one' && versions === 'one' && !areAlike;
    if (isShared) rounds.push(pair);
    if (!isShared || rounds.length === confirmations) return { ids, versions, rounds };
  }
});

/** Two states that creates made, with one id and one version: undecided, since creates need not change it. */
async function judgeCreates(on: Stage): Promise<void> {
  const created = await unlessInconclusive(twoCreates(on));
  const last = created?.rounds.at(-1);
  if (created === undefined || last === undefined) return;
  const text = 'two creates with different content were answered with the same id and the same version';
  if (created.rounds.length < confirmations) return notEveryTime(on, text, last);
  on.suspect(sharedVersion);
  on.undecided('two-readings', text, { exchanges: last });
}

/** Updates anywhere in the run that were accepted on two states of one resource, each shown with the version they stated. */
async function judgeReused(on: Stage): Promise<void> {
  await on.until('end');
  const reused = reusedVersions(on.world.history, on.facts.pointer);
  const inARow = reused.filter((one) => one.inARow);
  const last = inARow.at(-1) ?? reused.at(-1);
  if (last === undefined) return;
  const { first, second, update } = last;
  const exchanges = [first.exchange, second.exchange, update];
  if (inARow.length < confirmations)
    return notEveryTime(on, 'updates were accepted on two states with the same version', exchanges);
  on.violated({
    expected: `no other state at version ${second.version}`,
    got: `${first.value ?? 'no value'} and ${second.value ?? 'no value'}: an update with version ${second.version} was accepted on both`,
    deviation: { kind: 'reused-version' },
    exchanges,
    reproduced: `${inARow.length}/${inARow.length}`,
  });
}

/** Three updates one after the other, each with the version that is read after the previous one. */
async function judgeChain(on: Stage, own: OwnResource): Promise<'told' | 'none accepted'> {
  let accepted = 0;
  for (let step = 0; step < 3; step += 1) {
    const match = await matchingUpdate(on, own, [anyAction(on)], { insist: step > 0 });
    if (match.kind === 'noise') {
      on.noise(match.exchange.label);
      return 'told';
    }
    if (match.kind === 'accepted') {
      accepted += 1;
      if (step > 0) on.held();
      continue;
    }
    if (match.kind !== 'conflict' || accepted === 0) return 'none accepted';
    if (match.settled >= 3)
      on.violated({
        expected: `version ${match.stated}, which a read shows after ${accepted} updates, to be accepted`,
        deviation: { kind: 'status', stated: 'actual' },
        exchanges: match.exchanges.slice(-1),
        reproduced: `${match.settled}/${match.exchanges.length}`,
      });
    else
      on.undecided('flaky', 'an update with the freshly read version was answered 409', {
        exchanges: match.exchanges.slice(-1),
      });
    return 'told';
  }
  return 'told';
}
