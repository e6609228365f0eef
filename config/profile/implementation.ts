import type { Profile } from '../../clause/profile.ts';

/** What a draft has in the place of what only the vendor knows; nobody's name is in angle brackets. */
export const implementationToName = { name: '<name>', version: '<version>' } as const;

/** A profile without what a draft left to be named: it names nothing yet. */
export function withoutUnnamed({ implementation = {}, ...rest }: Profile): Profile {
  const named = Object.entries(implementation).filter(([, text]) => !/^<\w+>$/.test(text));
  return named.length === 0 ? rest : { ...rest, implementation: Object.fromEntries(named) };
}
