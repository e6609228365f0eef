import type { Report } from '../../../clause/report.ts';
import { asBadge } from '../../../reporters/ci/as-badge.ts';
import { jsonLine } from '../../../reporters/visible.ts';
import { spoken, listOf } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { claimWord, word } from './claim-lines.ts';
import { countsInWords } from './claimed-counts.ts';
import { narrowedInWords } from './narrowed.ts';

/**
 * The badge of a certificate. A badge cannot expire by itself, so it shows its date. No name of the vendor's is in
 * it.
 */
export function certificateBadge(certificate: Certificate, report: Report): string {
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
