import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeMock } from '../../../mock/made.ts';
import {
  certifiedRehearsal,
  filesOf,
  tinyPlan,
  type CertifiedRehearsal,
} from '../../support/certificates/certified-rehearsal.ts';

const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
afterAll(() => rmSync(folder, { recursive: true }));

let certified: CertifiedRehearsal;
beforeAll(async () => {
  certified = await certifiedRehearsal([], tinyPlan);
});

let certificate = '';
beforeEach(({ task }) => {
  certificate = join(folder, task.id);
  mkdirSync(certificate);
});

function lay(files: Iterable<readonly [name: string, octets: Uint8Array | string]>): void {
  for (const [name, octets] of files) writeFileSync(join(certificate, name), octets);
}

test('a mock decides as the profile of a certificate declares, and names the vendor', () => {
  const profile = {
    implementation: { name: 'Shop API', version: '4.2.0' },
    delete: { after: 'softDeleted' },
  } as const;
  lay(filesOf(certified.report, certified.tape, { profile: JSON.stringify(profile) }));
  const { of, profile: read, imitation } = makeMock({ certificate });
  expect(of).toBe('Example Resources 2.3.0');
  expect(read).toEqual(profile);
  expect(imitation).toEqual(makeMock({ profile }).imitation);
});

test.for<readonly [what: string, make: () => void, why: string]>([
  [
    'an edited profile',
    () => lay([...certified.files, ['profile.json', '{}']]),
    'not the one that was certified',
  ],
  [
    'a missing profile',
    () => lay([...certified.files].filter(([name]) => name !== 'profile.json')),
    'profile.json',
  ],
  ['a stranger beside it', () => lay([...certified.files, ['other.txt', '']]), 'other.txt'],
  ['an empty folder', () => undefined, 'certificate.json is missing'],
  ['no folder', () => rmSync(certificate, { recursive: true }), 'which'],
])('%s is refused', ([, make, why]) => {
  make();
  expect(() => makeMock({ certificate })).toThrow(new RegExp(`^--certificate: found .*${why}`));
});

test('a profile beside a certificate is refused', () => {
  expect(() => makeMock({ certificate, profile: {} })).toThrow(/^--certificate: found it beside a profile/);
});
