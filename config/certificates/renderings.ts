import type { Report } from '../../clause/report.ts';
import { asMarkdown } from '../../reporters/as-markdown.ts';
import { asBadge } from '../../reporters/ci/as-badge.ts';
import { tarballCommandLine, tarballName } from '../../reporters/commands/command-line.ts';
import { asPage } from '../../reporters/page/as-page.ts';
import { visible } from '../../reporters/visible.ts';
import { claimLine, type Certificate } from './certificate.ts';

const mostOfMarkdown = 1_000_000;

/** What people look at, by the names of files; whoever verifies makes them anew. */
export function renderingsOf(certificate: Certificate, report: Report): ReadonlyMap<string, string> {
  const line = visible(claimLine(certificate), 2_000);
  return new Map([
    [
      'README.md',
      `${line}\n\n${verifying(certificate)}\n\n${asMarkdown(report, { maxBytes: mostOfMarkdown })}`,
    ],
    ['page.html', asPage(report, { before: line })],
    ['badge.json', badgeOf(certificate, report)],
    // Digests are those of the octets: nobody may turn line ends.
    ['.gitattributes', '* -text\n'],
  ]);
}

/** How a reader checks the folder: nothing is run that is not of the release that made it. */
function verifying({ suite: { version } }: Certificate): string {
  return `This folder is a certificate. It proves nothing by being read. To have the recorded run judged again, without asking the server, download \`${tarballName(version)}\` from release ${version} of the suite, beside this folder, and type there:

\`\`\`sh
openssl dgst -sha512 -binary ${tarballName(version)} | openssl base64 -A    # has to print what the release states
${tarballCommandLine(version, 'verify', '<folder>')}
\`\`\``;
}

/** A badge cannot expire by itself: it says of when it is. */
function badgeOf({ issuedAt }: Certificate, report: Report): string {
  const badge = JSON.parse(asBadge(report)) as { readonly message: string };
  return `${JSON.stringify({ ...badge, message: `${badge.message}, ${issuedAt.slice(0, 7)}` })}\n`;
}
