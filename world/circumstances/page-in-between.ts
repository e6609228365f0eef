import { operation } from '../../contract/endpoints.ts';
import type { Circumstance } from './circumstance.ts';
import { named } from './places.ts';

/** A page of somebody in between that says that all is well, in the place of an answer. */
export const pageInBetween: Circumstance = {
  stance: ({ exchange }) => (exchange?.isPage === true ? 'shown' : 'impossible'),
  doubt: () => ({
    code: 'noise',
    text: 'a page of somebody in between came in the place of some answers',
  }),
  tells: ({ pages: { lies, heard } }) =>
    lies.map(({ title, at }) => {
      const places = [...at].toSorted(([, one], [, other]) => other - one);
      const count = places.reduce((sum, [, times]) => sum + times, 0);
      const where = named(places.map(([name]) => operation(name)));
      return `${count} of ${heard} answers were a page (${title}) with a status of success, and no answer of the implementation (${where}): remove what sends it, and run again`;
    }),
};
