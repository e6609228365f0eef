import type { Profile } from '../../clause/profile.ts';
import { memberPath } from '../../config/profile/keys.ts';
import { wholeSchema } from '../../config/profile/schema.ts';
import { choices } from '../../faults/catalogue.ts';
import { membersOf } from '../../wire/json/plain-json.ts';
import { behaviours } from './behaviours.ts';
import type { Layers } from './layers.ts';

export type Imitation = ReturnType<typeof imitationOf>;

/** The layers by which a reference follows a profile. */
export function imitationOf(profile: Profile) {
  const layers: {
    choices: string[];
    policy: Required<Layers>['policy'][number][];
    wraps: Required<Layers>['wraps'][number][];
  } = { choices: [], policy: [], wraps: [] };
  const imitated: string[] = [];
  const schema = wholeSchema();
  const others: { key: string; because: string }[] = [];
  for (const [key, behaviour] of Object.entries(behaviours)) {
    const value = valueAt(profile, memberPath(schema, key) ?? []);
    if (value === undefined || behaviour.kind === 'only about tests') continue;
    const made = behaviour.kind === 'imitated' ? behaviour.by(value) : behaviour.because;
    const rival = typeof made === 'string' ? undefined : rivalOf(made.choices ?? [], layers.choices);
    if (typeof made === 'string' || rival !== undefined) {
      others.push({ key, because: typeof made === 'string' ? made : `it contradicts ${rival}` });
      continue;
    }
    imitated.push(key);
    layers.choices.push(...(made.choices ?? []).filter((name) => !layers.choices.includes(name)));
    layers.policy.push(...(made.policy ?? []));
    layers.wraps.push(...(made.wraps ?? []));
  }
  return { layers, imitated, others };
}

/** The chosen choice that excludes one of these choices. */
export function rivalOf(names: readonly string[], taken: readonly string[]): string | undefined {
  const excluded = (name: string): readonly string[] =>
    choices.find((one) => one.name === name)?.excludes ?? [];
  return taken.find((other) =>
    names.some((name) => excluded(name).includes(other) || excluded(other).includes(name)),
  );
}

function valueAt(profile: Profile, path: readonly string[]): unknown {
  return path.reduce<unknown>((held, name) => {
    const members = membersOf(held);
    return Object.hasOwn(members, name) ? members[name] : undefined;
  }, profile);
}
