import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Overwrites } from '../../suites/overwrites/overwrites.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import { showsEarlierState } from '../../implementation/resources/earlier-state.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { MissedConflict } from '../../implementation/updates/mismatch-batch.ts';
import { LeftVersions } from './left-versions.ts';
import { RefusedDeletes } from './refused-deletes.ts';
import { BroughtTexts, RefusedTexts, type PlaceOf } from './refused-texts.ts';
import { States } from './states.ts';
import { Verdicts, type MismatchClause } from './verdicts.ts';

/** An accepted update with a wrong version, and the clause that it would break. */
export interface AcceptedMismatch {
  readonly accepted: Exchange;
  readonly clause: MismatchClause;
}

/** Observations of one resource by several callers; versions are remembered with their states, not predicted. */
export class Model {
  readonly own: OwnResource;
  readonly sibling: OwnResource | undefined;
  /** The operation that overwrites the resource; undefined if no overwrite reaches it. */
  readonly overwrites: Overwrites | undefined;
  readonly verdicts = new Verdicts();
  readonly states = new States(this.verdicts);
  readonly left = new LeftVersions();
  readonly brought: BroughtTexts;
  readonly refused: RefusedTexts;
  readonly deletes = new RefusedDeletes(this.verdicts);
  /** Mismatches that were refused without 409, until an update with the actual version is accepted. */
  readonly missed: MissedConflict[] = [];
  /** Callers whose existence check found the resource. */
  readonly finders = new Set<Caller>();
  /** The plan is played a second time, to see whether it shows the same deviation by itself. */
  readonly isAgain: boolean;
  #doubt: AcceptedMismatch | undefined;
  #hasInsisted = false;

  /** @param placeOf - the place where a read shows a text as state */
  constructor(
    own: OwnResource,
    placeOf: PlaceOf,
    beside: {
      readonly sibling?: OwnResource | undefined;
      readonly overwrites?: Overwrites;
      readonly isAgain?: boolean;
    },
  ) {
    this.own = own;
    this.brought = new BroughtTexts(this.verdicts, placeOf);
    this.refused = new RefusedTexts(this.verdicts, placeOf);
    this.sibling = beside.sibling;
    this.overwrites = beside.overwrites;
    this.isAgain = beside.isAgain === true;
  }

  /** An accepted update with a wrong version: one may come from a restored database or another writer. */
  get doubt(): AcceptedMismatch | undefined {
    return this.#doubt;
  }

  /** After the first 409 to the version just read, the run once makes all waits for reads to catch up. */
  insistsNow(): boolean {
    const isFirst = !this.#hasInsisted;
    this.#hasInsisted = true;
    return isFirst;
  }

  /** Whether the resource shows an earlier version for the first time: what is known about it is then invalid. */
  async isSetBackOnce(on: Stage, doubt: AcceptedMismatch): Promise<boolean> {
    const { own } = this;
    if (this.isAgain || this.#doubt !== undefined) return false;
    const now = on.facts.answersShowVersion ? doubt.accepted : await readOwn(on, own);
    if (!showsEarlierState(own, now, own.issued.at(-1))) return false;
    this.#doubt = doubt;
    for (const one of [this.states, this.left, this.brought, this.refused, own]) one.forget();
    return true;
  }
}
