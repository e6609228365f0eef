import { beforeAll, describe, expect, test } from 'vitest';
import { fileNames, type Certificate } from '../../../config/certificates/certificate.ts';
import type { Requirement } from '../../../config/certificates/lines/verified.ts';
import { verifyCertificate } from '../../../config/certificates/verify-certificate.ts';
import {
  certifiedRehearsal,
  judge,
  selfCheck,
  tinyPlan,
  type CertifiedRehearsal,
} from '../../support/certificates/certified-rehearsal.ts';
import { editedPackage, forger, isSamePackage } from '../../support/certificates/edited-packages.ts';

/** Anyone who edits has a key that is listed, and all digests right. */
const key = forger('Example');
const [all, atOnce] = [5_000, 100];

let honest: CertifiedRehearsal;
let other: CertifiedRehearsal;
beforeAll(async () => {
  honest = await certifiedRehearsal([], tinyPlan);
  other = await certifiedRehearsal(['head-answers-404-on-a-match'], tinyPlan);
});

type Files = CertifiedRehearsal['files'];

async function verified(files: Files) {
  const { title, lines } = await verifyCertificate({
    files: { octets: files, odd: [] },
    allowedSigners: key.allowed,
    required: new Set<Requirement>(['rejudged', 'signed']),
    now: new Date('2026-01-02'),
    plan: tinyPlan,
    judge,
    checkItself: () => Promise.resolve(selfCheck),
  });
  const isVerified = lines.every(({ state }) => state === 'holds' || state === 'said');
  return { isVerified, texts: [title, ...lines.map(({ text }) => text)] };
}

const claimIn = (files: Files): unknown => {
  const { files: _digests, ...claim } = JSON.parse(
    Buffer.from(files.get(fileNames.certificate) ?? []).toString(),
  ) as Certificate;
  return claim;
};

describe('a package that was edited and signed again', () => {
  test('is verified if nothing was edited', async () => {
    expect(await verified(key.sign(honest.files))).toMatchObject({ isVerified: true });
    expect(await verified(key.sign(other.files))).toMatchObject({ isVerified: true });
  });

  test.each(Array.from({ length: all / atOnce }, (_, at) => at * atOnce))(
    'is refused in a message of bounded length: from %i on',
    async (from) => {
      const taken: string[] = [];
      for (let turn = from; turn < from + atOnce; turn += 1) {
        const { what, files, isResealed } = editedPackage(honest, other, turn);
        const { isVerified, texts } = await verified(key.sign(files));
        const isOdd = texts.some((text) => text.length > 2_000 || /\n\s+at /.test(text));
        // What follows from other lines of a tape is verified as what they say: nothing more was claimed.
        const isMore =
          isVerified &&
          !isSamePackage(files, honest.files) &&
          !(isResealed && JSON.stringify(claimIn(files)) === JSON.stringify(claimIn(honest.files)));
        if (isMore || isOdd) taken.push(`${turn}: ${what}`);
      }
      expect(taken).toEqual([]);
    },
  );
});
