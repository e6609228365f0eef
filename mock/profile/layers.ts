import { ConfigurationError } from '../../config/input/configuration-error.ts';
import { choices } from '../../faults/catalogue.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';

/** A change of the decisions of a reference. */
export interface Layers {
  readonly choices?: readonly string[];
  readonly policy?: readonly PolicyOverride[];
  readonly wraps?: readonly HandleWrap[];
}

/** What the mock does about a key: how it imitates the value, or why it does not. */
export type Behaviour =
  | { readonly kind: 'imitated'; readonly by: (value: unknown) => Layers | string }
  | { readonly kind: 'only about tests' | 'cannot'; readonly because: string };

/** The reference does the same already. */
export const asItIs: Layers = {};

export const choice = (...names: readonly string[]): Layers => ({ choices: names });
export const policy = (override: PolicyOverride): Layers => ({ policy: [override] });
export const wrap = (...wraps: readonly HandleWrap[]): Layers => ({ wraps });

/** A key with an imitation for each value, or else a sentence that states the reason. */
export function imitated<T>(by: (value: T) => Layers | string): Behaviour {
  // The schema has validated the profile, so a key has values of its type.
  return { kind: 'imitated', by: (value) => by(value as T) };
}

/** A key with a few values. */
export function oneOfThese(values: Readonly<Record<string, Layers>>, otherwise = 'another value'): Behaviour {
  return imitated<string | boolean>((value) => values[String(value)] ?? otherwise);
}

export const cannot = (because: string): Behaviour => ({ kind: 'cannot', because });
export const onlyAboutTests = (because: string): Behaviour => ({ kind: 'only about tests', because });

/** The override of a choice, for code that uses a part of it. */
export function overrideOf(name: string): PolicyOverride {
  const override = choices.find((one) => one.name === name)?.override;
  if (override !== undefined) return override;
  throw new ConfigurationError({
    setting: name,
    found: 'no override',
    expected: 'a choice that has one',
    remedy: 'This is a mistake of the suite: please report it.',
  });
}
