import type { ShardTimeline } from '../../clause/timeline.ts';
import type { ModuleRecord } from '../run-facts.ts';

/** The timelines of several shards, each from when it began after the first of them; undefined for one run. */
export function shardTimelines(records: readonly ModuleRecord[]): readonly ShardTimeline[] | undefined {
  if (records.length < 2) return undefined;
  const began = ({ facts }: ModuleRecord): number => Date.parse(facts.run.startedAt);
  const first = Math.min(...records.map(began));
  return records
    .flatMap((record, at): ShardTimeline[] => {
      const timeline = record.end?.record.timeline;
      const shard = record.facts.shard?.index ?? at + 1;
      return timeline === undefined ? [] : [{ shard, startMs: began(record) - first, timeline }];
    })
    .toSorted((one, other) => one.shard - other.shard);
}
