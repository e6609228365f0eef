import fc from 'fast-check';
import type { Exchange } from '../history/exchange.ts';
import { matchingUpdate } from '../implementation/updates/matching-update.ts';
import type { OwnResource } from '../implementation/resources/own-resource.ts';
import { holds } from '../implementation/section.ts';
import type { Stage } from '../implementation/stage.ts';
import { JsonNumber, writeJson, type JsonInput } from '../wire/json/json.ts';
import { sameNumber } from '../wire/json/numbers.ts';
import { aimed, farVersion, type StatedVersion } from './arbitraries/stated-version.ts';
import { updateActions } from './arbitraries/update-actions.ts';
import { checkCases, proved, type Failing } from './checked-cases.ts';
import { anyAction } from '../implementation/updates/known-actions.ts';
import { versionToState } from '../implementation/resources/read-own.ts';
import { blockedBy, unversioned } from '../implementation/blocked-by.ts';

interface Body {
  readonly stated: StatedVersion;
  /** All members except the version. */
  readonly members: Readonly<Record<string, JsonInput>>;
  /** Whether the version comes after the other members: a server that reads a body as a stream meets it last. */
  readonly versionLast: boolean;
  /** White space at the end: a server may read a long text in parts, and check none of the parts. */
  readonly padding: number;
}

/** Longer than the usual part. */
const longBody = 70_000;

const anyJson: fc.Arbitrary<JsonInput> = fc.jsonValue({ maxDepth: 2 });

/** Kinds of content in place of the actions; undefined for no content. */
const oddActions: readonly fc.Arbitrary<JsonInput | undefined>[] = [
  fc.constantFrom<JsonInput>([], null, {}, 'doSomeThing', [null], [[]], [{}], [{ action: 'doSomething' }]),
  updateActions().map((actions): JsonInput => [...actions, { action: 'unknownAction' }]),
  fc.constant(undefined),
  updateActions().map((actions): JsonInput => actions.map((one) => ({ ...one, undocumentedMember: 1 }))),
  fc
    .constantFrom<JsonInput>(null, true, -1.5, {}, [], ['a'])
    .map((someProperty): JsonInput => [{ action: 'changeSomeProperty', someProperty }]),
  anyJson,
  updateActions().map((actions): JsonInput => [...actions]),
  fc.constant<JsonInput>([{ action: 'doSomeThing' }]),
];

const extraMembers = fc.oneof(
  fc.constant({}),
  fc.constantFrom<Readonly<Record<string, JsonInput>>>(
    { force: true },
    { ignoreVersion: true },
    { versions: 1 },
    { id: 'a' },
    { objectTypeProperty: {} },
    { dryRun: false },
  ),
);

const bodies = oddActions.map((odd, at): fc.Arbitrary<Body> =>
  fc.record({ stated: farVersion, actions: odd, more: extraMembers }).map(({ stated, actions, more }) => ({
    stated,
    members: actions === undefined ? more : { ...more, actions },
    // True for every second kind, and for the first kind of plain actions.
    versionLast: at % 2 === 0,
    padding: at === oddActions.length - 1 ? longBody : 0,
  })),
);

/** No body with a mismatching version succeeds, whatever else it contains (4.10). */
export const arbitraryBodies = holds(
  '4.10/no-success-whatever-the-body',
  'any JSON for the actions, further members, and a version far from the actual one',
  {
    // Kinds that happen to state the actual version do not count.
    minimum: (reach) => Math.ceil((3 * reach) / 4),
    check: (on) =>
      on.own(async (own) => {
        const actual = await versionToState(on, own);
        if (actual === undefined) return on.discarded(...blockedBy(unversioned(on)));
        const mismatches: Exchange[] = [];
        await checkCases(on, { kinds: bodies, seed: on.seed, count: on.reach }, async ({ value }) => {
          const sent = await fire(on, own, actual, value);
          if (sent === undefined) return 'goes on';
          if (sent.exchange.succeeded) return taken(on, own, sent);
          mismatches.push(sent.exchange);
          return 'goes on';
        });
        const match = await matchingUpdate(on, own, [anyAction(on)]);
        for (const exchange of mismatches)
          if (exchange.is('noise')) on.noise(exchange.label);
          else if (match.kind === 'accepted') on.held();
          else on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
      }),
  },
);

interface Fired {
  readonly actual: string;
  readonly version: string;
  readonly exchange: Exchange;
}

async function fire(
  on: Stage,
  own: OwnResource,
  actual: string,
  { stated: drawn, members, versionLast, padding }: Body,
): Promise<Fired | undefined> {
  const version = aimed(drawn, actual, [])?.version;
  if (version === undefined || sameNumber(version, actual)) return undefined;
  const stated = new JsonNumber(version);
  const json = writeJson(versionLast ? { ...members, version: stated } : { version: stated, ...members });
  const exchange = await on.ask('update', {
    path: { id: own.id },
    body: new TextEncoder().encode(json + ' '.repeat(padding)),
    // Any JSON may replace the actions, including a list of them.
    bodyIs: 'either',
  });
  own.written(on.clock.now());
  if (!exchange.succeeded) on.refusedWrite({ endpoint: 'update', exchange, target: own });
  return { actual, version, exchange };
}

/** The most executions that shrink an accepted body; each reads the version and sends one update. */
const mostExecutions = 20;

/** One success is proof: the version was far from the actual version. */
function taken(on: Stage, own: OwnResource, seen: Fired): Failing<Body> {
  return proved(seen, {
    executions: mostExecutions,
    again: async (body) => {
      own.mayHaveMoved();
      const actual = await versionToState(on, own);
      const sent = actual === undefined ? undefined : await fire(on, own, actual, body);
      return sent?.exchange.succeeded === true ? sent : undefined;
    },
    report: ({ actual, version, exchange }, { value, seed, path }) =>
      on.violated({
        expected: 'no success (409, or another refusal)',
        got: `${exchange.label} for version ${version} while ${actual} was the actual version`,
        deviation: { kind: 'status', stated: 'other', actual },
        exchanges: [exchange],
        seed,
        path,
        counterexample: { actual, stated: version, ...value.members },
      }),
  });
}
