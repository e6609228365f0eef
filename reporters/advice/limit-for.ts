import type { ReportedClause } from '../../clause/report.ts';

/** The setting that states limits of scope. */
export const withoutSetting = 'CONFORMANCE_WITHOUT';

/** Limits that replace a certain means, in any section. */
const limitsByCode: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'no-second-project': 'other-project',
    'no-minted-token': 'minted-scopes',
    'no-key': 'key',
    'not-observable': 'action-effect',
  }),
);

/** Wants for which leaving out the section is the answer. */
const sectionByCode: readonly string[] = ['method-undeclared', 'consent-missing', 'no-key'];

/** The narrowest limit of scope for the missing means; none if only a supply helps. */
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
  // A vendor who has no request that finds something may lack the operation, even if a gateway answers.
  const asksSample = profile['samples'] !== undefined;
  const wholeSection = sectionByCode.includes(reason.code) || lacksToken('_PRODUCTS') || asksSample;
  return wholeSection && limits.includes(section) ? section : undefined;
}

/** The place of a limit in the order: first sections, as in the contract, then all other limits. */
export function place(limit: string): number {
  const section = /^4\.(\d+)$/.exec(limit)?.[1];
  if (section !== undefined) return Number(section);
  return 100 + ['other-project', 'minted-scopes', 'no-scope', 'key', 'action-effect', 'races'].indexOf(limit);
}

/** The setting that states these limits, each once, in order. */
export function limitLine(names: readonly string[]): string {
  return `${withoutSetting}=${inOrder(names).join(',')}`;
}

/** Limits in their order, each once. */
export function inOrder(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted((a, b) => place(a) - place(b));
}
