import type { Report } from '../../clause/report.ts';
import { asPage } from '../../reporters/page/as-page.ts';
import { visible, jsonLine } from '../../reporters/visible.ts';
import { claimLine, claimWord, word } from './claim/claim-lines.ts';
import type { Certificate } from './certificate.ts';
import { frontAsHtml } from './front/front-as-html.ts';
import { frontAsMarkdown } from './front/front-as-markdown.ts';
import { frontPage } from './front/front-page.ts';
import { asBadge } from '../../reporters/ci/as-badge.ts';
import { spoken, listOf } from '../../reporters/names/untrusted.ts';
import { countsInWords } from './claim/claimed-counts.ts';
import { narrowedInWords } from './claim/narrowed.ts';

/** The files for people by name, which verifiers render again. */
export function renderingsOf(certificate: Certificate, report: Report): ReadonlyMap<string, string> {
  const front = frontPage(certificate, report);
  return new Map([
    ['index.html', frontAsHtml(front)],
    ['README.md', frontAsMarkdown(front)],
    ['page.html', asPage(report, { before: visible(claimLine(certificate), 2_000) })],
    ['badge.json', certificateBadge(certificate, report)],
    // Line ends must not change, because digests cover the octets.
    ['.gitattributes', '* -text\n'],
  ]);
}

/** A badge cannot expire by itself, so it shows its date. The badge contains no name that the vendor gave. */
function certificateBadge(certificate: Certificate, report: Report): string {
  const { without, declared, narrowed, counts, issuedAt } = certificate;
  const limits = [
    ...(without.length === 0 ? [] : [`without ${spoken(listOf(without.map(word)))}`]),
    ...(declared.length === 0 ? [] : [`read as ${spoken(listOf(declared.map(word)))}`]),
    ...narrowedInWords(narrowed).map(spoken),
  ];
  const badge = JSON.parse(asBadge(report)) as Readonly<Record<string, unknown>>;
  const message = [claimWord(certificate), countsInWords(counts), ...limits, issuedAt.slice(0, 7)].join('; ');
  return `${jsonLine({ ...badge, message })}\n`;
}
