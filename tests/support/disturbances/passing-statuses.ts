import type { Fate, Disturbance } from './disturbance.ts';

/** Of all requests so many are answered with one status by something in between, before or after their work is done. */
const shares = [0.001, 0.003, 0.01, 0.05];
const statuses = [400, 404, 409, 500];

/** Whether the implementation gets to see what is answered in its place: never, or each time. */
const courses = { 'in place of': { lost: true }, after: {} } as const;

function passingStatus(share: number, status: number, course: keyof typeof courses): Disturbance {
  const text = '{"message":"something in between"}';
  const headers = [['Content-Type', 'application/json']] as const;
  return {
    name: `${share * 100} % are answered ${status} ${course} their work`,
    begin: (world) => ({
      fate: (): Fate | undefined =>
        world.random() < share ? { ...courses[course], instead: { status, headers, text } } : undefined,
    }),
  };
}

/**
 * Something between the run and the implementation answers a share of everything. An update that takes place and is
 * answered 409 is what 4.10 forbids, whoever answers it.
 */
export const passingStatuses: readonly Disturbance[] = (['in place of', 'after'] as const).flatMap((course) =>
  shares.flatMap((share) =>
    statuses
      .filter((status) => status !== 409 || course === 'in place of')
      .map((status) => passingStatus(share, status, course)),
  ),
);
