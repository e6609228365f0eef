import fc from 'fast-check';

/**
 * One step of the model: a read, an update with the actual version, with one that was left, with one far away, or with
 * the one that is likely to follow, a write by a caller who may not (an update by a caller of whom the contract does not
 * say whether he may), the existence check, and an update of another resource.
 */
export type ModelCommand =
  | { readonly do: 'read' | 'update' | 'update another' | 'update ahead' }
  | { readonly do: 'stale update'; readonly back: number }
  | { readonly do: 'far update'; readonly distance: number }
  | {
      readonly do: 'refused create' | 'refused delete' | 'foreign update' | 'check existence';
      readonly as: number;
    };

const weighted: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<ModelCommand> }[] = [
  { weight: 4, arbitrary: fc.constant<ModelCommand>({ do: 'update' }) },
  { weight: 1, arbitrary: fc.constant<ModelCommand>({ do: 'read' }) },
  { weight: 1, arbitrary: fc.constant<ModelCommand>({ do: 'update another' }) },
  { weight: 1, arbitrary: fc.constant<ModelCommand>({ do: 'update ahead' }) },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 12 }).map((back): ModelCommand => ({ do: 'stale update', back })),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 100, max: 9_000 })
      .map((distance): ModelCommand => ({ do: 'far update', distance })),
  },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 5 }).map((as): ModelCommand => ({ do: 'foreign update', as })),
  },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 5 }).map((as): ModelCommand => ({ do: 'refused create', as })),
  },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 5 }).map((as): ModelCommand => ({ do: 'refused delete', as })),
  },
  {
    weight: 1,
    arbitrary: fc.nat({ max: 3 }).map((as): ModelCommand => ({ do: 'check existence', as })),
  },
];

const runLength = 5;

/** Runs of commands; each kind of command is sure to be in one of them, the seldom ones first. */
export const modelRuns: readonly fc.Arbitrary<readonly ModelCommand[]>[] = weighted
  .toReversed()
  .map(({ arbitrary: sure }) =>
    fc
      .tuple(
        fc.array(fc.oneof(...weighted), { minLength: runLength - 1, maxLength: runLength - 1, size: 'max' }),
        sure,
        fc.nat({ max: runLength - 1 }),
      )
      .map(([commands, one, at]) => [...commands.slice(0, at), one, ...commands.slice(at)]),
  );
