/** After this long without a change the next check continues: it may hold the resource that the others wait for. */
const patienceMs = 1_000;

/** The checks that may create, if a server keeps few resources: a number of checks at a time, until they have ended. */
export class Turns {
  readonly #holders = new Set<object>();
  readonly #entering = new Map<object, Promise<void>>();
  readonly #sleep: (milliseconds: number) => Promise<void>;
  #heard: (() => void)[] = [];

  constructor(sleep: (milliseconds: number) => Promise<void>) {
    this.#sleep = sleep;
  }

  /** Waits for its turn, in order: until no other check has one, or there is room beside this number of others. */
  async take(who: object, mayJoin: (others: number) => boolean): Promise<void> {
    if (this.#holders.has(who)) return;
    const entering = this.#entering.get(who) ?? this.#enter(who, mayJoin);
    this.#entering.set(who, entering);
    await entering;
  }

  /** The check has ended, or has returned its unneeded resources. */
  over(who: object): void {
    if (this.#holders.delete(who)) this.#tell();
  }

  async #enter(who: object, mayJoin: (others: number) => boolean): Promise<void> {
    // It must be registered as waiting before it searches for other waiting checks.
    await Promise.resolve();
    while (!this.#isFirst(who)) await this.#change();
    let isStill = false;
    while (!isStill && this.#holders.size > 0 && !mayJoin(this.#holders.size))
      isStill = await Promise.race([
        this.#change().then(() => false),
        this.#sleep(patienceMs).then(() => true),
      ]);
    this.#entering.delete(who);
    this.#holders.add(who);
    this.#tell();
  }

  #isFirst(who: object): boolean {
    const [first] = this.#entering.keys();
    return first === who;
  }

  async #change(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#heard.push(resolve);
    });
  }

  #tell(): void {
    const heard = this.#heard;
    this.#heard = [];
    for (const hear of heard) hear();
  }
}
