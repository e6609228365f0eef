import { expect, test } from 'vitest';
import { certifyCommand } from '../../../bin/certificates/certify-command.ts';
import { verifyCommand } from '../../../bin/certificates/verify-command.ts';
import { perform } from '../../../bin/help.ts';
import { attemptInShort, isNonce, challenged } from '../../../config/certificates/nonce.ts';
import { claimLine } from '../../../config/certificates/claim/claim-lines.ts';
import type { Requirement } from '../../../config/certificates/lines/verified.ts';
import { fronted } from '../../support/certificates/fronted-reports.ts';

const nonce = '00112233445566778899aabbccddeeff-3';
const { certificate: unchallenged } = fronted();
const certificate = { ...unchallenged, seedFrom: { nonce } };
const required = new Set<Requirement>(['challenged']);
const none = new Set<Requirement>();

test('a nonce is hexadecimal, and may end with the number of its attempt', () => {
  const digits = '0123456789abcdef';
  for (const good of [digits, digits.repeat(8), `${digits}-1`, `${digits}-123456`])
    expect(isNonce(good)).toBe(true);
  for (const odd of [
    digits.slice(1),
    `${digits.repeat(8)}0`,
    digits.toUpperCase(),
    `${digits}-0`,
    `${digits}-01`,
    `${digits}-`,
    `${digits}-1\n`,
    ` ${digits}`,
  ])
    expect(isNonce(odd)).toBe(false);
  expect([attemptInShort(nonce), attemptInShort(digits)]).toEqual([' (attempt 3)', '']);
});

test.each([certifyCommand, verifyCommand])('$name rejects an invalid nonce before anything else', async (command) => {
  const argv = command === verifyCommand ? ['.', '--nonce', 'xyz'] : ['--nonce', 'xyz'];
  const refusal = perform(command, argv, { cwd: '/nowhere', env: { CONFORMANCE_BASE_URL: 'none', CI: '1' } });
  await expect(refusal).rejects.toThrow('--nonce: found "xyz"; expected 16 to 128 hexadecimal digits');
}); // prettier-ignore

test('a nonce that only the package states proves nothing', () => {
  expect(challenged(certificate, { required: none }).state).toBe('said');
  expect(challenged(certificate, { required })).toEqual({
    about: 'challenged',
    state: 'untold',
    text: `the certificate does not state who drew nonce ${nonce} (attempt 3); to compare it with the nonce that you handed out: --nonce NONCE`,
  });
});

test('a nonce that was handed out has to be the nonce of the certificate', () => {
  expect(challenged(certificate, { nonce, required })).toEqual({
    about: 'challenged',
    state: 'holds',
    text: `by nonce ${nonce} (attempt 3), which was handed out`,
  });
  for (const other of [nonce.replace('-3', '-4'), nonce.replace('-3', ''), 'f'.repeat(32)])
    expect(challenged(certificate, { nonce: other, required: none })).toMatchObject({
      state: 'refuted',
      text: `by nonce ${nonce}, but the nonce that was handed out is ${other}`,
    });
  const { seedFrom: _none, ...unchallengedByAny } = unchallenged;
  expect(challenged(unchallengedByAny, { nonce, required: none })).toMatchObject({
    state: 'refuted',
    text: expect.stringMatching(/^by no nonce/),
  });
});

test('the claim states the number of the attempt', () => {
  expect(claimLine(certificate)).toContain('of 2026-01-02 (attempt 3), valid until');
});
