import type { Report } from '../../clause/report.ts';
import { asPage } from '../../reporters/page/as-page.ts';
import { visible } from '../../reporters/visible.ts';
import { certificateBadge } from './claim/certificate-badge.ts';
import { claimLine } from './claim/claim-lines.ts';
import type { Certificate } from './certificate.ts';
import { frontAsHtml } from './front/front-as-html.ts';
import { frontAsMarkdown } from './front/front-as-markdown.ts';
import { frontPage } from './front/front-page.ts';

/** The files for people, by name; verifiers make them again. */
export function renderingsOf(certificate: Certificate, report: Report): ReadonlyMap<string, string> {
  const front = frontPage(certificate, report);
  return new Map([
    ['index.html', frontAsHtml(front)],
    ['README.md', frontAsMarkdown(front)],
    ['page.html', asPage(report, { before: visible(claimLine(certificate), 2_000) })],
    ['badge.json', certificateBadge(certificate, report)],
    // Digests cover the octets: line ends must not change.
    ['.gitattributes', '* -text\n'],
  ]);
}
