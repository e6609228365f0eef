import { expect, test } from 'vitest';
import { certificateOf } from '../../../config/certificates/certificate.ts';
import { claimLine } from '../../../config/certificates/claim/claim-lines.ts';
import { makeMock } from '../../../mock/made.ts';
import { asBadge } from '../../../reporters/ci/as-badge.ts';
import { headline, targetName } from '../../../reporters/headline.ts';
import {
  certifiedRehearsal,
  nonce,
  selfCheck,
  tinyPlan,
} from '../../support/certificates/certified-rehearsal.ts';

test('every result of a run on a mock is a rehearsal, also by its tape', async () => {
  const { report } = await certifiedRehearsal([], tinyPlan, makeMock({}).mock);
  expect(report.target).toMatchObject({ embedded: false, mock: true });
  expect(headline(report)).toBe('CONFORMANT of a mock');
  expect(targetName(report)).toMatch(/^a mock at http:/);
  expect(JSON.parse(asBadge(report))).toMatchObject({ color: 'lightgrey' });
  const certificate = certificateOf({ report, selfCheck, nonce, sealed: false, files: {} });
  expect(certificate.claim).toBe('REHEARSAL');
  expect(claimLine(certificate)).toMatch(/^REHEARSAL; .*about “a mock” /);
});

test('a run on a real server is not', async () => {
  const { report } = await certifiedRehearsal([], tinyPlan);
  expect(report.target.mock).toBe(undefined);
  expect(headline(report)).toBe('CONFORMANT');
});
