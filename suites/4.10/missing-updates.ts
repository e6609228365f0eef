import { says } from '../../wire/status.ts';
import { provesEachScope } from '../../implementation/callers/standing.ts';
import { isAlike, saidIn } from '../../implementation/callers/same-answers.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';
import { deleteOwn, withDisposable } from '../../implementation/resources/disposable.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import { insist } from '../../implementation/insist.ts';
import { encodeComponent } from '../../wire/target.ts';
import { type Ask } from '../../run/ask.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import type { Conclusion } from '../../judge/sentence.ts';
import { confirmations, confirmRepeatedly } from '../../judging/confirm.ts';
import type { Doubt } from '../../world/circumstances/circumstance.ts';
import type { Claim } from '../../world/claim.ts';

/** The same update: of a resource that reads show, under an undocumented path, and of an unknown id. */
interface Round {
  readonly id: string;
  readonly known: Exchange;
  readonly elsewhere: Exchange;
  readonly unknown: Exchange;
  /** Reads show the resource before and after, and its id is declared or accepted by a delete. */
  readonly isThere: boolean;
}

/**
 * Checks whether POST by id is missing if every caller was answered 404. It does not find three resources
 * that the same caller reads. And its answer equals the answer to unknown paths, or the caller holds the
 * declared scopes, so that nothing but a scope could hide them.
 */
export async function missingUpdates(on: Stage): Promise<Conclusion | undefined> {
  const rounds: Round[] = [];
  const confirmed = await confirmRepeatedly(on, {
    probe: async () => {
      const round = await askRound(on);
      rounds.push(round);
      return round.known;
    },
    deviates: (one) => says(one, 'not found') && rounds.at(-1)?.isThere === true,
  });
  const areMany = new Set(rounds.map(({ id }) => id)).size === rounds.length;
  if (confirmed.kind !== 'every-time' || !areMany || rounds.length < confirmations) return undefined;
  return sayMissing(rounds) || (await isDeclaredGranted(on))
    ? missing(rounds.map(({ known }) => known))
    : undecided(on, rounds);
}

function missing(exchanges: readonly Exchange[]): Conclusion {
  const claim: Claim = {
    kind: 'absent',
    at: 'update',
    expected: 'the update to find the resource that the same caller reads',
    got: exchanges.at(-1)?.label ?? '',
    deviation: { kind: 'status' },
    shown: { exchanges: exchanges.slice(-1), reproduced: `${exchanges.length}/${exchanges.length}` },
  };
  return { met: 0, broken: [claim], doubts: [] };
}

function undecided(on: Stage, rounds: readonly Round[]): Conclusion {
  const { updater } = on.facts;
  const isDeclared = on.profile.auth?.['4.10'] !== undefined;
  const doubt: Doubt = {
    code: 'two-readings',
    text: isDeclared
      ? `${updater.label} reads what POST by id answers 404, and is not known to hold a scope that auth.4.10 names`
      : `${updater.label} reads what POST by id answers 404, and the scopes that POST by id needs are not shown`,
    readings: [
      'the operation is missing: the server does not handle POST by id',
      'the 404 conceals that the token lacks a scope: declare which scope it needs, and supply a token with that scope',
    ],
    exchanges: rounds.slice(-1).map(({ known }) => known),
    ...(isDeclared
      ? {}
      : { supply: '"auth": {"4.10": {"required": true, "anyOf": [<scope that grants POST by id>]}}' }),
  };
  const suspicion = 'POST by id does not find a resource that reads show.';
  return { met: 0, broken: [], doubts: [doubt], suspicion };
}

async function askRound(on: Stage): Promise<Round> {
  const as = on.facts.updater;
  return await withDisposable(on, async (disposable) => {
    await afterReplicaLag(on, disposable);
    const before = await readOwn(on, disposable, as);
    const stated = (await versionToState(on, disposable)) ?? '1';
    const json = { version: new JsonNumber(stated), actions: [anyAction(on)] };
    const ask = (where: Ask): Promise<Exchange> => insist(() => on.ask('update', { as, json, ...where }));
    const known = await ask({ path: { id: disposable.id } });
    const target = [on.options.projectKey, on.canary(), on.canary()].map(encodeComponent).join('/');
    const elsewhere = await ask({ target: `/${target}` });
    const unknown = await ask({ path: { id: on.canary() }, mayNotExist: true });
    const isRead = before.succeeded && (await readOwn(on, disposable, as)).succeeded;
    const isId = on.facts.idSource?.declared === true || (await deleteOwn(on, disposable)).succeeded;
    return { id: disposable.id, known, elsewhere, unknown, isThere: isRead && isId };
  });
}

/** Each answer equals the answer to a path that does not exist, and differs from the answer to an unknown id. */
function sayMissing(rounds: readonly Round[]): boolean {
  const [first, second] = rounds.map(({ unknown }) => saidIn(unknown));
  if (first === undefined || second === undefined) return false;
  if (rounds.some(({ unknown }) => unknown.is('noise'))) return false;
  return rounds.every(({ known, elsewhere }) => {
    const [one, other] = [saidIn(known), saidIn(elsewhere)];
    const isSame =
      one.status === other.status && one.mediaType === other.mediaType && one.text === other.text;
    return isSame && !isAlike(one, first, second);
  });
}

/** The vendor declares who may use POST by id, and the caller was seen to be such a caller. */
async function isDeclaredGranted(on: Stage): Promise<boolean> {
  const declared = on.profile.auth?.['4.10'];
  if (declared === undefined) return false;
  if (!declared.required) return true;
  const { updater } = on.facts;
  const { projectKey } = on.options;
  const suffices = declared.anyOf?.some((scope) => updater.scopes.has(`${scope}:${projectKey}`)) ?? true;
  return suffices && (await provesEachScope(on, updater));
}
