import { versionsMoveTogether } from '../../implementation/learnt.ts';
import { defined } from '../../clause/defined.ts';
import { operation } from '../../contract/endpoints.ts';
import { namesWith, type OverwriteName } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import { sameShape, type AccessCase } from '../../judging/access/access-case.ts';
import { accessRound } from '../../judging/access/access-round.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { acceptedOverwrites, targetSupply } from './accepted.ts';
import type { Overwrites } from './overwrites.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { mentions, mentionsAt } from '../../wire/json/pointer.ts';
import { stateShows } from '../../judging/effects/state.ts';
import { refuses } from '../../judging/access/refusal.ts';
import { contentsDiffer, versionsDiffer } from '../../implementation/resources/same-state.ts';
import type { Stage } from '../../implementation/stage.ts';
import { foreignWrites, isForeign } from '../../judging/effects/foreign.ts';
import { effectOf } from '../../judging/effects/crowd.ts';
import { tried, type Trial } from '../../judging/effects/effect.ts';
import { reportEffect } from '../../judging/effects/reported-effect.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { laterPages, showsAll } from '../../judging/surveys/later-pages.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';
import { insist } from '../../implementation/insist.ts';

/** Who may overwrite: insufficient callers state the actual version of the resource that sufficient callers overwrite. */
export function overwriting(name: OverwriteName): AccessCase {
  return {
    endpoint: name,
    prepare: async (on) => {
      const overwrites = await acceptedOverwrites(on, name);
      const witness = await witnessAt(on, overwrites.endpoint);
      const effective = new Set<Exchange>();
      const refusals = new Refusals(overwrites);
      return {
        once: true,
        supply: targetSupply(name),
        control: async (stage, as) => {
          if (witness.looking !== undefined) witness.after ??= await overwrites.look(stage);
          return await refusals.control(stage, as);
        },
        refusesNothing: (_stage, refusal) => Promise.resolve(refusals.whyVain(refusal)),
        ask: async (stage, as) => {
          witness.looking ??= overwrites.look(stage);
          witness.before = await witness.looking;
          const canary = stage.canary();
          const exchange = await refusals.ask(stage, as, canary);
          if (refuses(stage, exchange)) witness.refused.push({ exchange, canary });
          // A lost overwrite may have been accepted.
          else if (exchange.is('noise')) witness.granted = true;
          else if (exchange.succeeded) {
            witness.granted = true;
            const look = await overwrites.look(stage);
            if (mentions(look?.value, canary)) effective.add(exchange);
          }
          return exchange;
        },
        shows: (control) => control.succeeded,
        grants: (probe, control) => (effective.has(probe) || sameShape(probe, control) ? 'granted' : 'open'),
      };
    },
  };
}

/** What happened to the resource while only refused overwrites were sent. */
interface Witness {
  /** One read for all callers who send at the same time. */
  looking: Promise<Exchange | undefined> | undefined;
  before: Exchange | undefined;
  after: Exchange | undefined;
  /** Whether an insufficient caller was granted access meanwhile. */
  granted: boolean;
  readonly refused: { readonly exchange: Exchange; readonly canary: string }[];
}

const witnessAt = oncePerRunFor((_on: Stage, _name: OverwriteName): Promise<Witness> =>
  Promise.resolve({ looking: undefined, before: undefined, after: undefined, granted: false, refused: [] }),
);

/** A refused overwrite changes nothing, immediately or later (part "Authentication"). */
export function refusedOverwriteHasNoEffect(name: OverwriteName): Statement<Stage> {
  return {
    statement: 'When the server refuses an overwrite, it leaves the resource as it was, then and later.',
    sends: `${operation(name)} by insufficient callers, then GET /{projectKey}/resource/{id}`,
    violation:
      'The resource that accepted overwrites change shows the content of a refused overwrite. Or a refused overwrite changes its version or content, three times, while nothing changes over the same time without an overwrite.',
    rationale:
      'The resource has no concurrent writer, and the shown string occurs in no other request; if no read shows accepted overwrites, the clause stays untested.',
    causes: [
      'Is the overwrite performed before the scopes are checked?',
      'Is the version incremented for each attempt, even for a refused attempt?',
    ],
    blocks: 'when-seen',
    check: async (on) => {
      const overwrites = await acceptedOverwrites(on, name);
      const witness = await witnessAt(on, overwrites.endpoint);
      await accessRound(on, overwriting(name));
      if (witness.refused.length === 0) return on.discarded('premise-failed', 'no overwrite was refused');
      if (overwrites.place !== 'own') return await judgeInCollection(on, overwrites, witness);
      if (shown(on, witness, witness.after)) return;
      if (foreign(on, witness)) return;
      const standsStill = witness.granted || unchanged(on, witness.before, witness.after);
      if (!standsStill && (await comesAgain(on, overwrites, witness))) return;
      await on.until('late');
      const late = await overwrites.look(on);
      if (shown(on, witness, late)) return;
      if (foreign(on, { before: witness.after, after: late })) return;
      if (late?.is('noise') === true) on.noise(late.label);
      else on.held();
    },
  };
}

/** If accepted overwrites change or create another resource, lists may show their content. */
async function judgeInCollection(on: Stage, overwrites: Overwrites, witness: Witness): Promise<void> {
  const canary = on.canary();
  const control = await overwrites.accepted(on, on.writer, { canary });
  await on.until('late');
  const lists = await Promise.all(namesWith('shows', 'list').map((name) => on.ask(name)));
  const looks = showsAll(on, lists, canary) ? lists : [...lists, ...(await laterPages(on))];
  for (const look of looks) if (shown(on, witness, look)) return;
  if (control.succeeded && looks.some(({ value }) => mentions(value, canary))) return on.held();
  on.discarded(
    'not-observable',
    'no read shows the effect of accepted overwrites, so no read would show the effect of refused overwrites',
    `"overwrite": {"${overwrites.endpoint}": {"target": "body:/id"}}`,
  );
}

/** The place at which an answer shows the content of an overwrite; no other answer shows the content of a list. */
function placeIn(on: Stage, read: Exchange, canary: string): string | undefined {
  if (read.endpoint === 'readById') return stateShows(on, read, canary);
  return read.succeeded ? mentionsAt(read.value, canary) : undefined;
}

function shown(on: Stage, witness: Witness, read: Exchange | undefined): boolean {
  if (read === undefined) return false;
  const found = witness.refused.find(({ canary }) => placeIn(on, read, canary) !== undefined);
  if (found === undefined) return false;
  on.violated({
    expected: `no effect of the overwrite that was answered ${found.exchange.label} to ${found.exchange.caller.label}`,
    got: 'its content in the resource',
    deviation: { kind: 'holds', exchange: read, text: found.canary },
    exchanges: [
      { exchange: found.exchange, role: 'probe', culprit: true },
      { exchange: read, role: 'look', pointer: placeIn(on, read, found.canary) },
    ],
  });
  return true;
}

/** Leaves the clause undecided if another client has overwritten the resource. */
function foreign(on: Stage, { before, after }: Pick<Witness, 'before' | 'after'>): boolean {
  if (before?.succeeded !== true || after === undefined || !isForeign(on, before, after)) return false;
  foreignWrites(on, [before, after]);
  return true;
}

function unchanged(on: Stage, before: Exchange | undefined, after: Exchange | undefined): boolean {
  if (before?.succeeded !== true || after?.succeeded !== true) return true;
  return (versionsMoveTogether(on.facts) || !versionsDiffer(before, after)) && !contentsDiffer(before, after);
}

/**
 * Repeats a change that came with refused overwrites of the same callers, once no lag of an earlier granted
 * overwrite can explain the reads. Each round is preceded by one round of reads without overwrites.
 *
 * @returns false if nothing changed any more, so that the first change came from a lagging copy
 */
async function comesAgain(on: Stage, overwrites: Overwrites, witness: Witness): Promise<boolean> {
  const { own } = overwrites;
  const { before, after } = witness;
  if (own === undefined || before === undefined || after === undefined) return false;
  const isRecent = on.clock.now() - own.lastWriteAt < on.grace.readMs;
  const look = async (): Promise<Exchange> => (await overwrites.look(on)) ?? (await readOwn(on, own));
  const differ = (one: Exchange, other: Exchange): boolean => !unchanged(on, one, other);
  const callers = [...new Set(witness.refused.map(({ exchange }) => exchange.caller))];
  const refusedBy = (caller: Caller) => async (still: Exchange) => {
    const version = versionOf(still.value);
    const change = { canary: on.canary(), ...defined({ version }) };
    const probe = await overwrites.attempt(on, caller, change);
    return refuses(on, probe) ? [probe] : 'a caller was granted access';
  };
  const seen = { before, sent: witness.refused.map(({ exchange }) => exchange), after };
  const effect = await effectOf(on, {
    seen,
    inTurn: true,
    untreated: (attempt) => tried(on, own, attempt, { look, differ, within: 0 }),
    treated: async (attempt) => {
      let trial: Trial = { kind: 'untried', why: 'no overwrite was refused' };
      for (const caller of callers) {
        trial = await tried(on, own, attempt, { look, differ, within: 0, treat: refusedBy(caller) });
        if (trial.kind !== 'unchanged') break;
      }
      return trial;
    },
  });
  if (effect.kind === 'not-every-time' && effect.change === seen && isRecent) return false;
  reportEffect(on, effect, {
    deviation: 'the resource changed while overwrites of it were refused',
    expected: ({ sent }) =>
      `the resource as it was after an overwrite that was answered ${sent.at(-1)?.label} to ${sent.at(-1)?.caller.label}`,
    got: (change) =>
      `version ${versionOf(change.after.value) ?? 'none'} instead of ${versionOf(change.before.value) ?? 'none'}`,
  });
  return true;
}

/**
 * Overwrites that may be refused. A refusal counts beside an authorised overwrite that states the same
 * version and is accepted; otherwise the version may be the reason. After the first refusal that does not
 * count, each overwrite has a control of its own, one after another.
 */
export class Refusals {
  readonly #overwrites: Overwrites;
  readonly #vain = new Set<Exchange>();
  #open: readonly Exchange[] = [];
  #isEachAlone = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(overwrites: Overwrites) {
    this.#overwrites = overwrites;
  }

  /** Why a refusal proves nothing; undefined if it counts. */
  whyVain(refusal: Exchange): string | undefined {
    return this.#vain.has(refusal) ? 'a sufficient caller with the same version was also refused' : undefined;
  }

  /** An overwrite with the actual version, by a caller who may be refused. */
  async ask(on: Stage, as: Caller, canary: string): Promise<Exchange> {
    if (!this.#isEachAlone) return this.#noted(on, await this.#overwrites.attemptBeside(on, as, { canary }));
    const asked = this.#turn.then(async () => {
      const exchange = this.#noted(on, await this.#overwrites.attempt(on, as, { canary }));
      if (this.#open.length > 0) await this.control(on, on.writer);
      return exchange;
    });
    this.#turn = asked.catch(() => undefined);
    return await asked;
  }

  /** A similar overwrite by a sufficient caller; while it is refused, it is repeated with the version read again. */
  async control(on: Stage, as: Caller): Promise<Exchange> {
    const exchange = await insist(() => this.#overwrites.attempt(on, as, { canary: on.canary() }));
    const refused = this.#open;
    this.#open = [];
    if (exchange.succeeded) return exchange;
    if (refused.length > 0) this.#isEachAlone = true;
    for (const one of refused) this.#vain.add(one);
    return await this.#overwrites.accepted(on, as);
  }

  #noted(on: Stage, exchange: Exchange): Exchange {
    if (refuses(on, exchange)) this.#open = [...this.#open, exchange];
    return exchange;
  }
}
