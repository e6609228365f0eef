import { asRead, isMissedOrUnread, readWords } from '../mutation/reader-words.ts';
import { secondMutants, type SecondMutant } from '../mutation/second-room.ts';
import { found } from './found.ts';
import type { Table } from './table.ts';

let known: ReadonlyMap<string, SecondMutant> | undefined;
const words = readWords('second-words.json');

/** Mutants, over sockets, of an implementation that shares neither language nor author with the suite. */
export const mutatedSecond: Table = {
  id: 'mutated-second-implementation',
  title: 'Changes of the second implementation',
  about:
    'A small change of the Python server, drawn by chance: three quarters act always, the others at times, for some resources, or in company; each is judged by a whole run over sockets. A run fails, or the change is not come by (unreached), or its gate never opens (idle), or the server does not start with it (unstarted), or no end comes (endless). What is passed or undecided was read: it is legal, or it changes nothing that is shown (equivalent), or it is missed.',
  names: () => [...byName().keys()],
  player: () => ({
    script: new URL('second-player.mjs', import.meta.url),
    // Longer than the player waits for a run: over sockets, endless answers take some minutes.
    mostMs: 330_000,
    ask: (name) => {
      const { index, gate } = found(byName(), name);
      return { index, gate };
    },
  }),
  isMissed: isMissedOrUnread,
  read: (name, ending) => asRead(words, name, ending),
  oneIn: 8,
};

/** Lists them at the first request, because that needs Python. */
function byName(): ReadonlyMap<string, SecondMutant> {
  known ??= new Map(secondMutants().map((one) => [one.name, one]));
  return known;
}
