import type { Stage } from './stage.ts';

/**
 * Work that is done once per run, for the first caller; the others share the result. A result is kept under the
 * function that finds it, so that nobody confuses it.
 *
 * @param work - its other inputs have to be the same for every caller
 */
export function oncePerRun<M extends readonly unknown[], T>(
  work: (on: Stage, ...more: M) => Promise<T>,
): (on: Stage, ...more: M) => Promise<T> {
  return (on, ...more) => on.shared(work, () => work(on, ...more));
}

/** The same once for each of several names: endpoints, kinds of pictures, places. */
export function oncePerRunFor<K extends string, M extends readonly unknown[], T>(
  work: (on: Stage, name: K, ...more: M) => Promise<T>,
): (on: Stage, name: K, ...more: M) => Promise<T> {
  const byName = new Map<K, (on: Stage, ...more: M) => Promise<T>>();
  return (on, name, ...more) => {
    const known =
      byName.get(name) ?? oncePerRun((stage: Stage, ...rest: M): Promise<T> => work(stage, name, ...rest));
    byName.set(name, known);
    return known(on, ...more);
  };
}
