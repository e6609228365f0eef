import type { Report } from '../../../clause/report.ts';
import { wasNeverSeen } from '../../../clause/verdict.ts';
import { listOf, phrase, spoken, untrusted, type Phrase } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { limitLines, namesIn, word, type ClaimLine } from '../claim/claim-lines.ts';
import { linesAbout, type Verified } from './verified.ts';

const mostNamed = 8;

/** The limits of the claim, one line each. */
export function limits(certificate: Certificate, report: Report): readonly Verified[] {
  return [...limitLines(certificate).map(said), ...neverSeen(report)];
}

/** Unproven words of the vendor: after all statements of the suite. */
export function names(certificate: Certificate): readonly Verified[] {
  const { baseUrl, projectKey } = certificate.target;
  return [
    linesAbout('not proved').said(
      'that the server named below gave these answers, or that it is the server in production; to ask it: verify --against URL',
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
