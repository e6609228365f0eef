import { isOneForAll, standApart } from '../../implementation/learnt.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import { soloShapes, type RaceShape } from './shapes.ts';
import { calibrateTrack, uncalibrated, type NoTrack, type RaceTrack } from './track.ts';
import { type RaceProgress, wanted } from './progress.ts';

/** The most resources that answers may leave in doubt. */
const most = { tracks: 20, solid: 6 };

/**
 * Creates resources until there are enough, first those for solo updates, at the same time. Once some changed
 * the version each time, replacement resources need none.
 *
 * @returns why a resource cannot be raced on, if so
 */
export async function fillUp(
  on: Stage,
  progress: RaceProgress,
  rounds: number,
): Promise<NoTrack | undefined> {
  const { ready, solid, tracks } = progress;
  // If creates update one resource, or writes to one resource show in another, only one resource can race.
  const alone = !standApart(on.facts);
  const solidWanted = alone ? 1 : Math.min(wanted.solid, rounds);
  // A cause that sometimes keeps the version shows only after all pauses: one such resource is enough.
  const isEnough = solid.length > 0 && progress.missing?.code === 'version-never-moved';
  let none: NoTrack | undefined;
  while (!isEnough && solid.length < solidWanted && tracks.length < most.solid) {
    const shapes = Array.from({ length: solidWanted - solid.length }, (_, at) =>
      soloShapes(on, solid.length + at, solidWanted),
    );
    const tokens = otherTokens(on);
    const made = await Promise.all(
      shapes.map((each, at) =>
        solidTrack(on, progress, { shapes: each, tokens: solid.length + at === 0 ? tokens : [] }),
      ),
    );
    for (const track of made)
      if ('why' in track) none = track;
      else {
        solid.push(track);
        ready.push(track);
      }
    if (made.some((track) => 'why' in track && track.why !== 'noise')) break;
    if (solid.length > 0 && tracks.length > wanted.solid) break;
  }
  const missing = Math.min(alone ? 1 : wanted.tracks, rounds) - ready.length;
  const more = Math.min(missing, most.tracks - tracks.length);
  if (solid.length > 0 && more > 0)
    ready.push(...(await Promise.all(Array.from({ length: more }, () => freshTrack(on, progress)))).flat());
  return none;
}

const mostOtherTokens = 3;

/**
 * Tokens that may race beside the usual token. The contract does not show the scopes of an update: tokens
 * that may create in the project are tried.
 */
function otherTokens(on: Stage): readonly Caller[] {
  const { projectKey } = on.options;
  return on.callers.supplied
    .filter((one) => one !== on.facts.updater && lets('create', one, projectKey) === 'in')
    .slice(0, mostOtherTokens);
}

function solidTrack(
  on: Stage,
  { tracks, book }: RaceProgress,
  what: { readonly shapes: readonly RaceShape[]; readonly tokens: readonly Caller[] },
): Promise<RaceTrack | NoTrack> {
  return on.fresh(async (own) => {
    tracks.push(own);
    if (!isOneForAll(on.facts)) on.keep(own);
    return await calibrateTrack(on, own, { book, ...what });
  });
}

function freshTrack(on: Stage, { tracks, solid }: RaceProgress): Promise<readonly RaceTrack[]> {
  return on
    .fresh((own) => {
      tracks.push(own);
      if (!isOneForAll(on.facts)) on.keep(own);
      return Promise.resolve(uncalibrated(own, solid) ?? []);
    })
    .then((track) => [track].flat());
}
