import type { Report } from '../../../clause/report.ts';
import { counted } from '../../../reporters/text-layout.ts';
import { listOf, phrase, untrusted, type Phrase } from '../../../reporters/names/untrusted.ts';
import { consents } from '../../settings/consent.ts';
import { variable } from '../../settings/table.ts';
import { tokenNames, tokenSetting } from '../../settings/tokens.ts';

/** Consents and tokens that the vendor withheld, and header fields that the vendor added: they limit the claim. */
export type Narrowed = ReturnType<typeof narrowedBy>;

/** The narrowings of a run, by its report. */
export function narrowedBy({ scope, evidence }: Pick<Report, 'scope' | 'evidence'>) {
  const { headers = [], tokens = [], consent = [] } = scope;
  return {
    /** Header fields that every request had; the claim does not hold for requests without them. */
    headers,
    consents: consents.filter((one) => !consent.includes(one)),
    tokens: tokenNames.filter((name) => !tokens.includes(variable(tokenSetting(name)))),
    // Evidence counts as complete if nothing demands it, or a limit leaves it out as a whole.
    evidence: evidence.filter(
      ({ premise, minimum, reason }) => premise < minimum && reason?.code !== 'out-of-scope',
    ).length,
  };
}

const mostNamed = 8;

/** Each narrowing, for people; empty if there is none. */
export function narrowedInWords({
  headers,
  consents: refused,
  tokens,
  evidence,
}: Narrowed): readonly Phrase[] {
  const named = headers.slice(0, mostNamed).map((name): Phrase => untrusted(name));
  const further = headers.length - named.length;
  const fields = listOf([...named, ...(further > 0 ? [`${further} more`] : [])]);
  return [
    ...(headers.length === 0
      ? []
      : [phrase`only requests with the header ${headers.length === 1 ? 'field' : 'fields'} ${fields}`]),
    ...(refused.length === 0 ? [] : [`no consent to ${refused.join(', ')}`]),
    ...(tokens.length === 0 ? [] : [`no token ${tokens.join(', ')}`]),
    ...(evidence === 0 ? [] : [`${counted(evidence, 'piece')} of evidence not gathered in full`]),
  ];
}
