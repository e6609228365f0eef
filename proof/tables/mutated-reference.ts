import { rmSync } from 'node:fs';
import { packageFolder } from '../../config/packaging/package-folder.ts';
import { asRead, isMissedOrUnread, readWords } from '../mutation/reader-words.ts';
import { referenceMutants, switchedReference, type ReferenceMutant } from '../mutation/reference-room.ts';
import { writeSwitched } from '../mutation/switched-folder.ts';
import type { Table } from './table.ts';

const modules = await switchedReference();
const byName = new Map(referenceMutants(modules).map((one) => [one.name, one]));
const words = readWords('reference-words.json');

/** Mutants of the embedded reference: what is wrong by chance, and not by design. */
export const mutatedReference: Table = {
  id: 'mutated-reference',
  title: 'Changes of an implementation',
  about:
    'A small change of the embedded reference, drawn by chance: three quarters act always, the others at times, for some resources, or in company. A run fails, or the change is come by only as its module is loaded, or not at all (unreached), or no answer is another than is due in what the contract determines (idle). What is passed or undecided was read: it is legal, or it changes nothing that is shown (equivalent), or it is missed.',
  names: () => [...byName.keys()],
  player: () => {
    const mutated = writeSwitched(modules);
    return {
      script: new URL('mutated-player.mjs', import.meta.url),
      first: { root: packageFolder, mutated },
      ask: (name) => asked(byName.get(name)),
      close: () => {
        rmSync(mutated, { recursive: true });
      },
    };
  },
  isMissed: isMissedOrUnread,
  read: (name, ending) => asRead(words, name, ending),
  oneIn: 3,
};

function asked(one: ReferenceMutant | undefined): object {
  if (one === undefined) throw new Error('no mutant is called so');
  const { mutant, gate } = one;
  return { mutant: `${mutant.module}#${mutant.index}`, gate };
}
