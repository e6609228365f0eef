import type { Stage } from './stage.ts';

/** Work once per run: the first caller does it, the others share the result. Other inputs have to be the same. */
export function oncePerRun<M extends readonly unknown[], T>(
  work: (on: Stage, ...more: M) => Promise<T>,
): (on: Stage, ...more: M) => Promise<T> {
  return (on, ...more) => on.shared(work, () => work(on, ...more));
}

/** Like `oncePerRun`, for each of several names: endpoints, kinds of pictures, places. */
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
