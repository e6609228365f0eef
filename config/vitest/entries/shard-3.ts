// The entry of shard 3: each shard needs a file of its own, or their reports overwrite one another when merged.
import '../entry.ts';
