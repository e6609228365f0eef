import { coreSections } from '../../contract/traits.ts';
import type { RunRecord } from '../../clause/report.ts';

/** Optional sections in which each run found an operation missing and none that answers. */
export function missingSections(records: readonly Pick<RunRecord, 'operations'>[]): readonly string[] {
  const inEach = records.map(({ operations = [] }) => {
    const isMissing = (section: string): boolean => {
      const states = operations.filter((one) => one.section === section).map(({ state }) => state);
      return states.includes('missing') && states.every((state) => state === 'missing' || state === 'unsent');
    };
    return [...new Set(operations.map(({ section }) => section))].filter(isMissing);
  });
  const [first = [], ...others] = inEach;
  return first.filter(
    (section) =>
      !coreSections.some((core) => core === section) && others.every((found) => found.includes(section)),
  );
}
