import type { Report } from '../../../clause/report.ts';
import { counted } from '../../../reporters/text-layout.ts';
import { listOf, phrase, untrusted, type Phrase } from '../../../reporters/names/untrusted.ts';
import { consents } from '../../settings/consent.ts';
import { variable } from '../../settings/table.ts';
import { tokenNames, tokenSetting } from '../../settings/tokens.ts';

/** Consents and tokens that the vendor withheld, and header fields that he added: they limit the claim. */
export interface Narrowed {
  /** Names of the fields that each request had: the claim excludes requests without them. */
  readonly headers: readonly string[];
  /** Consents that were not given: these writes were not tried. */
  readonly consents: readonly string[];
  /** Tokens that were not given by their own names. */
  readonly tokens: readonly string[];
  /** Pieces of evidence with fewer cases than the depth demands. */
  readonly evidence: number;
}

/** The narrowings of a run, by its report. */
export function narrowedBy({ scope, evidence }: Pick<Report, 'scope' | 'evidence'>): Narrowed {
  const { headers = [], tokens = [], consent = [] } = scope;
  return {
    headers,
    consents: consents.filter((one) => !consent.includes(one)),
    tokens: tokenNames.filter((name) => !tokens.includes(variable(tokenSetting(name)))),
    evidence: evidence.filter(isWanting).length,
  };
}

/** Evidence that need not occur, or was left out as a whole, lacks nothing. */
function isWanting({ premise, minimum, reason }: Report['evidence'][number]): boolean {
  return premise < minimum && reason?.code !== 'out-of-scope';
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
