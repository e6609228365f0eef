import { expect, test } from 'vitest';
import { asSigned, keys, taken } from '../../support/certificates/attestations.ts';
import { hasSecuresystemslib, securesystemslib } from '../../support/certificates/foreign-verifiers.ts';

const isThere = hasSecuresystemslib();
if (!isThere)
  console.warn(
    'Python has no securesystemslib of release 1 or later: pip install "securesystemslib[crypto]"',
  );

test.runIf(isThere).each(Object.entries(keys))(
  'the library of in-toto accepts only attestations that are signed by %s',
  (_kind, key) => {
    expect(taken(securesystemslib, key)).toEqual(asSigned);
  },
);
