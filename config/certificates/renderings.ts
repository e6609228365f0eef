import type { Report } from '../../clause/report.ts';
import { asBadge } from '../../reporters/ci/as-badge.ts';
import { asPage } from '../../reporters/page/as-page.ts';
import { visible } from '../../reporters/visible.ts';
import { claimLine, type Certificate } from './certificate.ts';
import { frontAsHtml } from './front/front-as-html.ts';
import { frontAsMarkdown } from './front/front-as-markdown.ts';
import { frontPage } from './front/front-page.ts';

/** What people look at, by the names of files; whoever verifies makes them anew. */
export function renderingsOf(certificate: Certificate, report: Report): ReadonlyMap<string, string> {
  const front = frontPage(certificate, report);
  return new Map([
    ['index.html', frontAsHtml(front)],
    ['README.md', frontAsMarkdown(front)],
    ['page.html', asPage(report, { before: visible(claimLine(certificate), 2_000) })],
    ['badge.json', badgeOf(certificate, report)],
    // Digests are those of the octets: nobody may turn line ends.
    ['.gitattributes', '* -text\n'],
  ]);
}

/** A badge cannot expire by itself: it says of when it is. */
function badgeOf({ issuedAt }: Certificate, report: Report): string {
  const badge = JSON.parse(asBadge(report)) as { readonly message: string };
  return `${JSON.stringify({ ...badge, message: `${badge.message}, ${issuedAt.slice(0, 7)}` })}\n`;
}
