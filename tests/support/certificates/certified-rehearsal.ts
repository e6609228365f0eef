import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Report } from '../../../clause/report.ts';
import {
  asText,
  certificateOf,
  fileNames,
  type Certificate,
  type Signer,
} from '../../../config/certificates/certificate.ts';
import { judgeCertified } from '../../../config/certificates/derived-package.ts';
import { digestsOf } from '../../../config/certificates/package-files.ts';
import { renderingsOf } from '../../../config/certificates/renderings.ts';
import { seedOfNonce } from '../../../config/certificates/nonce.ts';
import type { SelfCheck } from '../../../config/certificates/self-check.ts';
import { contractDocument, suiteVersion } from '../../../config/packaging/package-folder.ts';
import { plan as wholePlan } from '../../../config/plan.ts';
import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import { referenceWith } from '../../../faults/catalogue.ts';
import type { Plan } from '../../../implementation/plan.ts';
import type { Reference } from '../../../reference/create.ts';
import { asJson } from '../../../reporters/as-json.ts';
import { depths } from '../../../run/options.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { recordAndJudge } from '../tapes/recorded-rehearsal.ts';

/** A suite that states little, so that its certificates are verified in no time. */
export const smallPlan: Plan = {
  sections: wholePlan.sections.filter(({ part }) => part === '4.5' || part === 'General'),
  evidence: wholePlan.evidence.filter(({ clause }) => clause === '4.5/no-body'),
};

/** A suite that states next to nothing, for thousands of packages. */
export const tinyPlan: Plan = {
  sections: wholePlan.sections
    .filter(({ part }) => part === '4.5')
    .map((section) => ({
      ...section,
      clauses: section.clauses.filter(({ id }) => id === '4.5/200-on-match'),
    })),
  evidence: [],
};

export const judge = `sha256:${'a'.repeat(64)}`;
export const nonce = '00112233445566778899aabbccddeeff';

/** What the suite is said to have been tried on. */
export const selfCheck: SelfCheck = { faults: ['a fault'], habits: [], trivial: [], unexpected: [] };

const implementation = { vendor: 'Example', name: 'Example Resources', version: '2.3.0' };
const profile = { implementation, search: { method: 'POST' }, image: { method: 'POST' } } as const;
const profileText = JSON.stringify(profile);
const contract = contractDocument();
const suite = { ...suiteVersion(), judge, contract };

/** A certificate in memory, with what it is made from. */
export interface CertifiedRehearsal {
  readonly report: Report;
  readonly tape: Uint8Array;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Records a rehearsal on the reference with these faults, or on another one, and makes the files of its certificate. */
export async function certifiedRehearsal(
  faults: readonly string[] = [],
  plan: Plan = smallPlan,
  reference: Reference = referenceWith({ faults, choices: [], seed: 1 }),
): Promise<CertifiedRehearsal> {
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const options = { ...rehearsalOptions(profile, 1), depth: depths.certify };
  const { baseUrl, projectKey } = options;
  const target = { baseUrl, projectKey, embedded: false, implementation };
  const seed = seedOfNonce(nonce, { suite, target });
  const said = { suite, embedded: false, node: 'v20.19.0', allowIncomplete: false, readOnlyGate: false };
  const folder = mkdtempSync(join(tmpdir(), 'certified-'));
  try {
    const transport = createInProcessTransport(reference, clock, {
      latencyMs: 1,
    });
    await recordAndJudge({ options: { ...options, seed }, transport, clock, folder, plan, said });
    const tape = readFileSync(join(folder, 'conformance.tape.jsonl.gz'));
    const report = await reportOf(tape, plan);
    return { report, tape, files: filesOf(report, tape) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The report that follows from a tape. */
export async function reportOf(tape: Uint8Array, plan: Plan = smallPlan): Promise<Report> {
  const judged = await judgeCertified({ tape, profileText, nonce }, { plan, judge });
  if (typeof judged === 'string') throw new Error(judged);
  return judged.report;
}

/**
 * A tape of these lines, whose last one is written again where it is an end: anyone who changes lines can do that, too.
 */
export function tapeOf(lines: readonly string[]): Uint8Array {
  const before = lines.slice(0, -1);
  const digest = createHash('sha256')
    .update(before.map((line) => `${line}\n`).join(''))
    .digest('hex');
  const last = (lines.at(-1) ?? '').replace(/"lines":"[0-9a-f]{64}"/, `"lines":"${digest}"`);
  return gzipSync(`${[...before, last].join('\n')}\n`);
}

/** What is otherwise than it follows from a report and a tape. */
interface Otherwise {
  readonly change?: (certificate: Certificate) => Certificate;
  readonly profile?: string;
  readonly reportText?: string;
  /** Texts of renderings, by name; a text that is undefined leaves its file out. */
  readonly renderings?: Readonly<Record<string, string | undefined>>;
  readonly sealed?: boolean;
  readonly signer?: Signer;
}

/** The files of a certificate, as they follow from a report and a tape, whatever these are. */
export function filesOf(
  report: Report,
  tape: Uint8Array,
  {
    change = (certificate) => certificate,
    profile = profileText,
    reportText = asJson(report),
    renderings = {},
    sealed = false,
    signer,
  }: Otherwise = {},
): ReadonlyMap<string, Uint8Array> {
  const facts = { report, selfCheck, nonce, sealed, signer };
  const rendered = renderingsOf(certificateOf({ ...facts, files: {} }), report);
  const files = new Map<string, Uint8Array>([
    [fileNames.report, Buffer.from(reportText)],
    [fileNames.tape, tape],
    [fileNames.profile, Buffer.from(profile)],
    ...[...rendered].map(([name, text]) => [name, Buffer.from(text)] as const),
  ]);
  for (const [name, text] of Object.entries(renderings))
    if (text === undefined) files.delete(name);
    else files.set(name, Buffer.from(text));
  const certificate = change(certificateOf({ ...facts, files: digestsOf(files) }));
  return new Map(
    [...files, [fileNames.certificate, Buffer.from(asText(certificate))] as const].filter(
      ([name]) => !sealed || name !== fileNames.tape,
    ),
  );
}
