/**
 * Methods are recognised by their access: each run granted a scope, and refused an unknown token in between.
 */
export const shownBy: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'search.method': '4.14/refused-to-unknown-token',
    'image.method': '4.15/refused-to-unknown-token',
  }),
);

/** Places of ids and keys are promises only if resources were read by their values in every run. */
export const shownWorking: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'resource.idSource': '4.2/known-id-is-readable',
    'resource.keySource': '4.3/known-key-is-readable',
  }),
);

/** Lags and limits depend on the day; samples are the vendor's to name. */
export const neverDrafted = /^(consistency|limits|samples)\./;

/** Keys that excuse deviations: only the vendor may state them. */
export const leavesOut = /^(fields\.(never|refused)$|records\.omits$|implementation)/;

/** Takes clauses out of a run, so it is only proposed: what was not found may exist anyway. */
export function isLimit(key: string, value: unknown): boolean {
  return (
    value === 'none' && /^(overwrite\.(patch|put)\.target|resource\.keySource|update\.observable)$/.test(key)
  );
}
