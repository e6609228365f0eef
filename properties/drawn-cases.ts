import fc from 'fast-check';

/** A case, with the seed and path that draw it again. */
export interface SeededCase<T> {
  readonly value: T;
  readonly seed: number;
  readonly path: string;
}

/** Draws cases: the same seed draws the same cases on every machine, regardless of other work. */
export function drawn<T>(arbitrary: fc.Arbitrary<T>, seed: number, count: number): readonly SeededCase<T>[] {
  return drawnInTurn([arbitrary], seed, count);
}

/** Draws cases of each kind in turn, so that even few cases certainly cover the first kinds. */
export function drawnInTurn<T>(
  kinds: readonly fc.Arbitrary<T>[],
  seed: number,
  count: number,
): readonly SeededCase<T>[] {
  return fc
    .sample(takingTurns(kinds), { seed: seed | 0, numRuns: Math.ceil(count) })
    .map(([value], at) => ({ value, seed: seed | 0, path: String(at) }));
}

export function drawnAgain<T>(
  kinds: readonly fc.Arbitrary<T>[],
  { seed, path }: Pick<SeededCase<T>, 'seed' | 'path'>,
): readonly SeededCase<T>[] {
  return fc.sample(takingTurns(kinds), { seed, path, numRuns: 1 }).map(([value]) => ({ value, seed, path }));
}

/**
 * A property of fast-check whose runs take the kinds in turn, by number. A draw does not depend on earlier
 * runs, so seed and path draw it again. Each value shrinks by the kind that has drawn it.
 */
export function takingTurns<T>(
  kinds: readonly fc.Arbitrary<T>[],
  holds: (value: T) => Promise<boolean> = () => Promise.resolve(true),
): fc.IRawProperty<[T], true> {
  const properties = kinds.map((kind) => fc.asyncProperty(kind, holds));
  const drawnBy = new WeakMap<fc.Value<[T]>, fc.IAsyncProperty<[T]>>();
  const noting = (value: fc.Value<[T]>, by: fc.IAsyncProperty<[T]>): fc.Value<[T]> => {
    drawnBy.set(value, by);
    return value;
  };
  const inTurn = (run: number): fc.IAsyncProperty<[T]> => {
    const property = properties[run % properties.length];
    if (property === undefined) throw new RangeError('there is no kind to draw');
    return property;
  };
  return {
    isAsync: () => true,
    generate: (random, run = 0) => noting(inTurn(run).generate(random, run), inTurn(run)),
    shrink: (value) => {
      const by = drawnBy.get(value);
      return by === undefined ? fc.Stream.nil() : by.shrink(value).map((smaller) => noting(smaller, by));
    },
    run: (value) => inTurn(0).run(value),
    runBeforeEach: () => Promise.resolve(),
    runAfterEach: () => Promise.resolve(),
  };
}
