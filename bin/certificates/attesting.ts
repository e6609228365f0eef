import { writeFileSync } from 'node:fs';
import { attestingKey, envelopeOf } from '../../config/certificates/attestation/dsse.ts';
import { readTextFile } from '../../config/input/text-file.ts';
import { jsonText } from '../../reporters/visible.ts';
import { readable } from './readable.ts';

/**
 * Reads the key that signs an attestation, before anything else is done.
 *
 * @param key - the path of the key; undefined for no attestation @param path - the path of the envelope @returns a
 * function that writes the envelope of a statement, if there is one, and reports it @throws ConfigurationError for a
 * file that is no such key
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
