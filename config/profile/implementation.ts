import type { Profile } from '../../clause/profile.ts';

/** The placeholder of a draft for facts that only the vendor knows; no real name is in angle brackets. */
export const implementationToName = { name: '<name>', version: '<version>' } as const;

/** A profile without the placeholders of a draft: they name nothing yet. */
export function withoutUnnamed({ implementation = {}, ...rest }: Profile): Profile {
  const named = Object.entries(implementation).filter(([, text]) => !/^<\w+>$/.test(text));
  return named.length === 0 ? rest : { ...rest, implementation: Object.fromEntries(named) };
}
