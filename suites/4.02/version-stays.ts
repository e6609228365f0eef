import { awaited } from '../../run/awaited.ts';
import { judgeShownLast, moversOf, type Mover } from './version-moves.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { sameNumber } from '../../wire/json/numbers.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import type { Exchange } from '../../history/exchange.ts';
import { readByKey } from '../../implementation/keys/keyed-resource.ts';
import { readOtherwise } from '../../implementation/resources/other-reads.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { readPatiently } from '../../implementation/resources/patient-read.ts';
import { siblings } from '../../judging/siblings.ts';
import type { Stage } from '../../implementation/stage.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';

/** Reads between two reads of a resource: lists, the existence check, reads by another reader or by key. */
type ReadBetween = (own: OwnResource, turn: number) => Promise<unknown>;

/** Lists are read once per turn, for all resources that wait for them. */
function readBetweenOn(on: Stage): ReadBetween {
  const lists = new Map<number, Promise<unknown>>();
  return (own, turn) => {
    const listed = lists.get(turn) ?? Promise.all([on.ask('query'), on.ask('exists')]);
    lists.set(turn, listed);
    // Another reader had read the updated resource before.
    const isByKey = own.value !== undefined && own.key !== undefined;
    return Promise.all([listed, isByKey ? readByKey(on, own.key ?? '') : readOtherwise(on, own)]);
  };
}

const looks = 2;
const closerLooks = 7;
/** The number of further reads after each lag, if a version recurred: a random version recurs three times in the last step. */
const looksPastLags = [4, 12];
const enough = 3;

/** Reads the shared resource and one of the newest resources, once for all callers. */
const looksOfRun = oncePerRun(async (on: Stage): Promise<readonly Looks[]> => {
  const { own } = await keptResource(on);
  const recent = (await unlessInconclusive(siblings(on)))?.survivor?.own;
  const readBetween = readBetweenOn(on);
  const owns = recent === undefined ? [own] : [own, recent];
  const all = owns.map((one) => new Looks(on, one, readBetween));
  await Promise.all(all.map((one) => one.look()));
  return all;
});

/** The cause of version changes without writes of the run, as far as reads and time can be distinguished (4.2). */
export const movesWithoutWrites = oncePerRun(async (on: Stage): Promise<readonly Mover[] | undefined> => {
  const looks = await looksOfRun(on);
  if (looks.every(({ isShown }) => !isShown)) return undefined;
  return looks.some(({ movesOn }) => movesOn) ? await moversOf(on, await keptResource(on)) : [];
});

/** The version that the usual reader sees does not change: of the shared resource, and of one of the newest (4.2). */
export async function judgeVersionStays(on: Stage): Promise<void> {
  const movers = await movesWithoutWrites(on);
  for (const looks of await looksOfRun(on)) {
    const isDeclared = on.profile.version?.movesBy !== undefined && looks.movesOn;
    if (isDeclared) await judgeShownLast(on);
    else looks.report(on, movers ?? []);
  }
}

/** Reads a resource that the run does not write to, with other reads in between. */
class Looks {
  readonly #on: Stage;
  readonly #own: OwnResource;
  readonly #readBetween: ReadBetween;
  readonly #exchanges: Exchange[] = [];
  readonly #versions: ShownVersions;

  constructor(on: Stage, own: OwnResource, readBetween: ReadBetween) {
    this.#on = on;
    this.#own = own;
    this.#readBetween = readBetween;
    this.#versions = new ShownVersions(on.grace.readMs);
  }

  /** Whether each read showed a version. */
  get isShown(): boolean {
    return this.#exchanges.every(({ value }) => versionOf(value) !== undefined);
  }

  /** Whether the version keeps changing, but never recurs. One change is a late effect of earlier writes. */
  get movesOn(): boolean {
    return this.isShown && this.#versions.changes > 1 && this.#versions.returns < enough;
  }

  async look(): Promise<void> {
    const [on, own, versions] = [this.#on, this.#own, this.#versions];
    const wait = own.lastWriteAt + on.grace.readMs - on.clock.now();
    for (let look = 0; look < looks && this.isShown; look += 1)
      await this.#look(() => readPatiently(on, own));
    if (!this.isShown || versions.changes === 0) return;
    if (wait > 0) await on.clock.sleep(wait, awaited.age);
    versions.count();
    for (let look = 0; look < closerLooks; look += 1) await this.#look(() => readOwn(on, own));
    if (versions.cameAgain) await this.#lookPastLags();
  }

  /** A version that changed by itself may also show late. */
  async #lookPastLags(): Promise<void> {
    const [on, own, versions] = [this.#on, this.#own, this.#versions];
    for (const most of looksPastLags) {
      await on.clock.sleep(on.grace.readMs, awaited.age);
      for (let look = 0; look < most && versions.returns < enough; look += 1)
        await this.#look(() => readOwn(on, own));
    }
  }

  async #look(read: () => Promise<Exchange>): Promise<void> {
    if (this.#exchanges.length > 0) await this.#readBetween(this.#own, this.#exchanges.length);
    const { clock } = this.#on;
    const sentAt = clock.now();
    const exchange = await read();
    this.#exchanges.push(exchange);
    const version = versionOf(exchange.value);
    if (version !== undefined) this.#versions.show({ version, sentAt, at: clock.now() });
  }

  report(on: Stage, movers: readonly Mover[]): void {
    const { returns, text } = this.#versions;
    const [beside, last] = this.#exchanges.slice(-2);
    if (!this.isShown)
      return on.discarded('premise-failed', `a read of a resource of the suite was answered ${last?.label}`);
    if (returns >= enough && beside !== undefined && last !== undefined)
      return on.violated({
        expected: 'no earlier version again while there are no writes',
        got: text,
        deviation: { kind: 'differ', beside },
        exchanges: [beside, last],
        reproduced: `${returns}/${returns}`,
      });
    if (!this.movesOn) return on.held();
    on.undecided('two-readings', `the version moves on without a write by the suite: ${text}`, {
      supply: `"version": {"movesBy": ${JSON.stringify(movers)}}`,
      readings: [
        `${movers.join(', ')} change the version, and the version shown last is the actual version`,
        'the version that a read shows is not the actual version: show the version that updates must state',
        'another client writes to the resource: run again while no other client writes',
      ],
      exchanges: this.#exchanges.slice(-2),
    });
  }
}

/** A version that a read showed, with the times of its request and its answer. */
interface Sighting {
  readonly version: string;
  readonly sentAt: number;
  readonly at: number;
}

/** Versions in the order in which they were shown. */
class ShownVersions {
  readonly #lagMs: number;
  readonly #shown: Sighting[] = [];
  /** The number of changes between successive reads. */
  changes = 0;
  /** Whether a version recurred after another version, possibly because of a lag. */
  cameAgain = false;
  /** How often no lag explained the recurrence. */
  returns = 0;

  constructor(lagMs: number) {
    this.#lagMs = lagMs;
  }

  get text(): string {
    return this.#shown.map(({ version }) => version).join(', ');
  }

  /** Changes count from here. */
  count(): void {
    this.changes = 0;
    this.cameAgain = false;
  }

  show(now: Sighting): void {
    const last = this.#shown.at(-1);
    if (last !== undefined && !sameNumber(last.version, now.version)) {
      this.changes += 1;
      this.cameAgain ||= this.#shown.some(({ version }) => sameNumber(version, now.version));
      if (this.#isReturn(now)) this.returns += 1;
    }
    this.#shown.push(now);
  }

  /** It was shown before another version, and that one before the current one, each longer ago than any lag. */
  #isReturn({ version, sentAt }: Sighting): boolean {
    const before = this.#shown.find((one) => sameNumber(one.version, version));
    const isBetween = (one: Sighting): boolean =>
      before !== undefined &&
      !sameNumber(one.version, version) &&
      one.sentAt - before.at >= this.#lagMs &&
      sentAt - one.at >= this.#lagMs;
    return this.#shown.some(isBetween);
  }
}
