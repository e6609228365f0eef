import type { Report } from '../../clause/report.ts';
import { fileNames, type Certificate } from '../../config/certificates/certificate.ts';
import { claimWord, limitLines, namesIn } from '../../config/certificates/claim/claim-lines.ts';
import { endingOf } from '../../config/certificates/lines/verified.ts';
import type { PackageFiles } from '../../config/certificates/package-files.ts';
import type { HandedOver } from '../../config/certificates/thread/verify-here.ts';
import type { Told } from '../../config/certificates/verify-certificate.ts';
import { ConfigurationError, refusal } from '../../config/input/configuration-error.ts';
import type { CommandLine } from '../../config/settings/arguments.ts';
import { certificatesAsMarkdown } from '../../reporters/compare/certificates-as-markdown.ts';
import { certificatesAsPage } from '../../reporters/compare/certificates-as-page.ts';
import { certificatesView } from '../../reporters/compare/certificates-view.ts';
import { visible } from '../../reporters/visible.ts';
import { oneWord } from '../start/plain-arguments.ts';

/** The options for certificates printed side by side. */
export const tableFormats = ['markdown', 'html'] as const;

/** The most columns that a person can compare; each holds a report in memory. */
const mostFolders = 24;

const flagsOfOne = ['nonce', 'drawn', 'tape', 'against', 'same-seed', 'quiet-agent', 'attest'];

type Verified = Parameters<typeof certificatesView>[0]['verified'][number];

type Outcome = { readonly name: string; readonly exitCode: number } & (
  { readonly column: Verified } | { readonly reason: string }
);

/**
 * Verifies each folder separately, and prints the verified folders side by side; returns the exit code.
 *
 * @throws ConfigurationError for flags that concern one folder, and for too many folders
 */
export async function verifiedTable(
  { own, positionals }: CommandLine,
  verify: (named: string) => Promise<Told & { readonly files: PackageFiles }>,
  { judge, now, required }: Pick<HandedOver, 'judge' | 'now' | 'required'>,
): Promise<number> {
  const format = oneWord('--format', tableFormats, own['format'] ?? 'markdown', 'html');
  const folders = [...new Set(positionals.map((path) => path.replace(/(?<=.)\/+$/, '')))];
  refuseForSeveral(own, folders);
  const outcomes: Outcome[] = [];
  for (const folder of folders) outcomes.push(await outcomeOf(folder, verify));
  const leftOut = outcomes.flatMap((one) => ('reason' in one ? [one] : []));
  const view = certificatesView({
    when: `Each recorded run was judged again on ${now.toISOString().slice(0, 10)}, by judge ${judge}; required: ${[...required].join(', ') || 'nothing more'}. No request was sent to the servers. The columns are in the order of the folders.`,
    verified: outcomes.flatMap((one) => ('column' in one ? [one.column] : [])),
    leftOut,
  });
  process.stdout.write(format === 'html' ? certificatesAsPage(view) : certificatesAsMarkdown(view));
  // A user who redirects the table to a file still sees these lines.
  for (const { name, reason } of leftOut)
    process.stderr.write(`${visible(name)}: ${visible(reason, 2_000)}\n`);
  return [1, 4, 2, 3].find((code) => outcomes.some(({ exitCode }) => exitCode === code)) ?? 0;
}

function refuseForSeveral(own: CommandLine['own'], folders: readonly string[]): void {
  const flag = flagsOfOne.find((name) => own[name] !== undefined);
  if (flag !== undefined)
    throw refusal(`--${flag}`, 'a table of certificates', 'one folder, without --format', 'Verify it alone.');
  if (folders.length === 0 || folders.length > mostFolders)
    throw refusal('verify', `${folders.length} folders`, `one to ${mostFolders}`, 'Print several tables.');
}

async function outcomeOf(name: string, verify: Parameters<typeof verifiedTable>[1]): Promise<Outcome> {
  try {
    const { files, lines } = await verify(name);
    const { word, exitCode } = endingOf(lines);
    if (exitCode === 0) return { name, exitCode, column: columnOf(name, files) };
    const state = exitCode === 1 ? 'refuted' : 'untold';
    const reasons = lines.flatMap((one) => (one.state === state ? [`${one.about}: ${one.text}`] : []));
    return { name, exitCode, reason: `${word}: ${reasons.join('; ')}` };
  } catch (error) {
    const [text = ''] = (error instanceof Error ? error.message : String(error)).split('\n', 1);
    return error instanceof ConfigurationError
      ? { name, exitCode: 2, reason: `NO CERTIFICATE: ${text}` }
      : { name, exitCode: 4, reason: `THE VERIFIER FAILED: ${text}` };
  }
}

const shownLimits = ['left out', 'read as', 'narrowed'];

function columnOf(name: string, { octets }: PackageFiles): Verified {
  const valueOf = (file: string): unknown => JSON.parse(Buffer.from(octets.get(file) ?? []).toString());
  const certificate = valueOf(fileNames.certificate) as Certificate;
  return {
    name,
    claim: claimWord(certificate),
    facts: [
      ...limitLines(certificate).filter(([label]) => shownLimits.includes(label)),
      ['valid until', certificate.validUntil],
      ['as the vendor calls it', namesIn(certificate)],
    ],
    report: valueOf(fileNames.report) as Report,
  };
}
