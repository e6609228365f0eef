import { runMark } from '../../clause/mark.ts';
import type { Disturbances } from '../../clause/report.ts';
import type { Timeline } from '../../clause/timeline.ts';
import { whatBecameOfThem, type PresenceBook } from '../books/presence.ts';
import type { DisturbanceBook } from '../books/disturbances.ts';
import type { Recorder } from '../books/recorder.ts';
import type { RunOptions } from '../options.ts';
import type { Governor } from '../session/governor.ts';
import type { TokenMonitor } from '../session/token-monitor.ts';

/** What a run has learnt of its disturbances. */
interface Learnt {
  readonly weather: DisturbanceBook;
  readonly governor: Governor;
  readonly tokenMonitor: TokenMonitor;
  readonly recorder: Recorder;
  readonly presence: PresenceBook;
  readonly options: RunOptions;
}

/** The run on one axis, with what is known of its disturbances only at its end. */
export function timelineOf({ governor, weather, tokenMonitor }: Learnt): Timeline {
  const { timeline } = governor;
  for (const { from, to } of weather.silences) timeline.disturbedFrom('no answer', from, to);
  for (const { label, from, to } of tokenMonitor.refusals)
    timeline.disturbedFrom(`${label} was refused everywhere`, from, to);
  return timeline.told;
}

/** The weather of the run, with what became of tokens and resources. */
export function disturbancesOf({ weather, recorder, tokenMonitor, presence, options }: Learnt): Disturbances {
  const { gone } = presence;
  const { all: passing, told } = recorder.passing;
  const events = [
    ...(weather.weather.events ?? []),
    ...(gone === undefined
      ? []
      : [whatBecameOfThem(gone, weather.moment(gone.first), runMark(options.runId))]),
    ...tokenMonitor.events,
    ...recorder.pages.told,
    ...recorder.passing.limits.told(weather.silences.length > 0),
    ...told,
  ];
  return {
    ...weather.weather,
    ...(events.length === 0 ? {} : { events }),
    ...(passing.length === 0 ? {} : { passing }),
  };
}
