import fc from 'fast-check';
import type { ClauseId } from '../../clause/clause.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { Exchange } from '../../history/exchange.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { holds } from '../../implementation/section.ts';
import type { Stage } from '../../implementation/stage.ts';
import { changeTo, update } from '../../implementation/updates/changes.ts';
import { passable } from '../../implementation/updates/known-actions.ts';
import { farVersion } from '../../implementation/updates/wrong-versions.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import type { StatedVersion } from '../arbitraries/stated-version.ts';
import { conflictFor, judgeLeftBehind, type Left } from '../mismatches/matches-after-writes.ts';
import { fireOn } from '../mismatches/mismatch-batches.ts';
import { actionsOf, approach, canBeArranged, isOld, made, updateFor } from './arranged.ts';
import { situationsOf } from './sent-situations.ts';
import {
  combinationsOf,
  covering,
  numberOf,
  possible,
  situationOf,
  untouched,
  type Situation,
} from './space.ts';

/** The number of concurrent updates: of resources that aged together, and of new resources. */
const atOnce = { old: 12, young: 4 };
/** The most executions that shrink a case: each takes its own resource, and old ones take seconds. */
const fewExecutions = { old: 3, young: 12 };

/** Versions that no write explains; if a server changes versions itself, a near version may become actual. */
const versions: Readonly<
  Record<Exclude<Situation['states'], 'the actual version'>, readonly StatedVersion[]>
> = {
  'one left before': [{ kind: 'former', back: 0 }],
  'one above': [{ kind: 'off by', distance: 1_009 }],
  'one below': [{ kind: 'anywhere', version: 0 }],
  'no integer': [{ kind: 'fraction', part: 0.5 }],
};

/** Versions that servers refuse for the same reason. */
function besides(states: Situation['states']): StatedVersion {
  return states === 'no integer' ? { kind: 'fraction', part: 0.75 } : { kind: 'off by', distance: 4_001 };
}

/** Judges one update in its situation, on the resource for it; false if a violation was found. */
type Judge = (on: Stage, row: Situation, using: Using) => Promise<boolean>;

/** The means to judge an update: a resource for each attempt, and whether a deviation needs further attempts. */
interface Using {
  readonly next: () => Promise<OwnResource>;
  readonly mayLookAgain: () => Promise<boolean>;
}

/** An update to be played, with its resource if this was made earlier. */
interface Due {
  readonly row: Situation;
  readonly own?: OwnResource;
}

/**
 * Wrong versions, lists, ages, concurrent and earlier requests, in the combinations that the run has not sent yet
 * (4.10).
 */
export const crossedMismatches = crossed(
  '4.10/conflict-on-mismatch',
  'wrong versions in the situations of updates that the run has not sent otherwise',
  ['one left before', 'one above', 'one below'],
  judgeMismatch,
);

export const crossedOddVersions = crossed(
  '4.10/no-success-for-odd-versions',
  'fractions in the situations of updates that the run has not sent otherwise',
  ['no integer'],
  judgeMismatch,
);

export const crossedMatches = crossed(
  '4.10/matching-version-is-accepted',
  'the actual version in the situations of updates that the run has not sent otherwise',
  ['the actual version'],
  judgeMatch,
);

function crossed(clause: ClauseId, name: string, states: readonly Situation['states'][], judge: Judge) {
  return holds(clause, name, {
    minimum: () => 0,
    check: async (on) => {
      if (!canBeArranged(on)) return;
      const mine = (rows: readonly Situation[]) => rows.filter((row) => states.includes(row.states));
      const longest = on.drawnAgain === undefined ? await plant(on, mine(untouched)) : [];
      await on.until('races');
      if (on.facts.updates !== 'accepted') return longest.forEach(({ own }) => on.release(own));
      const rows = mine(await rowsOf(on));
      const old = rows.filter(isOld);
      // These resources reach their age while updates of other resources race.
      let planted = await plant(on, old.slice(0, atOnce.old));
      await on.until('late');
      const begun = planted.filter(({ row }) => row.rest === 'within three seconds');
      await Promise.all(begun.map(({ row, own }) => unlessInconclusive(updateFor(on, own, row))));
      const young = rows.filter((row) => !isOld(row)).map((row): Due => ({ row }));
      const looks = new FurtherLooks();
      const playGroups = async (): Promise<void> => {
        for (let at = 0; at < young.length; at += atOnce.young)
          await playAll(on, young.slice(at, at + atOnce.young), judge, looks);
        for (let at = atOnce.old; planted.length > 0; at += atOnce.old) {
          await playAll(on, planted, judge, looks);
          planted = looks.foundViolation ? [] : await plant(on, old.slice(at, at + atOnce.old));
        }
      };
      await Promise.all([playAll(on, longest, judge, looks), playGroups()]);
      if (looks.foundViolation) return;
      for (const { own } of longest) if (own.lastWriteAt > own.madeAt) on.noteRest(on.options.depth.restMs);
    },
  });
}

/** The situations that are left to send; in a replay, the situation of its seed. */
async function rowsOf(on: Stage): Promise<readonly Situation[]> {
  if (on.drawnAgain !== undefined) {
    const row = situationOf(on.drawnAgain.seed);
    return row === undefined ? [] : [row];
  }
  return await on.shared(rowsOf, () => {
    const { crossed: strength } = on.options.depth;
    const missing = new Map(possible(strength));
    for (const one of untouched) combinationsOf(one, strength).forEach((had) => missing.delete(had));
    const sent = on.world.history.entries.filter((entry) => entry instanceof Exchange);
    for (const one of situationsOf(sent)) combinationsOf(one, strength).forEach((had) => missing.delete(had));
    return Promise.resolve(covering(missing, strength));
  });
}

/** Resources for updates that need old resources; omits those that the run could not make or update. */
async function plant(on: Stage, rows: readonly Situation[]) {
  const planted: { readonly row: Situation; readonly own: OwnResource }[] = [];
  await Promise.all(
    rows.map(async (row) => {
      await on.makeRoom();
      const own = await unlessInconclusive(made(on, row));
      if (own !== undefined) planted.push({ row, own });
    }),
  );
  return planted;
}

/** Judges updates concurrently, unless a violation was found. */
async function playAll(on: Stage, all: readonly Due[], judge: Judge, looks: FurtherLooks): Promise<void> {
  if (!looks.foundViolation) await Promise.all(all.map((due) => play(on, due, judge, looks)));
}

/** Deviating updates are checked again one after another, until one of them is a violation. */
class FurtherLooks {
  foundViolation = false;
  #last: Promise<unknown> = Promise.resolve();

  /** Waits for the next turn, which lasts until `over` settles. */
  async turn(over: Promise<unknown>): Promise<boolean> {
    const before = this.#last;
    this.#last = before.then(() => over);
    await before;
    return !this.foundViolation;
  }
}

/** Judges the update of one situation, on a first resource for it and on further resources. */
async function play(on: Stage, { row, own: first }: Due, judge: Judge, looks: FurtherLooks): Promise<void> {
  const used: OwnResource[] = [];
  const spare = first === undefined ? [] : [first];
  const next = async (): Promise<OwnResource> => {
    // Resources that have to rest do so at the same time.
    const more = spare.length > 0 ? 0 : isOld(row) ? fewExecutions.old : 1;
    spare.push(...(await Promise.all(Array.from({ length: more }, () => made(on, row)))));
    const own = spare.shift() ?? (await made(on, row));
    used.push(own);
    await approach(on, own, row);
    return own;
  };
  let end = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  let turn: Promise<boolean> | undefined;
  const mayLookAgain = (): Promise<boolean> => (turn ??= looks.turn(over));
  try {
    const goesOn = await unlessInconclusive(judge(on, row, { next, mayLookAgain }));
    looks.foundViolation ||= goesOn === false;
  } finally {
    end();
  }
  [...used, ...spare].forEach((own) => on.release(own));
}

async function judgeMismatch(on: Stage, row: Situation, { next, mayLookAgain }: Using): Promise<boolean> {
  if (row.states === 'the actual version') return true;
  const stated = versions[row.states];
  const one = fc.record({
    versions: fc.constant(row.beside === 'others there' ? [...stated, besides(row.states)] : stated),
    actions: fc.constant(actionsOf(row)),
  });
  const company: Promise<unknown>[] = [];
  const target = async (): Promise<OwnResource> => {
    const own = await next();
    if (row.beside === 'others elsewhere') company.push(lookElsewhere(on, own));
    return own;
  };
  const goesOn = await fireOn(
    on,
    target,
    { kinds: [one], count: 1, seed: numberOf(row) },
    {
      executions: isOld(row) ? fewExecutions.old : fewExecutions.young,
      alone: row.beside === 'nothing',
      mayLookAgain,
      at: { age: row.age, rest: row.rest, before: row.before, beside: row.beside, after: row.after },
    },
  );
  await Promise.all(company);
  return goesOn;
}

async function judgeMatch(on: Stage, row: Situation, { next, mayLookAgain }: Using): Promise<boolean> {
  let isFirst = true;
  const look = async (): Promise<Left> => {
    if (!isFirst && !(await mayLookAgain())) return 'no premise';
    isFirst = false;
    const own = await next();
    const [conflict] = await Promise.all([
      conflictFor(on, own, { actions: passable(on, actionsOf(row)), alone: row.beside === 'nothing' }),
      row.beside === 'others there' ? stateFar(on, own) : undefined,
      row.beside === 'others elsewhere' ? lookElsewhere(on, own) : undefined,
    ]);
    return conflict;
  };
  return await judgeLeftBehind(on, look, 'the actual version was answered 409 in one situation');
}

async function stateFar(on: Stage, own: OwnResource): Promise<void> {
  const version = await versionToState(on, own);
  if (version !== undefined)
    await update(on, own, new JsonNumber(farVersion(version)), [changeTo(on.canary())]);
}

/** Reads another resource, if the run has one; a wait for this read is also a wait for other answers. */
async function lookElsewhere(on: Stage, own: OwnResource): Promise<void> {
  const other = on.made.find(({ id }) => id !== own.id && !on.gone.has(id));
  if (other === undefined) return;
  await Promise.allSettled([on.ask('readById', { path: { id: other.id }, mayNotExist: true })]);
}
