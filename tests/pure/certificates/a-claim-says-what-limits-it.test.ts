import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { claimedCounts, countsInWords } from '../../../config/certificates/claim/claimed-counts.ts';
import { narrowedBy, narrowedInWords } from '../../../config/certificates/claim/narrowed.ts';
import { claimed, names, limits as limitsOf } from '../../../config/certificates/lines/heading.ts';
import type { Requirement } from '../../../config/certificates/lines/verified.ts';
import { renderingsOf } from '../../../config/certificates/renderings.ts';
import { consents } from '../../../config/settings/consent.ts';
import { tokenNames } from '../../../config/settings/tokens.ts';
import { spoken } from '../../../reporters/names/untrusted.ts';
import { fronted } from '../../support/certificates/fronted-reports.ts';
import { because, entry, judgement, reportInput } from '../../support/matrix-fixture.ts';

/** What a run says that was given everything, except one token, and these header fields beside. */
const sent = (
  headers: readonly string[] = [],
  without?: string,
): Pick<Report['scope'], 'headers' | 'tokens'> => ({
  headers,
  tokens: tokenNames
    .filter((name) => name !== without)
    .map((name) => `CONFORMANCE_TOKEN_${name.toUpperCase()}`),
});

const given = (report: Report, headers?: readonly string[], without?: string): Report => ({
  ...report,
  scope: { ...report.scope, ...sent(headers, without), consent: consents },
});

const wordsOf = (report: Report): readonly string[] => narrowedInWords(narrowedBy(report)).map(spoken);

const unlimited = new Set<Requirement>(['conformant', 'unlimited']);

describe('a claim is narrowed', () => {
  const { report } = fronted();

  test('nothing narrows a claim if all consents and tokens were given', () => {
    expect(wordsOf(given(report))).toEqual([]);
  });

  test.each([
    [['X-Tenant'], undefined, 'only requests with the header field “X-Tenant”'],
    [['X-Tenant', 'X-`b`|c'], undefined, 'only requests with the header fields “X-Tenant”, “X-`b`|c”'],
    [[], 'no_scope', 'no token no_scope'],
  ])('fields narrow a claim: %j, without token %s', (headers, without, words) => {
    expect(wordsOf(given(report, headers, without))).toEqual([words]);
  });

  test('missing consents, and evidence that was not gathered, narrow a claim', () => {
    const all = given(report);
    expect(wordsOf({ ...all, scope: { ...all.scope, consent: ['records'] } })).toEqual([
      'no consent to overwrite, upload, namespace',
    ]);
    const piece = {
      clause: '4.10/a',
      name: 'a',
      minimum: 1,
      verdict: 'not-tested',
      premise: 0,
      drawn: 0,
      held: 0,
      checks: 0,
    } as const;
    expect(wordsOf({ ...all, evidence: [piece] })).toEqual(['1 piece of evidence not gathered in full']);
    const leftOut = { ...piece, reason: { code: 'out-of-scope', text: 'out of scope (4.14)' } };
    expect(wordsOf({ ...all, evidence: [{ ...piece, minimum: 0 }, leftOut] })).toEqual([]);
  });
});

test('passes are counted against the whole contract, even if parts of it were left out', () => {
  const leftOut = judgement('not-applicable', because('out-of-scope', 'out of scope (4.14)'));
  const { report } = buildReport(
    reportInput([
      ...[1, 2, 3].map((at) => [entry(`4.10/a-${at}`), judgement('pass')] as const),
      ...[1, 2].map((at) => [entry(`4.14/a-${at}`, 'MUST', { limits: ['4.14'] }), leftOut] as const),
      [entry('4.13/absent'), judgement('not-applicable', because('declared-absent', 'absent'))],
      [entry('4.10/b'), judgement('inconclusive', because('flaky', 'it came once'))],
      [entry('4.10/c', 'SHOULD'), judgement('warn')],
    ]),
  );
  expect(countsInWords(claimedCounts(report))).toBe(
    '3 of 7 MUST pass; 2 left out, 1 undecided, 1 not applicable',
  );
});

describe('--require unlimited', () => {
  const whole = fronted({ without: [], profile: {}, sent: sent(), consent: consents });

  test('is complete if nothing was left out, declared as a reading, or narrowed', () => {
    expect(claimed(whole.certificate, unlimited).map(({ about, state }) => [about, state])).toEqual([
      ['claim', 'holds'],
      ['limits', 'holds'],
    ]);
  });

  test.each([
    [
      'a part was left out',
      fronted({ without: ['4.14'], profile: {}, sent: sent(), consent: consents }),
      /left out: 4\.14/,
    ],
    ['a sentence was read', fronted({ without: [], sent: sent(), consent: consents }), /read as: 4\.1 paged/],
    [
      'a header field was added',
      fronted({ without: [], profile: {}, sent: sent(['X-A']), consent: consents }),
      /narrowed: only requests with the header field “X-A”/,
    ],
    [
      'a consent was not given',
      fronted({ without: [], profile: {}, sent: sent() }),
      /narrowed: no consent to overwrite/,
    ],
  ] as const)('is not complete if %s', (_what, { certificate }, says) => {
    const [, limits] = claimed(certificate, unlimited);
    expect(limits).toMatchObject({ about: 'limits', state: 'refuted', text: expect.stringMatching(says) });
    expect(claimed(certificate, new Set(['conformant'])).map(({ state }) => state)).toEqual(['holds']);
  });
});

describe('what verify prints of a claim', () => {
  const long = `Shop ${'very '.repeat(600)}long`;
  const { certificate, report } = fronted({
    names: { name: long, version: '1', vendor: 'A” VERIFIED\n\u202eNOTHING LEFT OUT <!-- ](x) `|' },
    sent: sent(['X-Tenant']),
  });

  test('begins with its limits, each on a separate line, whatever their names', () => {
    const lines = limitsOf(certificate, report);
    expect(lines.map(({ about, text }) => `${about}: ${text}`)).toEqual([
      'left out: 4.14, minted-scopes',
      'read as: 4.1 paged',
      'narrowed: only requests with the header field “X-Tenant”; no consent to overwrite, records, upload, namespace',
      'passed: 40 of 45 MUST pass; 5 never seen',
      'never seen: 5: Cart.discountCodes, Cart.origin, Cart.shipping, Cart.store, Cart.locale',
    ]);
    expect(lines.every(({ state }) => state === 'said')).toBe(true);
  });

  test('ends with the names on one line, each cut and quoted', () => {
    const [notProved, named] = names(certificate);
    expect(notProved?.text).not.toContain('example.com');
    expect(named?.text).toMatch(
      /^“Shop very .{80,95}…” “1” of “A' VERIFIED \\u202eNOTHING LEFT OUT <!-- \]\(x\) `\|”, as/,
    );
  });

  test('has no markup of the vendor in any rendering', () => {
    const made = renderingsOf(certificate, report);
    const [readme, page, badge] = ['README.md', 'index.html', 'badge.json'].map(
      (name) => made.get(name) ?? '',
    );
    for (const text of [readme, page]) expect(text).not.toMatch(/<!--|\u202e/);
    expect(readme).not.toMatch(/\]\(x\)|`\|/);
    expect(readme).toMatch(/&lt;!--/);
    expect(page).toMatch(/&lt;!--/);
    expect(badge).not.toMatch(/Shop|VERIFIED/);
    expect((JSON.parse(badge ?? '') as { message: string }).message).toMatch(
      /^CONFORMANT; 40 of 45 MUST pass; 5 never seen; without 4\.14, minted-scopes; read as 4\.1 paged; only requests with the header field “X-Tenant”; .*; 2026-01$/,
    );
    expect(made.get('page.html')).not.toMatch(/(?:very ){30}/);
  });
});
