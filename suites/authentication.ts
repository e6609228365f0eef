import { section } from '../run/section.ts';

export const authentication = section('Authentication', 'Authentication', ({ open }) => {
  open('Authentication/refusal-statuses', {
    statement: 'How requests without a token, and with an insufficient one, are refused.',
    rationale: 'Error codes other than 409 are not shown.',
    phase: 'quiet',
    declares: [
      {
        key: 'refusal.unauthenticated',
        met: (declared, observed) => within(declared, observed, 'unauthenticated'),
        draft: (observed) => list(observed, 'unauthenticated'),
      },
      {
        key: 'refusal.insufficientScope',
        met: (declared, observed) => within(declared, observed, 'insufficientScope'),
        draft: (observed) => list(observed, 'insufficientScope'),
      },
    ],
    check: async (on) => {
      const { none, random, supplied } = on.callers;
      const unauthenticated = await Promise.all([
        on.ask('query', { as: none }),
        on.ask('query', { as: random }),
      ]);
      const others = supplied.filter(({ supplied: token }) => token?.noScope === true);
      const insufficient = await Promise.all(others.map((as) => on.ask('query', { as })));
      const statuses = (all: typeof unauthenticated): number[] => [
        ...new Set(all.filter(({ kind }) => kind === 'refusal').map(({ status }) => status ?? 0)),
      ];
      on.observe({
        unauthenticated: statuses(unauthenticated),
        insufficientScope: statuses(insufficient as typeof unauthenticated),
      });
    },
  });
});

function list(observed: unknown, name: string): readonly number[] | undefined {
  const found =
    typeof observed === 'object' && observed !== null
      ? Object.entries(observed).find(([key]) => key === name)?.[1]
      : undefined;
  return Array.isArray(found) && found.length > 0 ? found : undefined;
}

function within(declared: unknown, observed: unknown, name: string): boolean | undefined {
  const found = list(observed, name);
  return found === undefined || !Array.isArray(declared)
    ? undefined
    : found.every((status) => declared.includes(status));
}
