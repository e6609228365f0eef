import type { MutatedModule, Mutant } from './mutants.ts';
import { readResults, writeResults, type MutantResult, type RoomResults } from './results.ts';
import type { Room } from './rooms.ts';

/** The results of a room, which stay as long as neither module nor battery changes. */
export class ResultBook {
  readonly #room: Room;
  readonly #before: RoomResults;
  readonly #modules: Map<
    string,
    { digest: string; battery: string; of: number; results: Record<string, MutantResult> }
  >;

  constructor(room: Room, modules: readonly MutatedModule[], battery: string) {
    this.#room = room;
    this.#before = readResults(room.name);
    this.#modules = new Map(
      modules
        .filter(({ mutants }) => mutants.length > 0)
        .map(({ module, digest, mutants }) => {
          const before = this.#before[module];
          const isKnown = before?.digest === digest && before.battery === battery;
          const results = isKnown ? { ...before.results } : {};
          return [module, { digest, battery, of: mutants.length, results }];
        }),
    );
  }

  result({ module, index }: Mutant): MutantResult | undefined {
    return this.#modules.get(module)?.results[index];
  }

  /** The item that noticed the mutant with an earlier battery, and will probably notice it again. */
  noticedBefore({ module, index }: Mutant): string | undefined {
    return this.#before[module]?.results[index]?.by;
  }

  enter({ module, index }: Mutant, result: MutantResult): void {
    const of = this.#modules.get(module);
    if (of !== undefined) of.results[index] = result;
  }

  save(): void {
    writeResults(this.#room.name, Object.fromEntries(this.#modules));
  }

  /** The results so far, as counts. */
  summary(): string {
    const counts = new Map<string, number>();
    for (const { results } of this.#modules.values())
      for (const { ending, reached } of Object.values(results)) {
        const key = reached === 'yes' ? ending : `${ending} (reached: ${reached})`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    return [...counts].map(([ending, count]) => `${count} ${ending}`).join(', ');
  }
}
