import { says } from '../../wire/status.ts';
import { refusalText } from '../../judging/answers/refusal-text.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { OverwriteName } from '../../contract/traits.ts';
import { besideOthers } from '../../judging/beside-others.ts';
import { notTested, unlessInconclusive } from '../../clause/thrown.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { requireConsent } from '../../implementation/permission.ts';
import type { Exchange } from '../../history/exchange.ts';
import { learnOverwrites, type Overwrites } from './overwrites.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';

/**
 * The overwrites of an operation, tried once a run; throws `Inconclusive` without consent.
 *
 * @throws Inconclusive if the operator has not consented
 */
export function overwritesOf(on: Stage, name: OverwriteName): Promise<Overwrites> {
  requireConsent(on, 'overwrite', endpoint(name).section);
  return learntOverwrites(on, name);
}

const learntOverwrites = oncePerRunFor(learnOverwrites);

/** Whether the vendor declares that overwrites reach nothing. */
export function hasNoTarget({ profile }: Pick<Stage, 'profile'>, name: OverwriteName): boolean {
  return profile.overwrite?.[name]?.target === 'none';
}

/**
 * The same overwrites if one was accepted; throws `Inconclusive` if none was, or if they are declared to reach nothing.
 *
 * @throws Inconclusive if none was, or the vendor declares that overwrites reach nothing
 */
export async function acceptedOverwrites(on: Stage, name: OverwriteName): Promise<Overwrites> {
  const { section } = endpoint(name);
  if (hasNoTarget(on, name))
    throw notTested({ code: 'declared-absent', text: `${section} is declared to have no target` });
  const overwrites = await overwritesOf(on, name);
  if (overwrites.first !== undefined) return overwrites;
  const { refused } = overwrites;
  const last = refused === undefined ? 'none' : `${refusalText(on, refused)}${besideOthers(refused)}`;
  throw notTested({
    code: 'premise-failed',
    text: `no overwrite at ${section} was accepted: the last answer was ${last}`,
    // Precondition Required (RFC 6585): a header is missing, whatever the target.
    supply: says(refused, 'condition required')
      ? `"samples": {"${section}": {"headers": {"If-Match": "*"}}}`
      : targetSupply(name),
  });
}

/** The line that declares which resource overwrites reach. */
export function targetSupply(name: OverwriteName): string {
  return `"overwrite": {"${name}": {"target": <body:/… or query:… that names the resource, singleton or none>}}`;
}

/** The resource that accepted overwrites change, if one is known and the operator permits overwrites. */
export async function overwrittenResource(on: Stage, name: OverwriteName): Promise<OwnResource | undefined> {
  const { readOnly, consent, without } = on.options;
  if (readOnly || !consent.has('overwrite') || without.has(endpoint(name).section)) return undefined;
  return (await unlessInconclusive(acceptedOverwrites(on, name)))?.own;
}

/** An overwrite as documented: the first attempt, unless its answer says that something is not supported. */
export async function overwriteSomething(on: Stage, name: OverwriteName): Promise<Exchange> {
  const overwrites = await overwritesOf(on, name);
  const known = overwrites.first ?? overwrites.refused;
  if (
    known?.succeeded === true ||
    (known?.is('turned away') === true && !says(known, 'method not allowed', 'media type not supported'))
  )
    return known;
  return await overwrites.attempt(on, on.writer, { canary: on.canary() });
}
