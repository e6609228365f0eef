import type { Profile } from '../../../clause/profile.ts';
import type { RunOptions } from '../../../run/options.ts';
import { hidden } from '../hidden.ts';
import { shapeOf } from '../../../run/shape.ts';

/**
 * The profile as a report may show it: readers of the verdict see the declarations. Values of samples as far as
 * evidence is kept; tokens never.
 */
export function shownProfile(
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
