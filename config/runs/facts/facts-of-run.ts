import { defined } from '../../../clause/defined.ts';
import type { RunFacts } from '../../../reporters/run-facts.ts';
import type { PlainOptions } from '../run-brief.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { RunOptions } from '../../../run/options.ts';
import { hidden } from '../hidden.ts';
import { shapeOf } from '../../../run/shape.ts';

/** Statements of a run that follow from no other data, so that a report shows them without proof. Plain JSON. */
export interface SaidOfRun {
  readonly suite: RunFacts['suite'];
  /** The target is the suite's own reference. */
  readonly embedded: boolean;
  readonly node: string;
  readonly allowIncomplete: boolean;
  /** A run that only reads ends with 0 if everything that reads can decide passes. */
  readonly readOnlyGate: boolean;
  readonly profileSha256?: string;
  readonly shard?: { readonly index: number; readonly count: number };
}

/** The facts about a run before its first request, for its report: its options and its own statements. */
export function factsOf(
  options: PlainOptions,
  said: SaidOfRun,
  {
    startedAt,
    redact,
  }: {
    readonly startedAt: string;
    readonly redact: (text: string) => string;
  },
): RunFacts {
  const { suite, embedded, node, allowIncomplete, readOnlyGate, profileSha256, shard } = said;
  const { baseUrl, projectKey, profile, evidence } = options;
  const { implementation } = profile;
  return {
    suite,
    target: {
      baseUrl,
      projectKey,
      embedded,
      ...(implementation === undefined ? {} : { implementation: { ...implementation } }),
      ...defined({ profileSha256 }),
      profile: shownProfile(profile, evidence, redact),
    },
    profile,
    settings: {
      depth: options.depth.name,
      seed: options.seed,
      concurrency: options.concurrency,
      without: options.without,
      ...(options.headers.length === 0 ? {} : { headers: options.headers.map(([name]) => name) }),
      tokens: options.tokens.map(({ label }) => label),
      allowIncomplete,
      ...(options.readOnly ? { readOnly: { gate: readOnlyGate } } : {}),
      consent: options.consent,
    },
    run: { id: options.runId, startedAt, node },
    ...defined({ shard }),
  };
}

/** The declarations as a report may show them: values of samples as far as evidence is kept, and no tokens. */
function shownProfile(
  { samples, ...declared }: Profile,
  evidence: RunOptions['evidence'],
  redact: (text: string) => string,
): Readonly<Record<string, unknown>> {
  const kept: unknown =
    evidence === 'full'
      ? samples
      : evidence === 'shape'
        ? shapeOf(samples)
        : Object.fromEntries(Object.keys(samples ?? {}).map((section) => [section, '…']));
  const shown = { ...declared, ...(samples === undefined ? {} : { samples: kept }) };
  return hidden(shown, redact);
}
