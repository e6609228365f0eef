import { endpoint, endpointNames } from '../contract/endpoints.ts';
import { sections } from '../contract/traits.ts';
import type { Level } from './judgement.ts';

/** The parts of the contract as a report lists them: general parts, the endpoints, then topics of several endpoints. */
export const partsInOrder: readonly string[] = [
  'General',
  'Resources',
  ...sections,
  'Authentication',
  'Errors',
  'Versioning',
];

/** `4.10 POST /{projectKey}/resource/{id}`; a part that is about no endpoint by its name. Outside files contain it. */
export function titleOf(part: string): string {
  const found = endpointNames.map(endpoint).filter(({ section }) => section === part);
  const methods = found.flatMap(({ method }) => method ?? []).join(', ');
  return [part, methods, found[0]?.path ?? ''].filter((piece) => piece !== '').join(' ');
}

interface Placed {
  readonly section: string;
  readonly level: Level;
}

/** Entries by section in document order; within a section in the given order, declared choices last. */
export function inDocumentOrder<T extends Placed>(entries: readonly T[]): readonly T[] {
  const place = ({ section, level }: Placed): number => {
    const at = partsInOrder.indexOf(section);
    return 2 * (at < 0 ? partsInOrder.length : at) + (level === 'DECLARED' ? 1 : 0);
  };
  return entries.toSorted((a, b) => place(a) - place(b));
}
