import type { Report } from '../../../clause/report.ts';
import { wasNeverSeen } from '../../../clause/verdict.ts';
import { listOf, phrase, spoken, untrusted, type Phrase } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { limitLines, namesIn, word, type ClaimLine, isUnlimited } from '../claim/claim-lines.ts';
import { linesAbout, type Verified, type Requirement } from './verified.ts';

const mostNamed = 8;
const claims = linesAbout('claim');
const chosen = linesAbout('limits');

/** The limits of the claim, one line each. */
export function limits(certificate: Certificate, report: Report): readonly Verified[] {
  return [...limitLines(certificate).map(said), ...neverSeen(report)];
}

/** Unproven words of the vendor; they follow all statements of the suite. */
export function names(certificate: Certificate): readonly Verified[] {
  const { baseUrl, projectKey } = certificate.target;
  return [
    linesAbout('not proved').said(
      'that the server named below gave these answers, or that it is the server in production; to send it requests: verify --against URL',
    ),
    said(['names', phrase`${namesIn(certificate)}, as the vendor calls it`]),
    said([
      'server',
      phrase`${untrusted(baseUrl)}, project ${untrusted(projectKey)}, as the vendor calls them`,
    ]),
  ];
}

function neverSeen({ clauses }: Report): readonly Verified[] {
  const unseen = clauses.filter((clause) => clause.level === 'MUST' && wasNeverSeen(clause));
  if (unseen.length === 0) return [];
  const shown = unseen.slice(0, mostNamed).map(({ id, field }): Phrase => word(field ?? id));
  const further = unseen.length - shown.length;
  const all = listOf([...shown, ...(further > 0 ? [`${further} more, which report.json names`] : [])]);
  return [said(['never seen', phrase`${unseen.length}: ${all}`])];
}

function said([about, text]: ClaimLine): Verified {
  return linesAbout(about).said(spoken(text));
}

/** Whether the claim concerns the requested implementation, and is the requested claim. */
export function claimed(certificate: Certificate, required: ReadonlySet<Requirement>): readonly Verified[] {
  const { claim } = certificate;
  if (claim === 'REHEARSAL')
    return [claims.untold('a rehearsal on the reference or a mock of the suite, which belongs to no vendor')];
  return [
    ...(required.has('conformant') ? [claims[claim === 'CONFORMANT' ? 'holds' : 'refuted'](claim)] : []),
    ...(required.has('unlimited') ? [limitsOf(certificate)] : []),
  ];
}

function limitsOf(certificate: Certificate): Verified {
  if (isUnlimited(certificate)) return chosen.holds('none that the vendor has chosen');
  const first = limitLines(certificate)
    .slice(0, 3)
    .map(([label, said]) => `${label}: ${spoken(said)}`);
  return chosen.refuted(`the claim is limited; ${first.join('; ')}`);
}
