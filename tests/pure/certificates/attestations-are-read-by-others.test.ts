import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { attestingKey } from '../../../config/certificates/attestation/dsse.ts';
import { testResult, verificationResult } from '../../../config/certificates/attestation/statements.ts';
import {
  asSigned,
  judge,
  keys,
  lines,
  now,
  taken,
  unlimited,
} from '../../support/certificates/attestations.ts';
import { sigstore } from '../../support/certificates/foreign-verifiers.ts';
import { broken, fronted, undecided } from '../../support/certificates/fronted-reports.ts';

test.each(Object.entries(keys))(
  'the verifier of Sigstore accepts only attestations that are signed by %s',
  (_kind, key) => {
    expect(taken(sigstore, key)).toEqual(asSigned);
  },
);

interface Read {
  readonly subject: readonly { readonly name: string; readonly digest: { readonly sha256: string } }[];
  readonly predicateType: string;
  readonly predicate: Readonly<Record<string, unknown>>;
}
const read = (statement: object | undefined): Read => JSON.parse(JSON.stringify(statement)) as Read;

describe('a test result', () => {
  test('is about the certificate, and names the profile, the contract and the judge by their digests', () => {
    const { certificate, report } = fronted(unlimited);
    const { subject, predicate, predicateType } = read(testResult(certificate, report));
    expect(predicateType).toBe('https://in-toto.io/attestation/test-result/v0.1');
    expect(subject).toEqual([
      { name: 'certificate.json', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string } },
    ]);
    expect(predicate).toMatchObject({
      result: 'PASSED',
      configuration: [
        { name: 'profile.json' },
        { name: 'Generic Resource API Reference', digest: { sha256: report.suite.contract.sha256 } },
        { digest: { sha256: '0123456789abcdef'.repeat(4) } },
      ],
      warnedTests: [],
      failedTests: [],
    });
    expect(predicate['passedTests']).toHaveLength(43);
  });

  test.each([
    ['WARNED where a limit is stated', {}, 'WARNED'],
    ['FAILED where a clause is broken', { judged: { '4.10/clause-1': broken } }, 'FAILED'],
    ['none of what is not decided', { judged: { '4.10/clause-1': undecided } }, undefined],
    ['none of a rehearsal', { embedded: true }, undefined],
  ])('is %s', (_what, made, result) => {
    const { certificate, report } = fronted(made);
    const statement = testResult(certificate, report);
    expect(statement && read(statement).predicate['result']).toBe(result);
    if (result === 'FAILED')
      expect(read(statement).predicate).toMatchObject({ failedTests: ['4.10/clause-1'] });
  });
});

describe('a verification result', () => {
  test.each([
    ['without limits', unlimited, 'RESOURCE_API_CONFORMANT'],
    ['with limits', {}, 'RESOURCE_API_CONFORMANT_WITH_LIMITS'],
    ['of what does not conform', { judged: { '4.10/clause-1': broken } }, 'RESOURCE_API_NON_CONFORMANT'],
  ])('%s names the valid claim, and its judge', (_what, made, claim) => {
    const { predicate, predicateType } = read(
      verificationResult(fronted(made).certificate, lines, { judge, now }),
    );
    expect(predicateType).toBe('https://in-toto.io/attestation/svr/v0.1');
    expect(predicate).toEqual({
      verifier: { id: `urn:resource-conformance:judge:${judge}` },
      timeCreated: '2026-03-04T05:06:07.000Z',
      properties: [claim, 'RESOURCE_API_REJUDGED', 'RESOURCE_API_ASKED_AGAIN'],
    });
  });
});

test.each([
  ['no key', 'text', /--attest: found .*cannot be read as a private key/],
  [
    'a key of another kind',
    generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    /is of the kind x25519/,
  ],
])('%s is refused before any request', (_what, pem, message) => {
  expect(() => attestingKey(pem, 'attest.pem')).toThrow(message);
});
