import type { ReportedClause } from '../../clause/report.ts';

/** The setting that states limits of scope. */
export const withoutSetting = 'CONFORMANCE_WITHOUT';

/** Limits that replace a missing means, whatever the section. */
const limitsByCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'no-second-project': 'other-project',
    'no-minted-token': 'minted-scopes',
    'no-key': 'key',
    'not-observable': 'action-effect',
  }),
);

/** Reasons for which a limit may leave out the whole section. */
const sectionByCode: readonly string[] = ['method-undeclared', 'consent-missing', 'no-key'];

/** The narrowest limit of scope in place of the missing means; undefined if only a supply helps. */
export function limitFor({ verdict, reason, limits, section }: ReportedClause): string | undefined {
  if (reason === undefined) return undefined;
  const { limit, settings = {}, profile = {} } = reason.asks ?? {};
  const asked = settings[withoutSetting];
  if (asked !== undefined) return asked;
  if (verdict !== 'not-tested') return undefined;
  if (limit !== undefined) return limit;
  const lacksToken = (of: string): boolean =>
    reason.code === 'no-token' && Object.keys(settings).some((name) => name.endsWith(of));
  const named = limitsByCode.get(reason.code);
  if (named !== undefined && limits.includes(named)) return named;
  if (lacksToken('_NO_SCOPE') && limits.includes('no-scope')) return 'no-scope';
  // A vendor without any request that finds something may lack the operation, even if a gateway answers.
  const asksSample = profile['samples'] !== undefined;
  const wholeSection = sectionByCode.includes(reason.code) || lacksToken('_PRODUCTS') || asksSample;
  return wholeSection && limits.includes(section) ? section : undefined;
}

/** The rank of a limit: first sections, as in the contract, then all other limits. */
export function place(limit: string): number {
  const section = /^4\.(\d+)$/.exec(limit)?.[1];
  if (section !== undefined) return Number(section);
  return 100 + ['other-project', 'minted-scopes', 'no-scope', 'key', 'action-effect', 'races'].indexOf(limit);
}

/** The setting with these limits, each once, in their order. */
export function limitLine(names: readonly string[]): string {
  return `${withoutSetting}=${inOrder(names).join(',')}`;
}

/** Limits in their order, each once. */
export function inOrder(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted((a, b) => place(a) - place(b));
}
