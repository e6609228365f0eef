import fc from 'fast-check';

/** What a value that another arbitrary has drawn was shrunk to, with the context that leads on from there. */
class Shrunk {
  readonly context: unknown;

  constructor(context: unknown) {
    this.context = context;
  }
}

/** Draws by one arbitrary and shrinks by another. */
class ShrinkingAs<T> extends fc.Arbitrary<T> {
  readonly #drawn: fc.Arbitrary<T>;
  readonly #shrunk: fc.Arbitrary<T>;

  constructor(drawn: fc.Arbitrary<T>, shrunk: fc.Arbitrary<T>) {
    super();
    this.#drawn = drawn;
    this.#shrunk = shrunk;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return new fc.Value(this.#drawn.generate(random, bias).value, undefined);
  }

  canShrinkWithoutContext(value: unknown): value is T {
    return this.#shrunk.canShrinkWithoutContext(value);
  }

  shrink(value: T, context: unknown): fc.Stream<fc.Value<T>> {
    return this.#shrunk
      .shrink(value, context instanceof Shrunk ? context.context : undefined)
      .map((smaller) => new fc.Value(smaller.value, new Shrunk(smaller.context)));
  }
}

/**
 * Values of one arbitrary that get smaller as those of another do, whose bounds may be wider: lists that are drawn long,
 * and that shrink to short ones all the same.
 */
export function shrinkingAs<T>(drawn: fc.Arbitrary<T>, shrunk: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return new ShrinkingAs(drawn, shrunk);
}

/** Shrinks in one step, to what is plainest. */
class ShrinkingTo<T> extends fc.Arbitrary<T> {
  readonly #drawn: fc.Arbitrary<T>;
  readonly #plainer: (value: T) => T | undefined;

  constructor(drawn: fc.Arbitrary<T>, plainer: (value: T) => T | undefined) {
    super();
    this.#drawn = drawn;
    this.#plainer = plainer;
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<T> {
    return new fc.Value(this.#drawn.generate(random, bias).value, undefined);
  }

  canShrinkWithoutContext(_value: unknown): _value is T {
    return true;
  }

  shrink(value: T): fc.Stream<fc.Value<T>> {
    const plain = this.#plainer(value);
    return plain === undefined ? fc.Stream.nil() : fc.Stream.of(new fc.Value(plain, undefined));
  }
}

/**
 * Values that get smaller in one step.
 *
 * @param plainer - what a value shrinks to; undefined for one that is plain already
 */
export function shrinkingTo<T>(
  drawn: fc.Arbitrary<T>,
  plainer: (value: T) => T | undefined,
): fc.Arbitrary<T> {
  return new ShrinkingTo(drawn, plainer);
}
