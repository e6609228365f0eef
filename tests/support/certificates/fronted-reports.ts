import { buildReport } from '../../../clause/build-report.ts';
import { defined } from '../../../clause/defined.ts';
import type { Judgement } from '../../../clause/judgement.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { Report } from '../../../clause/report.ts';
import { certificateOf, type Certificate, type Signer } from '../../../config/certificates/certificate.ts';
import { because, entry, finding, judgement, record, reportInput } from '../matrix-fixture.ts';

/** What a front page is made from. */
export interface Fronted {
  readonly certificate: Certificate;
  readonly report: Report;
}

const implementation = { vendor: 'Example Ltd', name: 'Shop Resources', version: '1.0.0' };
const unseen = ['Cart.discountCodes', 'Cart.origin', 'Cart.shipping', 'Cart.store', 'Cart.locale'];

/** A certified run of 40 requirements, five of which are never seen, and three promises, except what is given. */
export function fronted({
  names = implementation,
  judged = {},
  without = ['4.14', 'minted-scopes'],
  signer,
  embedded = false,
  profile = { query: { shape: 'paged' } },
  sent,
  consent,
}: {
  readonly names?: Readonly<Record<string, string>>;
  /** Judgements in place of passes, by clause. */
  readonly judged?: Readonly<Record<string, Judgement>>;
  readonly without?: readonly string[];
  readonly signer?: Signer;
  readonly embedded?: boolean;
  readonly profile?: Profile;
  readonly sent?: Pick<Report['scope'], 'headers' | 'tokens'>;
  readonly consent?: readonly string[];
} = {}): Fronted {
  const musts = Array.from({ length: 40 }, (_, at) => `4.10/clause-${at + 1}`);
  const fields = unseen.map((field) =>
    entry(`Resources/${field}`, 'MUST', { field, blocks: 'when-seen' as const }),
  );
  const promises = ['version.style', 'success.4.6', 'query.shape'].map((key) =>
    entry(`declared/${key}`, 'DECLARED'),
  );
  const never = judgement('not-tested', because('field-never-seen', 'no answer had it'));
  const { report } = buildReport(
    reportInput(
      [
        ...[...musts.map((id) => entry(id)), ...promises].map(
          (one) => [one, judged[one.id] ?? judgement('pass')] as const,
        ),
        ...fields.map((one) => [one, never] as const),
      ],
      {
        target: {
          baseUrl: 'https://staging.example.com/v1',
          projectKey: 'shop',
          embedded,
          implementation: names,
        },
        profile,
        settings: { depth: 'certify', without, ...sent, ...defined({ consent }) },
        record: { ...record, requests: 7_471 },
      },
    ),
  );
  const certificate = certificateOf({
    report: { ...report, suite: { ...report.suite, judge: `sha256:${'0123456789abcdef'.repeat(4)}` } },
    selfCheck: { faults: [], habits: [], trivial: [], unexpected: [] },
    nonce: '00112233445566778899aabbccddeeff',
    sealed: false,
    signer,
    files: {},
  });
  return { certificate, report };
}

/** A clause that fails, and one that could not be decided. */
export const broken = judgement('fail', { findings: [finding] });
export const undecided = judgement('inconclusive', because('flaky', 'it came once'));
