import type { Profile } from '../clause/profile.ts';
import { fileNames } from '../config/certificates/certificate.ts';
import { digestsOf, readPackage, type PackageFiles } from '../config/certificates/package-files.ts';
import { readFiles } from '../config/certificates/read-files.ts';
import { ConfigurationError, quoted } from '../config/input/configuration-error.ts';
import { reasonOf } from '../config/input/text-file.ts';
import { judgeIdentity } from '../config/packaging/judge.ts';
import { parseProfile } from '../config/profile/profile.ts';

/** The declarations of a vendor for a certificate. */
export interface CertifiedProfile {
  readonly profile: Profile;
  /** The certified implementation, as the vendor names it: `Shop API 4.2.0`. */
  readonly of: string;
}

/**
 * The profile of a certificate. `verify` decides whether the certificate holds.
 *
 * @param folder - absolute
 * @throws ConfigurationError for a folder that is no certificate, and for a profile that it does not list
 */
export function certifiedProfile(folder: string): CertifiedProfile {
  const files = packageIn(folder);
  const read = readFiles(files, judgeIdentity());
  if (typeof read === 'string') throw refusal(`${quoted(folder)}, where ${read}`);
  const { certificate, profileText } = read;
  const name = fileNames.profile;
  if (digestsOf(files.octets)[name] !== certificate.files[name])
    throw refusal(`${quoted(folder)}, whose ${name} is not the one that was certified`);
  const { implementation } = certificate;
  const of = ['name', 'version'].flatMap((member) => implementation[member] ?? []).join(' ');
  return { profile: parseProfile(profileText, name), of };
}

function packageIn(folder: string): PackageFiles {
  try {
    return readPackage(folder);
  } catch (error) {
    throw refusal(`${quoted(folder)}, which ${reasonOf(error)}`);
  }
}

function refusal(found: string): ConfigurationError {
  return new ConfigurationError({
    setting: '--certificate',
    found,
    expected: 'the folder of a certificate, as certify has written it',
    remedy: 'Name another one, or a profile alone: --profile.',
  });
}
