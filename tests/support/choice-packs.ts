import { createHash } from 'node:crypto';
import type { Choice, DeclaredProfile } from '../../faults/fault.ts';

/** Choices that one server can make at once, with all that its vendor declares of them. */
export interface ChoicePack {
  readonly choices: readonly Choice[];
  readonly profile: DeclaredProfile;
}

/**
 * Each choice in one pack with others. Which one hangs on its name alone, so that a new choice changes one pack; what
 * contradicts another of its pack goes to a spare one.
 */
export function packsOf(choices: readonly Choice[], count: number): readonly ChoicePack[] {
  const packs = Array.from({ length: count }, (): ChoicePack => ({ choices: [], profile: {} }));
  for (const choice of choices) {
    const place = placeOf(choice.name, count);
    const found = packs.findIndex((pack, at) => (at === place || at >= count) && agree(pack, choice));
    const at = found < 0 ? packs.length : found;
    const pack = packs[at] ?? { choices: [], profile: {} };
    packs[at] = {
      choices: [...pack.choices, choice],
      profile: merged(pack.profile, choice.profile ?? {}) ?? {},
    };
  }
  return packs;
}

function placeOf(name: string, count: number): number {
  return createHash('sha256').update(name).digest().readUInt32BE() % count;
}

function agree({ choices, profile }: ChoicePack, choice: Choice): boolean {
  const contradicts = (one: Choice, other: Choice): boolean => one.excludes?.includes(other.name) === true;
  return (
    !choices.some((other) => contradicts(choice, other) || contradicts(other, choice)) &&
    merged(profile, choice.profile ?? {}) !== undefined
  );
}

/** Both declarations as one; undefined where they contradict one another. */
function merged(one: DeclaredProfile, other: DeclaredProfile): DeclaredProfile | undefined {
  const both: Record<string, unknown> = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const there = both[key];
    const together = there === undefined ? value : mergedValue(there, value);
    if (together === undefined) return undefined;
    both[key] = together;
  }
  return both;
}

function mergedValue(one: unknown, other: unknown): unknown {
  if (isProfile(one) && isProfile(other)) return merged(one, other);
  return JSON.stringify(one) === JSON.stringify(other) ? one : undefined;
}

function isProfile(value: unknown): value is DeclaredProfile {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
