import type { Report, ReportedClause } from '../../../clause/report.ts';
import { preventsConformant, wasNeverSeen } from '../../../clause/verdict.ts';
import { tarballCommandLine, tarballName } from '../../../reporters/commands/command-line.ts';
import { counted, duration } from '../../../reporters/text-layout.ts';
import { listOf, phrase, untrusted, type Phrase } from '../../../reporters/names/untrusted.ts';
import type { Certificate } from '../certificate.ts';
import { namesIn, word } from '../claim/claim-lines.ts';
import { countsInWords } from '../claim/claimed-counts.ts';
import { narrowedInWords } from '../claim/narrowed.ts';
import { leftOutMeans, words } from './words.ts';

export interface Fact {
  readonly label: string;
  readonly text: Phrase;
  readonly items?: readonly Phrase[];
}

export interface Deed {
  readonly title: string;
  readonly text: string;
  readonly commands: readonly string[];
}

/** The front page of a certificate as data: renderings escape every text, and quote the names that the vendor gave. */
export type FrontPage = ReturnType<typeof frontPage>;

const mostNamed = 4;

/** The facts that a reader with only the folder has to know. */
export function frontPage(certificate: Certificate, report: Report) {
  return {
    kind: `Certificate about an HTTP API, issued ${longDay(certificate.issuedAt)}, valid until ${longDay(certificate.validUntil)}`,
    claim: certificate.claim,
    heading: heading(certificate, report),
    sentence: sentence(certificate),
    facts: facts(certificate, report),
    notShown:
      'It does not show that this address gave these answers, that another version does the same, or that the server still does.',
    deeds: deeds(certificate),
    words,
  };
}

function heading({ claim }: Certificate, report: Report): string {
  if (claim === 'CONFORMANT') return claim;
  if (claim === 'REHEARSAL') return 'A REHEARSAL, about no server';
  const of = report.counts.must.total;
  const { broken, brokenPromises, open } = outcomes(report);
  if (claim === 'INCOMPLETE') return open.length === 0 ? claim : `${open.length} not decided: ${claim}`;
  return broken.length > 0
    ? `${broken.length} of ${of} requirements broken: ${claim}`
    : `${counted(brokenPromises.length, 'promise')} broken: ${claim}`;
}

function sentence(certificate: Certificate): Phrase {
  const { claim, contract, issuedAt, without, declared, narrowed } = certificate;
  const title = word(contract.title);
  const when = longDay(issuedAt);
  const who = namesIn(certificate);
  const limits = [
    ...(without.length === 0 ? [] : ['without the parts that are left out']),
    ...(declared.length === 0 ? [] : ['with the contract read as stated below']),
    ...(narrowedInWords(narrowed).length === 0 ? [] : ['narrowed as stated below']),
  ];
  const limited = limits.length === 0 ? '' : `, ${limits.join(', ')}`;
  switch (claim) {
    case 'CONFORMANT':
      return phrase`The vendor claims${limited}: on ${when}, as far as a client can see, ${who} did everything that the ${title} requires.`;
    case 'NON-CONFORMANT':
      return phrase`The vendor states${limited}: on ${when}, ${who} did not do everything that the ${title} requires.`;
    case 'INCOMPLETE':
      return phrase`The vendor states${limited}: on ${when}, it was not decided whether ${who} did everything that the ${title} requires.`;
    case 'REHEARSAL':
      return `On ${when}, the suite was run against its own reference or a mock: this page shows nothing about the server of a vendor.`;
  }
}

function facts(certificate: Certificate, report: Report): readonly Fact[] {
  const { target, run, without, declared, narrowed, suspects, suite, contract, selfCheck } = certificate;
  const unseen = certificate.counts.neverSeen;
  const narrowings = narrowedInWords(narrowed);
  const { broken, brokenPromises, open } = outcomes(report);
  const unseenNames = report.clauses
    .filter((clause) => clause.level === 'MUST' && wasNeverSeen(clause))
    .map(({ id, field }) => field ?? id);
  return [
    {
      label: 'Tested',
      text: phrase`${untrusted(target.baseUrl)}, project ${untrusted(target.projectKey)}: ${counted(run.requests, 'request')} in ${duration(run.durationMs)}, at depth ${run.depth}`,
    },
    { label: 'Passed', text: `${countsInWords(certificate.counts)}. ${isThatGood(certificate)}` },
    ...named('Broken', broken),
    ...named('Not decided', open),
    ...(report.verdict === 'INCOMPLETE' && open.length === 0
      ? [{ label: 'Why', text: untrusted(report.reasons[0] ?? 'not said') }]
      : []),
    {
      label: 'Never seen',
      text:
        unseen === 0
          ? 'Nothing: each requirement that applies had a case.'
          : phrase`${unseen}, neither met nor broken, since no answer contained them: ${listed(unseenNames)}.`,
    },
    without.length === 0
      ? { label: 'Left out', text: 'Nothing.' }
      : {
          label: 'Left out',
          text: 'The vendor kept these out of the run; nothing is claimed about them:',
          items: without.map((limit) => leftOutMeans(limit)),
        },
    ...(declared.length === 0
      ? []
      : [
          {
            label: 'Read as',
            text: phrase`${listOf(declared.map(word))}. The claim holds only for this reading.`,
          },
        ]),
    narrowings.length === 0
      ? {
          label: 'Narrowed',
          text: 'No conditions: the vendor gave all consents and tokens, and added no header field.',
        }
      : {
          label: 'Narrowed',
          text: 'The vendor withheld or added the following; the claim holds only under these conditions:',
          items: narrowings,
        },
    { label: 'Promised', text: promised(report, brokenPromises.length) },
    ...(suspects === 0
      ? []
      : [
          {
            label: 'Suspect',
            text: `${suspects}: no requirement is broken, but it looks unintended. The page of the run names what looks unintended.`,
          },
        ]),
    ...(selfCheck.unexpected.length === 0
      ? []
      : [{ label: 'Self-check', text: 'FAILED: the suite missed a fault that it must catch.' }]),
    { label: 'Signed by', text: signedBy(certificate) },
    {
      label: 'Judged by',
      text: `${suite.name} ${suite.version}, judge ${shortDigest(suite.judge)}, against the contract with sha256 ${shortDigest(contract.sha256)}`,
    },
  ];
}

/** Explains the numbers, because readers would take them for a score. */
function isThatGood({ claim, counts: { must } }: Certificate): string {
  switch (claim) {
    case 'CONFORMANT':
      return must.pass === must.total
        ? 'That is all requirements.'
        : 'No further requirement can pass here: the rest had no case, or were left out; none is broken.';
    case 'NON-CONFORMANT':
      return 'That is not enough: a broken requirement is a defect, even if all others pass.';
    case 'INCOMPLETE':
      return 'That proves neither: an undecided requirement may be met or broken.';
    case 'REHEARSAL':
      return 'That shows nothing about any server.';
  }
}

function shortDigest(digest: string): string {
  return `${digest.slice(0, digest.startsWith('sha256:') ? 19 : 12)}…`;
}

function outcomes({ clauses }: Report): {
  readonly broken: readonly ReportedClause[];
  readonly brokenPromises: readonly ReportedClause[];
  readonly open: readonly ReportedClause[];
} {
  const failed = clauses.filter((clause) => clause.verdict === 'fail' && preventsConformant(clause));
  return {
    broken: failed.filter(({ level }) => level === 'MUST'),
    brokenPromises: failed.filter(({ level }) => level === 'DECLARED'),
    open: clauses.filter((clause) => clause.verdict !== 'fail' && preventsConformant(clause)),
  };
}

function named(label: string, clauses: readonly ReportedClause[]): readonly Fact[] {
  if (clauses.length === 0) return [];
  return [{ label, text: phrase`${clauses.length}: ${listed(clauses.map(({ id }) => id))}.` }];
}

function listed(names: readonly string[]): Phrase {
  const shown = names.slice(0, mostNamed).map(word);
  const rest = names.length - shown.length;
  return listOf([...shown, ...(rest === 0 ? [] : [`${rest} more (page.html lists all)`])]);
}

function promised({ counts: { declared } }: Report, broken: number): string {
  const made = declared.total - declared['not-applicable'];
  if (made === 0)
    return 'Nothing: at every choice that the contract leaves, the profile of the vendor is silent.';
  const open = made - declared.pass - declared.fail;
  const kept =
    broken === 0 && open === 0
      ? 'all kept'
      : [
          `${declared.pass} kept`,
          ...(broken === 0 ? [] : [`${broken} broken`]),
          ...(open === 0 ? [] : [`${open} not tested`]),
        ].join(', ');
  return `${counted(made, 'choice')} where the contract leaves a choice; ${kept}. See profile.json.`;
}

function signedBy({ signer }: Certificate): Phrase {
  if (signer === undefined) return 'No one: the certificate was written UNSIGNED. Anybody may have made it.';
  const name = signer.name === '' ? 'a key without a name' : untrusted(signer.name);
  return phrase`${name}, key ${signer.key}. Any page can name a signer: only “verify” checks the signature.`;
}

function deeds({ suite: { version }, target, claim, sealed }: Certificate): readonly Deed[] {
  const tarball = tarballName(version);
  const handedOver = sealed === true ? ['--tape', '<tape>'] : [];
  // An address with unusual characters is not offered to readers for typing.
  const isPlain = /^https?:\/\/[\w.~:/%@+[\]-]{1,200}$/.test(target.baseUrl);
  const url = claim === 'REHEARSAL' || !isPlain ? '<url>' : target.baseUrl;
  return [
    {
      title: 'Check it',
      text: `This judges the recorded run again and asks no server. It takes Node.js, and ${tarball} of release ${version} beside this folder.${sealed === true ? ' The tape is sealed: ask the vendor for it.' : ''}`,
      commands: [
        `cd ..    # the folder in which this one and ${tarball} are`,
        `openssl dgst -sha512 -binary ${tarball} | openssl base64 -A    # has to print what the release states`,
        tarballCommandLine(version, 'verify', '<folder>', ...handedOver),
      ],
    },
    {
      title: 'Ask the server yourself',
      text: 'The same, then a run of your own with your tokens, in a project that you name (CONFORMANCE_PROJECT_KEY) and that the run writes to.',
      commands: [tarballCommandLine(version, 'verify', '<folder>', ...handedOver, '--against', url)],
    },
    {
      title: 'Dispute it',
      text: 'Send the tape and the id of the clause to the vendor or to the authors of the suite. Everybody who has both gets the same result:',
      commands: [tarballCommandLine(version, 'judge', '<tape>', '--clause', '<clause>')],
    },
  ];
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** `2026-11-27T…` as `27 November 2026`. */
function longDay(moment: string): string {
  const [year = '', month = '', day = ''] = moment.slice(0, 10).split('-');
  return `${Number(day)} ${months[Number(month) - 1] ?? month} ${year}`;
}
