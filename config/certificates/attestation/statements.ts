import type { Report } from '../../../clause/report.ts';
import { asText, digestOf, fileNames, type Certificate } from '../certificate.ts';
import { isUnlimited } from '../claim/claim-lines.ts';
import type { Verified } from '../lines/verified.ts';

/**
 * The result of the certified run as a `test-result`: the ids of MUST clauses by verdict, and how they were judged.
 * Undefined if the format has no word for the result, as for a rehearsal or a run that decided nothing.
 */
export function testResult(certificate: Certificate, report: Report) {
  const { claim, contract, suite, files } = certificate;
  if (claim !== 'CONFORMANT' && claim !== 'NON-CONFORMANT') return undefined;
  const binding = report.clauses.filter(({ level }) => level === 'MUST' || level === 'DECLARED');
  const failed = binding.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  const warned = report.clauses.filter(
    (clause) => !failed.includes(clause) && (clause.verdict === 'warn' || clause.suspect),
  );
  const passed = binding.filter((clause) => clause.verdict === 'pass' && !warned.includes(clause));
  const isPlain = isUnlimited(certificate) && certificate.suspects + warned.length === 0;
  return statement(certificate, 'https://in-toto.io/attestation/test-result/v0.1', {
    result: claim === 'NON-CONFORMANT' ? 'FAILED' : isPlain ? 'PASSED' : 'WARNED',
    configuration: [
      described(fileNames.profile, files[fileNames.profile] ?? ''),
      described(contract.title, contract.sha256),
      described(`${suite.name} ${suite.version}`, suite.judge),
    ],
    passedTests: idsOf(passed),
    warnedTests: idsOf(warned),
    failedTests: idsOf(failed),
  });
}

function idsOf(clauses: Report['clauses']): readonly string[] {
  return clauses.map(({ id }) => id);
}

const properties: ReadonlyMap<string, string> = new Map([
  ['re-judged', 'RESOURCE_API_REJUDGED'],
  ['signed', 'RESOURCE_API_SIGNED'],
  ['challenged', 'RESOURCE_API_CHALLENGED'],
  ['vendor', 'RESOURCE_API_OF_VENDOR'],
  ['against', 'RESOURCE_API_ASKED_AGAIN'],
]);

/** A verification as in-toto's `svr`. A claim with limits has another name, since a short name shows none. */
export function verificationResult(
  certificate: Certificate,
  lines: readonly Verified[],
  { judge, now }: { readonly judge: string; readonly now: Date },
) {
  const held = lines.flatMap(({ about, state }) => (state === 'holds' ? (properties.get(about) ?? []) : []));
  const { claim } = certificate;
  const word = claim === 'CONFORMANT' && !isUnlimited(certificate) ? 'CONFORMANT_WITH_LIMITS' : claim;
  return statement(certificate, 'https://in-toto.io/attestation/svr/v0.1', {
    verifier: { id: `urn:resource-conformance:judge:${judge}` },
    timeCreated: now.toISOString(),
    properties: [`RESOURCE_API_${word.replace('-', '_')}`, ...new Set(held)],
  });
}

/** A statement of in-toto: https://in-toto.io/Statement/v1. */
function statement(certificate: Certificate, predicateType: string, predicate: object) {
  const subject = [described(fileNames.certificate, digestOf(Buffer.from(asText(certificate))))];
  return { _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate };
}

function described(name: string, digest: string) {
  return { name, digest: { sha256: digest.replace(/^sha256:/, '') } };
}
