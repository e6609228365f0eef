import { rmSync } from 'node:fs';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { hashText } from '../../run/random.ts';
import { mutate, type MutatedModule } from './mutants.ts';
import { mutantName, readResults, type MutantResult } from './results.ts';
import { rooms } from './rooms.ts';
import { writeSwitched } from './switched-folder.ts';
import { TryingWorker } from './workers.ts';

/** A sentence with the number of mutants that were tried again, and the changed results. */
export interface Retried {
  readonly tried: number;
  readonly otherwise: readonly string[];
}

interface Known {
  readonly module: string;
  readonly digest: string;
  readonly index: number;
  readonly result: MutantResult;
  /** The results of all mutants of its module. */
  readonly neighbours: readonly MutantResult[];
}

/** The item that is played with an unnoticed mutant. */
const usual = 'the reference';

/**
 * Tries mutants with a known result again, drawn by a salt. Each is tried with the items that noticed it or its
 * neighbours, and with the reference if nothing noticed it. Modules that have changed meanwhile are left out.
 *
 * @throws Error if none is known
 */
export async function retry(count: number, salt: string): Promise<Retried> {
  const drawn = knownMutants()
    .map((known) => ({ known, turn: hashText(`${salt} ${known.module} ${known.index}`) }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ known }) => known);
  const { modules, chosen } = await current(drawn, count);
  if (chosen.length === 0) throw new Error('no mutant is known of the modules as they are now');
  const folder = writeSwitched(modules);
  const tests = chosen.flatMap(itemsFor).filter((item) => item.startsWith('test '));
  const worker = new TryingWorker({ loading: { root: packageFolder, mutated: folder }, tests });
  const otherwise: string[] = [];
  try {
    for (const known of chosen) {
      const { module, index, result } = known;
      const tried = await worker.tryOut({
        mutant: `${module}#${index}`,
        isStatic: false,
        items: itemsFor(known).map((name) => ({ name })),
      });
      const isNoticed = tried === undefined || tried.difference !== undefined;
      if (isNoticed !== (result.ending !== 'survived'))
        otherwise.push(
          `${nameIn(modules, module, index)}: ${isNoticed ? 'noticed' : 'not noticed'}, was ${result.ending}`,
        );
    }
  } finally {
    worker.close();
    rmSync(folder, { recursive: true });
  }
  return { tried: chosen.length, otherwise };
}

function nameIn(modules: readonly MutatedModule[], module: string, index: number): string {
  const mutants = modules.find((one) => one.module === module)?.mutants ?? [];
  const mutant = mutants.find((one) => one.index === index);
  return mutant === undefined ? module : mutantName(mutant);
}

/** All mutants that can be switched on once their module is loaded, and whose run ends. */
function knownMutants(): readonly Known[] {
  return rooms.flatMap(({ name }) =>
    Object.entries(readResults(name)).flatMap(([module, { digest, results }]) => {
      const neighbours = Object.values(results);
      return Object.entries(results)
        .filter(([, { reached, ending }]) => reached === 'yes' && ending !== 'endless')
        .map(([index, result]) => ({ module, digest, index: Number(index), result, neighbours }));
    }),
  );
}

/**
 * The item that noticed the mutant comes first. Items of its neighbours follow, because the first item may be drawn and
 * differ by now.
 */
function itemsFor({ result: { by }, neighbours }: Known): readonly string[] {
  if (by === undefined) return [usual];
  return [...new Set([by, ...neighbours.flatMap((one) => one.by ?? [])])];
}

/** The first mutants of unchanged modules, with these modules. */
async function current(
  drawn: readonly Known[],
  count: number,
): Promise<{ readonly modules: readonly MutatedModule[]; readonly chosen: readonly Known[] }> {
  const modules = new Map<string, MutatedModule>();
  const chosen: Known[] = [];
  for (const known of drawn) {
    if (chosen.length === count) break;
    const module = modules.get(known.module) ?? (await mutate(known.module));
    if (module.digest !== known.digest) continue;
    modules.set(known.module, module);
    chosen.push(known);
  }
  return { modules: [...modules.values()], chosen };
}
