import fc from 'fast-check';
import type { AddressedName } from '../contract/traits.ts';
import { mentions } from '../wire/json/pointer.ts';
import { holds } from '../implementation/section.ts';
import { keptResource } from '../implementation/resources/kept-resource.ts';
import { readOwn, versionToState } from '../implementation/resources/read-own.ts';
import { sameMembers } from '../world/resources/reads-by-key.ts';
import type { Stage } from '../implementation/stage.ts';
import type { Exchange } from '../history/exchange.ts';
import { unknownName } from './arbitraries/reserved-text.ts';
import { checkCases, proved, type Failing } from './checked-cases.ts';
import { blockedBy, unversioned } from '../implementation/blocked-by.ts';
import { versionOf, type OwnResource } from '../implementation/resources/own-resource.ts';
import { lets } from '../world/callers/lets.ts';
import { kindOf } from '../judging/access/access.ts';
import { livenessOf } from '../implementation/callers/liveness.ts';
import type { Caller } from '../history/caller.ts';
import type { Evidence } from '../clause/clause.ts';
import type { Ask } from '../run/ask.ts';
import { update } from '../implementation/updates/changes.ts';
import { anyAction } from '../implementation/updates/known-actions.ts';
import { farVersion } from '../implementation/updates/wrong-versions.ts';
import { judgeEveryTime } from '../judging/confirm.ts';
import { JsonNumber } from '../wire/json/json.ts';
import { sameNumber } from '../wire/json/numbers.ts';
import { encodeComponent } from '../wire/target.ts';

/** A read by any unused id shows no resource of the run (4.2). */
export const unknownIds = holds(
  '4.2/reads-the-named-resource',
  'unknown ids of reserved characters, slashes and characters beyond ASCII',
  {
    check: (on) => tryUnknown(on, 'readById', on.reach),
  },
);

/** A read by any unused key shows no resource of the run (4.3). */
export const unknownKeys = holds(
  '4.3/names-the-resource-of-that-key',
  'unknown keys of reserved characters, slashes and characters beyond ASCII',
  {
    limits: ['key'],
    check: (on) => tryUnknown(on, 'readByKey', on.reach),
  },
);

/** A delete of a missing resource deletes no resource of the run (4.11). */
export const unknownDeletes = holds(
  '4.11/deletes-the-named-resource',
  'deletes of unknown ids of reserved characters, slashes and characters beyond ASCII',
  {
    check: (on) => tryUnknown(on, 'remove', on.reach),
  },
);

/** Executions that shrink a name that showed a resource; each is one request, and deletes may delete again. */
const mostExecutions = { readById: 20, readByKey: 20, remove: 4 } as const;

async function tryUnknown(on: Stage, name: AddressedName, count: number): Promise<void> {
  if (on.made.length === 0)
    return on.discarded('premise-failed', 'there is no resource of ours that could be shown');
  await checkCases(on, { kinds: [unknownName()], seed: on.seed, count }, async (one) => {
    const exchange = await askUnknown(on, name, one.value);
    if (exchange.is('noise')) on.noise(exchange.label);
    else if ((await shownBy(on, exchange)) === undefined) on.held();
    else return shown(on, name, exchange);
    return 'goes on';
  });
}

function askUnknown(on: Stage, name: AddressedName, unknown: string): Promise<Exchange> {
  return on.ask(name, {
    path: name === 'readByKey' ? { key: unknown } : { id: unknown },
    mayNotExist: true,
  });
}

/** The resource of the run that the answer shows; by key, an answer of an undocumented shape may mention any resource. */
async function shownBy(on: Stage, exchange: Exchange): Promise<Stage['made'][number] | undefined> {
  const resource = exchange.succeeded
    ? on.made.find(({ canary }) => mentions(exchange.value, canary))
    : undefined;
  if (resource === undefined || exchange.endpoint !== 'readByKey') return resource;
  const { own } = await keptResource(on);
  return sameMembers(await readOwn(on, own), exchange) ? resource : undefined;
}

/** One answer is proof; the smallest name with that answer shows the cause. */
function shown(on: Stage, name: AddressedName, seen: Exchange): Failing<string> {
  return proved(seen, {
    executions: mostExecutions[name],
    again: async (unknown) => {
      const exchange = await askUnknown(on, name, unknown);
      return (await shownBy(on, exchange)) === undefined ? undefined : exchange;
    },
    report: async (last, { value, seed, path }) => {
      const resource = await shownBy(on, last);
      on.violated({
        expected: 'no resource, for no resource is named so',
        got: `${last.label} with ${resource?.canary ?? ''}, which resource ${resource?.id ?? ''} was made with`,
        deviation: { kind: 'holds', text: resource?.canary ?? '' },
        exchanges: [last],
        counterexample: value,
        seed,
        path,
      });
    },
  });
}

/** The letter of a path that is written as its octet. */
interface Spelling {
  /** The part of the path with the letter. */
  readonly part: 'projectKey' | 'resource' | 'id';
  /** The index of the letter among letters and digits of the part, wrapped around. */
  readonly letter: number;
}

// The id comes last, because a script that creates its own resource cannot insert another id.
const spellings: readonly fc.Arbitrary<Spelling>[] = (['projectKey', 'resource', 'id'] as const).map((part) =>
  fc.record({ part: fc.constant(part), letter: fc.nat({ max: 7 }) }),
);

/**
 * The path of a resource with one letter percent-encoded. By RFC 3986 (6.2.2.2) this is the same path: a
 * server that guards the written path but serves the decoded path guards nothing.
 */
export function spelledPath(projectKey: string, id: string, { part, letter }: Spelling): string {
  const parts = { projectKey, resource: 'resource', id };
  const written = Object.entries(parts).map(([name, text]) =>
    name === part ? withOctet(text, letter) : encodeComponent(text),
  );
  return `/${written.join('/')}`;
}

function withOctet(text: string, letter: number): string {
  const places = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index);
  const at = places[letter % places.length];
  if (at === undefined) return encodeComponent(text);
  const octet = text.charCodeAt(at).toString(16).toUpperCase();
  return `${encodeComponent(text.slice(0, at))}%${octet}${encodeComponent(text.slice(at + 1))}`;
}

/** An update with a wrong version is not accepted because a letter of its path is percent-encoded (4.10). */
export const spelledUpdates = holds(
  '4.10/conflict-on-mismatch',
  'wrong versions under a path with one letter percent-encoded, which names the same resource or none',
  {
    phase: 'late',
    // Fewer cases than in other properties: the effect depends only on the part of the path that has the letter.
    minimum: () => 0,
    check: (on) =>
      on.own((own) =>
        checkCases(on, { kinds: spellings, seed: on.seed, count: spellings.length }, async ({ value }) => {
          await judgeSpelledUpdate(on, own, spelledPath(on.options.projectKey, own.id, value));
          return 'goes on';
        }),
      ),
  },
);

async function judgeSpelledUpdate(on: Stage, own: OwnResource, target: string): Promise<void> {
  const actual = await versionToState(on, own);
  if (actual === undefined) return on.discarded(...blockedBy(unversioned(on)));
  const stated = farVersion(actual);
  const send = (path: Pick<Ask, 'target'>): Promise<Exchange> =>
    update(on, own, new JsonNumber(stated), [anyAction(on)], path);
  // A page for any path is a success too: only a changed version shows that the update was accepted.
  const moved = new Set<Exchange>();
  let latest = actual;
  const probe = async (): Promise<Exchange> => {
    const exchange = await send({ target });
    if (!exchange.succeeded) return exchange;
    const shown = versionOf((await readOwn(on, own)).value);
    if (shown !== undefined && !sameNumber(shown, latest)) moved.add(exchange);
    latest = shown ?? latest;
    return exchange;
  };
  const seen = await probe();
  // An update that the usual path also accepts does not depend on the spelling; other checks find it.
  if (moved.has(seen) && (await send({})).succeeded) return;
  await judgeEveryTime(on, {
    ...(moved.has(seen) ? { seen } : {}),
    probe,
    deviates: (one) => moved.has(one),
    words: {
      expected: '409, as under the usual path',
      got: `${seen.label} for version ${stated} while ${actual} was the actual version, under ${target}`,
      as: { kind: 'status', stated: 'other', actual },
      deviation: `an update with version ${stated} was accepted under ${target}`,
      counterexample: { stated, actual, path: target },
    },
  });
}

/** A refused caller stays refused if a letter of the path is percent-encoded (4.2). */
function spelledReadsBy(
  clause: '4.2/refused-without-token' | '4.2/refused-to-other-scopes',
  title: string,
  callerOf: (on: Stage) => Promise<Caller | undefined>,
): Evidence<Stage> {
  return holds(clause, title, {
    // One case for each part of the path, as above.
    minimum: () => 0,
    check: async (on) => {
      const as = await callerOf(on);
      if (as === undefined) return;
      const { own } = await keptResource(on);
      const path = { id: own.id };
      const refused = await on.ask('readById', { path, as });
      // A caller who has access by the usual path does not depend on the spelling; other checks find this.
      // The parser may end the connection of an odd path.
      if (!refused.is('turned away') || refused.isWordless) return;
      await checkCases(on, { kinds: spellings, seed: on.seed, count: spellings.length }, async (one) => {
        const { value, ...drawn } = one;
        const target = spelledPath(on.options.projectKey, own.id, value);
        const probe = await on.ask('readById', { path, as, target });
        // A page for any path, or an error with a success status, shows no resource.
        const isShown = probe.succeeded && probe.object?.['version'] !== undefined;
        if (probe.is('noise')) on.noise(probe.label);
        else if (!isShown) on.held();
        if (!isShown) return 'goes on';
        on.violated({
          expected: `no access for ${as.label}, as under the usual path`,
          got: `${probe.label} with the resource under ${target}`,
          deviation: { kind: 'status' },
          exchanges: [
            { exchange: refused, role: 'control' },
            { exchange: probe, role: 'probe', culprit: true },
          ],
          counterexample: { path: target },
          ...drawn,
        });
        return 'ends';
      });
    },
  });
}

const spelledOtherwise = 'paths with one letter percent-encoded, which name the same resource or none';

/** A caller without a token, and a holder of other scopes with a valid token. */
export const spelledReads: readonly Evidence<Stage>[] = [
  spelledReadsBy('4.2/refused-without-token', spelledOtherwise, (on) => Promise.resolve(on.callers.none)),
  spelledReadsBy('4.2/refused-to-other-scopes', `${spelledOtherwise}, with another scope`, async (on) => {
    const other = on.callers.supplied.find(
      (one) => lets('readById', one, on.options.projectKey) === 'out' && kindOf(one) === 'other scopes',
    );
    return other !== undefined && (await livenessOf(on, other)) === 'live' ? other : undefined;
  }),
];
