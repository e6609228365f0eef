import { writeFileSync } from 'node:fs';
import { attestingKey, envelopeOf } from '../../config/certificates/attestation/dsse.ts';
import { readTextFile } from '../../config/input/text-file.ts';
import { jsonText } from '../../reporters/visible.ts';
import { readable } from '../start/plain-arguments.ts';

/**
 * Reads the signing key before anything else is done, and returns a function that writes the envelope of a statement.
 *
 * @throws ConfigurationError for a file that is no signing key
 */
export function attesting(
  key: string | undefined,
  path: string,
): ((statement: object | undefined) => readonly string[]) | undefined {
  if (key === undefined) return undefined;
  const signing = attestingKey(
    readable('--attest', key, () => readTextFile(key)),
    key,
  );
  return (statement) => {
    if (statement === undefined) return ['NOT ATTESTED: in-toto has no word for what was found'];
    writeFileSync(path, jsonText(envelopeOf(statement, signing)));
    return [`attested: ${path}`];
  };
}
