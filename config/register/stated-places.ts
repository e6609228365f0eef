import { readdirSync } from 'node:fs';
import { packageFolder, packageText } from '../packaging/package-folder.ts';

let places: ReadonlyMap<string, string> | undefined;

/**
 * `suites/4.05-check-existence.ts:27` of a clause, looked up in the sources that the package carries: code that runs has
 * lost its lines, be it compiled or only without its types. Undefined for a clause that no suite states.
 */
export function statedPlace(id: string): string | undefined {
  return statedPlaces().get(id);
}

/** The same of all clauses, by their ids. */
export function statedPlaces(): ReadonlyMap<string, string> {
  places ??= new Map(suites().flatMap(placesIn));
  return places;
}

function suites(): readonly string[] {
  try {
    return readdirSync(`${packageFolder}/suites`).filter((name) => name.endsWith('.ts'));
  } catch {
    // Without the sources only places are unknown, which is no reason not to run.
    return [];
  }
}

/** The clauses that a suite states, each with the line of its id. */
function placesIn(suite: string): readonly (readonly [id: string, place: string])[] {
  const text = packageText(`suites/${suite}`);
  return [...text.matchAll(/(\b(?:must|should|open|typed)\(\s*')([^']+\/[^']+)'/g)].map(
    ({ 1: verb = '', 2: id = '', index }) => [
      id,
      `suites/${suite}:${text.slice(0, index + verb.length).split('\n').length}`,
    ],
  );
}
