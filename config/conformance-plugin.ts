import { join } from 'node:path';
import type { Plugin } from 'vitest/config';
import type { Reporter, Vitest } from 'vitest/node';
import type { RunFacts } from '../reporters/run-facts.ts';
import { ConfigurationError } from './configuration-error.ts';
import { takeOverSignals } from './interruption.ts';
import { briefShard, type RunBrief } from './run-brief.ts';
import type {} from './provided.ts';

/** What the plugin brings into vitest. */
export interface PluginParts {
  readonly brief: RunBrief;
  readonly facts: RunFacts;
  readonly reporter: Reporter;
  readonly reportDir: string;
  /** Test files of the shards, the first shard's first. */
  readonly shardEntries: readonly string[];
}

/** Puts into a resolved vitest what its configuration alone cannot hold: shards, our reporter always, and signals. */
export function conformancePlugin(parts: PluginParts): Plugin {
  return {
    name: 'resource-api-conformance',
    configureVitest({ vitest, project }) {
      const shard = vitest.config.shard;
      const facts = shard === undefined ? parts.facts : { ...parts.facts, shard };
      const brief = shard === undefined ? parts.brief : briefShard(parts.brief, shard.count);
      if (shard !== undefined) vitest.config.include = [entryOf(shard, parts.shardEntries)];
      project.provide('conformance', { brief, facts });
      if (!isBlobAlone(vitest)) reportAlways(vitest, parts.reporter);
      placeBlobs(vitest);
      if (vitest.config.mergeReports === undefined)
        vitest.onClose(takeOverSignals(facts.run.id, parts.reportDir));
    },
  };
}

function entryOf(
  shard: { readonly index: number; readonly count: number },
  entries: readonly string[],
): string {
  const entry = entries[shard.index - 1];
  if (entry !== undefined && shard.count <= entries.length) return entry;
  throw new ConfigurationError({
    setting: '--shard',
    found: `${shard.index}/${shard.count}`,
    expected: `at most ${entries.length} shards`,
    remedy: `For example: --shard=1/${entries.length}`,
  });
}

/** A shard that only hands its blob to a later merge states no verdict of its own. */
function isBlobAlone({ config }: Vitest): boolean {
  const names = config.reporters.map((reporter) => (Array.isArray(reporter) ? reporter[0] : undefined));
  return names.length > 0 && names.every((name) => name === 'blob');
}

/** `--reporter` on the command line replaces the configured reporters; ours reports all the same. */
function reportAlways({ config }: Vitest, reporter: Reporter): void {
  if (!config.reporters.some((configured) => configured === reporter)) config.reporters.push(reporter);
}

/** Blobs go below the folder in which the command was started, where `--merge-reports` looks for them. */
function placeBlobs({ config }: Vitest): void {
  const shard = config.shard;
  const named = typeof config.outputFile === 'string' ? config.outputFile : config.outputFile?.['blob'];
  const usual = shard === undefined ? 'blob.json' : `blob-${shard.index}-${shard.count}.json`;
  const outputFile = join(process.cwd(), named ?? join('.vitest-reports', usual));
  config.reporters = config.reporters.map((reporter) =>
    Array.isArray(reporter) && reporter[0] === 'blob'
      ? (['blob', { outputFile }] as typeof reporter)
      : reporter,
  );
}
