import { rmSync } from 'node:fs';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import type { MutatedModule } from '../mutation/mutants.ts';
import { asRead, isMissedOrUnread, readWords } from '../mutation/reader-words.ts';
import { referenceMutants, switchedReference, type ReferenceMutant } from '../mutation/reference-room.ts';
import { writeSwitched } from '../mutation/switched-folder.ts';
import { found } from './found.ts';
import type { Table } from './table.ts';

const words = readWords('reference-words.json');

/** Mutants of the embedded reference: random mistakes, which nobody has designed. */
export const mutatedReference: Table = {
  id: 'mutated-reference',
  title: 'Changes of an implementation',
  about:
    'A small change of the embedded reference, drawn by chance: three in four act always, the others at times, for some resources, or in company. A run fails, or the change is come by only as its module is loaded, or not at all (unreached), or no answer is another than is due in what the contract determines (idle). What is passed or undecided was read: it is legal, or it changes nothing that is shown (equivalent), or it is missed.',
  names: async () => [...(await switched()).byName.keys()],
  player: async () => {
    const { modules, byName } = await switched();
    const mutated = writeSwitched(modules);
    return {
      script: new URL('mutated-player.mjs', import.meta.url),
      first: { root: packageFolder, mutated },
      ask: (name) => {
        const { mutant, gate } = found(byName, name);
        return { mutant: `${mutant.module}#${mutant.index}`, gate };
      },
      close: () => {
        rmSync(mutated, { recursive: true });
      },
    };
  },
  isMissed: isMissedOrUnread,
  read: (name, ending) => asRead(words, name, ending),
  oneIn: 3,
};

interface Switched {
  readonly modules: readonly MutatedModule[];
  readonly byName: ReadonlyMap<string, ReferenceMutant>;
}

let known: Promise<Switched> | undefined;

/** Mutates at the first request, because that takes a second. */
function switched(): Promise<Switched> {
  known ??= switchedReference().then((modules) => ({
    modules,
    byName: new Map(referenceMutants(modules).map((one) => [one.name, one])),
  }));
  return known;
}
