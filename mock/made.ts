import { resolve } from 'node:path';
import { defined } from '../clause/defined.ts';
import type { Profile } from '../clause/profile.ts';
import { ConfigurationError, quoted, refusal } from '../config/input/configuration-error.ts';
import { listedNames } from '../config/input/did-you-mean.ts';
import { choices, faults, referenceWith } from '../faults/catalogue.ts';
import { Mock } from './mock.ts';
import { imitationOf, rivalOf } from './profile/imitation.ts';
import type { StateFile } from './state-file.ts';
import { seededRandom } from '../reference/random.ts';
import { fileNames } from '../config/certificates/certificate.ts';
import { digestsOf, readPackage, type PackageFiles } from '../config/certificates/package-files.ts';
import { readFiles } from '../config/certificates/read-files.ts';
import { reasonOf } from '../config/input/text-file.ts';
import { judgeIdentity } from '../config/packaging/package-folder.ts';
import { parseProfile } from '../config/profile/profile.ts';

/** How the mock decides open points. */
export interface Habits {
  /** Ways in which the mock breaks the contract, by name. */
  readonly faults?: readonly string[] | undefined;
  /** Choices of the mock at open points, by name; `random` means some drawn choices. */
  readonly choices?: readonly string[] | 'random' | undefined;
  /** Declarations of a vendor, which the mock follows at open points. */
  readonly profile?: Profile | undefined;
  /** The folder of a certificate, whose declarations replace the profile. */
  readonly certificate?: string | undefined;
  /** The seed of drawn choices; by default a new seed. */
  readonly seed?: number | undefined;
}

/** A mock, and the inputs from which it was made. */
export type Made = ReturnType<typeof makeMock>;

/** Makes a mock; `file` keeps its resources. @throws ConfigurationError */
export function makeMock(habits: Habits, file?: StateFile) {
  // Seeds are small, because users type them.
  const { faults: broken = [], choices: chosen = [], seed = Math.floor(Math.random() * 1_000_000) } = habits;
  const { profile, of } = declaredBy(habits);
  const drawn = chosen === 'random' ? drawnChoices(seed) : listedNames('--choice', choices, chosen);
  listedNames('--fault', faults, broken);
  const imitation = profile === undefined ? undefined : imitationOf(profile);
  const make = (fault?: string) =>
    referenceWith({
      faults: fault === undefined ? broken : [...broken, fault],
      choices: drawn,
      // A later start draws ids that are not yet in the file.
      seed: seed + (file?.writes ?? 0),
      ...(imitation === undefined ? {} : { own: imitation.layers }),
    });
  return {
    mock: new Mock(make, file),
    /** A reference that makes the same decisions, and is no mock. */
    reference: () => make(),
    faults: broken,
    choices: drawn,
    seed,
    ...defined({ imitation, profile, of }),
  };
}

function declaredBy({ profile, certificate }: Habits): Partial<CertifiedProfile> {
  if (certificate === undefined) return defined({ profile });
  if (profile === undefined) return certifiedProfile(resolve(certificate));
  throw refusal('--certificate', 'it beside a profile', 'one of the two', 'Leave one of them out.');
}

const most = 8;

/** Names of compatible honest choices; the same seed gives the same choices. */
export function drawnChoices(seed: number): readonly string[] {
  const random = seededRandom(seed);
  const left = choices.filter(({ leaves }) => leaves === undefined);
  const drawn: string[] = [];
  while (left.length > 0 && drawn.length < most) {
    const [one] = left.splice(Math.floor(random() * left.length), 1);
    if (one !== undefined && rivalOf([one.name], drawn) === undefined) drawn.push(one.name);
  }
  return drawn.toSorted();
}

/** The declarations of a vendor for a certificate. */
interface CertifiedProfile {
  readonly profile: Profile;
  /** The certified implementation, as the vendor names it: `Shop API 4.2.0`. */
  readonly of: string;
}

/** The profile of a certificate; only `verify` verifies it. @throws ConfigurationError */
function certifiedProfile(folder: string): CertifiedProfile {
  const files = packageIn(folder);
  const read = readFiles(files, judgeIdentity());
  if (typeof read === 'string') throw noCertificate(`${quoted(folder)}, where ${read}`);
  const { certificate, profileText } = read;
  const name = fileNames.profile;
  if (digestsOf(files.octets)[name] !== certificate.files[name])
    throw noCertificate(`${quoted(folder)}, whose ${name} is not the one that was certified`);
  const { implementation } = certificate;
  const of = ['name', 'version'].flatMap((member) => implementation[member] ?? []).join(' ');
  return { profile: parseProfile(profileText, name), of };
}

function packageIn(folder: string): PackageFiles {
  try {
    return readPackage(folder);
  } catch (error) {
    throw noCertificate(`${quoted(folder)}, which ${reasonOf(error)}`);
  }
}

function noCertificate(found: string): ConfigurationError {
  return new ConfigurationError({
    setting: '--certificate',
    found,
    expected: 'the folder of a certificate, as certify has written it',
    remedy: 'Name another one, or a profile alone: --profile.',
  });
}
