import { isOneForAll } from '../../implementation/learnt.ts';
import type { Stage } from '../../implementation/stage.ts';
import { resourcePath } from '../../history/resource-path.ts';
import { confirmations, notEveryTime } from '../confirm.ts';

/** Judges reads of content that only the create of another resource contained, anywhere in the run (4.2, 4.3). */
export async function judgeMisdirected(on: Stage, route: 'readById' | 'readByKey'): Promise<void> {
  await on.until('end');
  // Another spelling of an id or a key may name the same resource.
  const known = new Set(on.made.map(({ id }) => resourcePath(on.options.projectKey, id)));
  const found = isOneForAll(on.facts)
    ? []
    : on.world.misdirected
        .by(route)
        .filter(({ request }) => route === 'readByKey' || known.has(request.target));
  const last = found.at(-1);
  if (last === undefined) return;
  if (found.length < confirmations)
    return notEveryTime(on, 'a read showed content that only the create of another resource contained', [
      last,
    ]);
  on.violated({
    expected: 'the content of the named resource',
    got: 'content that only the create of another resource contained',
    deviation: { kind: 'another-resource' },
    exchanges: [last],
    reproduced: `${found.length}/${found.length}`,
  });
}
