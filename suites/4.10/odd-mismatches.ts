import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import type { BodyIntent } from '../../run/body-intent.ts';
import { writeJson, type JsonInput } from '../../wire/json/json.ts';
import { statedBy, farVersion, oddMismatches } from '../../implementation/updates/wrong-versions.ts';
import { matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { changeTo } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { Stage } from '../../implementation/stage.ts';
import { sendMismatches, sendMismatch } from '../../implementation/updates/send-mismatches.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';
import { judgeEveryTime } from '../../judging/confirm.ts';
import { judgeBatch } from './conflicts.ts';
import { reversed } from './spellings.ts';
import type { Mismatch, SentMismatch, MismatchBatch } from '../../implementation/updates/mismatch-batch.ts';

/** What is odd about a mismatch for which a refusal other than 409 may be defended. */
type Odd = 'versions' | 'bodies';

/** Actions that go with the odd versions, and that must be accepted after the odd bodies. */
const plain = (on: Stage) => [anyAction(on)];

/** A batch of mismatches that are odd in one way, sent once per run. */
export const oddBatch = oncePerRunFor((on: Stage, odd: Odd): Promise<MismatchBatch> =>
  on.own(async (own) => await sendMismatches(on, own, plain(on), await aimOf(on, own, odd))),
);

async function aimOf(
  on: Stage,
  own: OwnResource,
  odd: Odd,
): Promise<(actual: string) => readonly Mismatch[]> {
  if (odd === 'versions') return oddMismatches;
  if (own.value === undefined) await matchingUpdate(on, own, plain(on));
  const bodies = oddBodies(own.value);
  return (actual) =>
    [
      ...bodies.map(([label, actions, bodyIs]) => ({ label, actions, ...defined({ bodyIs }) })),
      ...oddForms,
    ].map((odd) => ({ ...odd, version: farVersion(actual), far: true }));
}

/** Content in place of the actions, with its intent if it is no list of actions. */
type OddBody = readonly [label: string, actions: JsonInput, bodyIs?: BodyIntent];

/** Plain actions in a body that is labelled or spelled in another way. */
const oddForms: readonly Pick<Mismatch, 'label' | 'contentType' | 'spelling'>[] = [
  { label: 'a parameter of the media type', contentType: 'application/json; charset=utf-8' },
  { label: 'the version after the actions', spelling: (body) => writeJson(reversed(body)) },
];

function oddBodies(value: string | undefined): readonly OddBody[] {
  return [
    ['no actions', []],
    ['an unknown action', [{ action: 'unknownAction' }]],
    ['a value missing', [{ action: 'changeSomeProperty' }]],
    ['a number for a text', [{ action: 'changeSomeProperty', someProperty: 7 }], 'ill-typed'],
    ['null for the actions', null, 'ill-typed'],
    // A server that takes this for a change without effect may skip the comparison of versions.
    ...(value === undefined ? [] : [['the value that it has', [changeTo(value)]] as const]),
  ];
}

/** No mismatch is accepted, even with an odd version or body (4.10). */
export async function judgeOddMismatches(on: Stage, odd: Odd): Promise<void> {
  const batch = await oddBatch(on, odd);
  await on.own((own) => judgeBatch(on, own, plain(on), batch, 'no success'));
}

/** Odd mismatches are refused with 409 like other mismatches: a recommendation (4.10). */
export async function judgeOddConflicts(on: Stage): Promise<void> {
  for (const odd of ['versions', 'bodies'] as const) {
    const { match, mismatches, aimed } = await oddBatch(on, odd);
    if (match.kind !== 'accepted') {
      on.discarded('refused-by-unknown-validation', 'no update with the actual version was accepted');
      continue;
    }
    const refused = mismatches.filter(({ exchange, probe }) => exchange.is('refused') && holdsList(probe));
    const others = refused.filter(({ exchange }) => !says(exchange, 'conflict'));
    on.held(refused.length - others.length);
    const [first] = others;
    if (first !== undefined) await judgeOther(on, first, aimed, others.length);
  }
}

/** A server that parses the body before it compares the version may refuse a body without a list of actions. */
function holdsList({ actions, contentType }: Mismatch): boolean {
  return contentType === undefined && (actions === undefined || Array.isArray(actions));
}

async function judgeOther(on: Stage, { probe, exchange }: SentMismatch, aimed: string, of: number) {
  const more = of > 1 ? `, and ${of - 1} more like it` : '';
  await judgeEveryTime(on, {
    seen: exchange,
    probe: () => on.own((own) => sendMismatch(on, own, probe, plain(on))),
    deviates: (one) => one.is('refused') && !says(one, 'conflict'),
    words: {
      expected: '409, as for any other version that differs',
      got: `${exchange.label} for version ${probe.version} (${probe.label}) while ${aimed} was the actual version${more}`,
      as: { kind: 'status', stated: statedBy(probe), actual: aimed },
      deviation: `a mismatch (${probe.label}) was answered ${exchange.label}`,
      counterexample: {
        stated: probe.version,
        actions: probe.actions === undefined ? 'as sent' : probe.actions,
      },
    },
  });
}
