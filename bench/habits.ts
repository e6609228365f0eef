/**
 * Names of choices: honest servers that show or hide other facts than the reference does. No verdict on these servers
 * depends on a wait.
 */
export const quickHabits: readonly string[] = [
  'searches-answer-204',
  'searches-answer-a-count',
  'collection-shows-only-filled-members',
  'lists-filtered-instead-of-refused',
  'id-only-in-location',
  'ids-told-to-nobody',
  'property-never-shown',
  'updates-answer-204',
  'overwrites-answer-202',
  'overwrites-answer-204',
  'overwrites-have-no-target',
  'overwrites-reach-the-oldest',
  'put-always-creates',
  'stale-overwrites-answered-412',
  'versions-are-nanoseconds',
  'head-answers-204-without-a-match',
];

/** Honest servers on which a verdict depends on a wait, and why. */
export const slowHabits: readonly (readonly [choice: string, why: string])[] = [
  ['queries-lag-2000-ms', 'a lag, which is waited out'],
  ['deleted-resources-stay-readable', 'a delete that does not show'],
  ['create-lands-on-one-resource', 'one resource, so that waits come one after the other'],
];
