import { resolve } from 'node:path';
import { defined } from '../clause/defined.ts';
import type { Profile } from '../clause/profile.ts';
import { ConfigurationError, quoted } from '../config/input/configuration-error.ts';
import { didYouMean } from '../config/input/did-you-mean.ts';
import { choices, faults, referenceWith } from '../faults/catalogue.ts';
import type { Reference } from '../reference/create.ts';
import { certifiedProfile, type CertifiedProfile } from './certified-profile.ts';
import { drawnChoices } from './drawn-choices.ts';
import { Mock } from './mock.ts';
import { imitationOf, type Imitation } from './profile/imitation.ts';
import type { StateFile } from './state-file.ts';

/** How a mock decides. */
export interface Habits {
  /** Ways in which the mock breaks the contract, by name. */
  readonly faults?: readonly string[] | undefined;
  /** Choices of the mock at open points, by name; `random` draws some. */
  readonly choices?: readonly string[] | 'random' | undefined;
  /** Declarations of a vendor: the mock follows them at open points. */
  readonly profile?: Profile | undefined;
  /** The folder of a certificate, instead of a profile: its declarations. */
  readonly certificate?: string | undefined;
  /** The seed of drawn choices; by default a new seed. */
  readonly seed?: number | undefined;
}

/** A mock, and the inputs of its creation. */
export interface Made {
  readonly mock: Mock;
  /** A reference that decides so, and is no mock. */
  readonly reference: () => Reference;
  readonly faults: readonly string[];
  readonly choices: readonly string[];
  readonly seed: number;
  readonly profile?: Profile;
  /** The imitation of the profile; absent without one. */
  readonly imitation?: Imitation;
  /** The imitated implementation, by a certificate. */
  readonly of?: string;
}

/**
 * Makes a mock.
 *
 * @param file - keeps its resources
 * @throws ConfigurationError for a name that the catalogue does not have, and for a folder that is no certificate
 */
export function makeMock(habits: Habits, file?: StateFile): Made {
  const { faults: broken = [], choices: chosen = [], seed = freshSeed() } = habits;
  const { profile, of } = declaredBy(habits);
  const drawn = chosen === 'random' ? drawnChoices(seed) : listed('choice', choices, chosen);
  listed('fault', faults, broken);
  const imitation = profile === undefined ? undefined : imitationOf(profile);
  const make = (fault?: string) =>
    referenceWith({
      faults: fault === undefined ? broken : [...broken, fault],
      choices: drawn,
      // A later start draws ids that the file does not have yet.
      seed: seed + (file?.writes ?? 0),
      ...(imitation === undefined ? {} : { own: imitation.layers }),
    });
  const made = { mock: new Mock(make, file), reference: make, faults: broken, choices: drawn, seed };
  return imitation === undefined ? made : { ...made, imitation, ...defined({ profile, of }) };
}

function declaredBy({ profile, certificate }: Habits): Partial<CertifiedProfile> {
  if (certificate === undefined) return defined({ profile });
  if (profile === undefined) return certifiedProfile(resolve(certificate));
  throw new ConfigurationError({
    setting: '--certificate',
    found: 'it beside a profile',
    expected: 'one of the two',
    remedy: 'Leave one of them out.',
  });
}

/** Seeds are small, so that they are typed easily. */
function freshSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}

function listed(
  kind: string,
  all: readonly { readonly name: string }[],
  names: readonly string[],
): readonly string[] {
  const known = all.map(({ name }) => name);
  const stray = names.find((name) => !known.includes(name));
  if (stray === undefined) return names;
  throw new ConfigurationError({
    setting: `--${kind}`,
    found: quoted(stray),
    expected: 'a name that --list shows',
    remedy: didYouMean(stray, known, 'See --list.'),
  });
}
