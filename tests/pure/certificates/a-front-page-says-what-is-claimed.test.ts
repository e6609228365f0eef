import { describe, expect, test } from 'vitest';
import { claimLine } from '../../../config/certificates/claim/claim-lines.ts';
import { frontAsHtml } from '../../../config/certificates/front/front-as-html.ts';
import { frontAsMarkdown } from '../../../config/certificates/front/front-as-markdown.ts';
import { frontPage, type FrontPage } from '../../../config/certificates/front/front-page.ts';
import { limits } from '../../../config/settings/consent.ts';
import { leftOutMeans } from '../../../config/certificates/front/words.ts';
import { spoken } from '../../../reporters/names/untrusted.ts';
import { broken, fronted, undecided, type Fronted } from '../../support/certificates/fronted-reports.ts';

const page = ({ certificate, report }: Fronted): FrontPage => frontPage(certificate, report);
const factOf = (one: FrontPage, name: string): string => {
  const fact = one.facts.find(({ label }) => label === name);
  return [fact?.text ?? '', ...(fact?.items ?? [])].map(spoken).join('\n');
};

describe('the front page of a certificate', () => {
  test('shows the claim, its subject, its date and its limits', () => {
    const { kind, heading, sentence } = page(fronted());
    expect(heading).toBe('CONFORMANT');
    expect(spoken(sentence)).toBe(
      'The vendor claims, without the parts that are left out, with the contract read as stated below, narrowed as stated below: on 2 January 2026, as far as a client can see, “Shop Resources” “1.0.0” of “Example Ltd” did everything that the Generic Resource API Reference requires.',
    );
    expect(kind).toContain('valid until 2 January 2027');
  });

  test.each([
    [
      'what is broken',
      { '4.10/clause-1': broken, '4.10/clause-2': undecided },
      '1 of 45 requirements broken: NON-CONFORMANT',
      ['Broken', '1: 4.10/clause-1.'],
    ],
    [
      'a promise that is broken',
      { 'declared/success.4.6': broken },
      '1 promise broken: NON-CONFORMANT',
      ['Promised', '3 choices where the contract leaves a choice; 2 kept, 1 broken. See profile.json.'],
    ],
    [
      'what is not decided',
      { '4.10/clause-1': undecided, '4.10/clause-2': undecided },
      '2 not decided: INCOMPLETE',
      ['Not decided', '2: 4.10/clause-1, 4.10/clause-2.'],
    ],
  ] as const)('begins with the number of %s', (_what, judged, heading, [label, text]) => {
    const made = page(fronted({ judged }));
    expect(made.heading).toBe(heading);
    expect(factOf(made, label)).toBe(text);
  });

  test('counts never seen clauses separately, and names some of them', () => {
    const made = page(fronted());
    expect(factOf(made, 'Passed')).toBe(
      '40 of 45 MUST pass; 5 never seen. No further requirement can pass here: the rest had no case, or were left out; none is broken.',
    );
    expect(factOf(made, 'Never seen')).toBe(
      '5, neither met nor broken, since no answer contained them: Cart.discountCodes, Cart.origin, Cart.shipping, Cart.store, 1 more (page.html lists all).',
    );
  });

  test('explains each possible limit', () => {
    expect(factOf(page(fronted()), 'Left out')).toBe(
      'The vendor kept these out of the run; nothing is claimed about them:\n4.14, the search for products: not tested\nminted-scopes: refusals were tried only with ordinary tokens, not with tokens of several or unusual scopes',
    );
    expect(factOf(page(fronted({ without: [] })), 'Left out')).toBe('Nothing.');
    for (const limit of limits) expect(spoken(leftOutMeans(limit))).toMatch(/^[\w.-]+(?:, \w[^:]*)?: \w/);
    for (const limit of limits) expect(spoken(leftOutMeans(limit))).not.toBe(`${limit}: not tested`);
  });

  test('names the signer, or states that there is no signature', () => {
    expect(factOf(page(fronted()), 'Signed by')).toMatch(/^No one: the certificate was written UNSIGNED/);
    const signer = { name: 'release@example.com', key: `SHA256:${'k'.repeat(43)}` };
    expect(factOf(page(fronted({ signer })), 'Signed by')).toMatch(/^“release@example\.com”, key SHA256:kkk/);
  });

  test('states that a rehearsal is about no server', () => {
    const made = page(fronted({ embedded: true }));
    expect([made.heading, spoken(made.sentence)]).toEqual([
      'A REHEARSAL, about no server',
      expect.stringContaining('its own reference'),
    ]);
  });
});

describe.each([
  ['as a page', frontAsHtml],
  ['in Markdown', frontAsMarkdown],
])('%s', (_form, render) => {
  const hostile = `<b>x</b>](javascript:1) @everyone | \`code\` # ${'long '.repeat(200)}`;
  const names = { vendor: hostile, name: hostile, version: hostile };

  test('names of the vendor are escaped, and cut if they are long', () => {
    const text = render(page(fronted({ names })));
    expect(text).not.toContain('<b>');
    expect(text.match(/(?:long ){17}/g)).toBe(null);
    expect(text.match(/x&lt;\/b&gt;/g)).toHaveLength(3);
  });

  test('no word has two meanings: a declaration of the vendor is promised, or a reading', () => {
    const text = render(page(fronted()));
    expect(text).not.toMatch(/declar/i);
    expect(text).toMatch(/Read as/);
    expect(text).toMatch(/Promised/);
  });

  test('all words are explained, and each step is a line to type', () => {
    const text = render(page(fronted()));
    for (const word of [
      'requirement',
      'never seen',
      'left out',
      'promised',
      'suspect',
      'depth',
      'judge',
      'tape',
    ])
      expect(text).toMatch(new RegExp(`(?:<dt>|\\*\\*)${word}(?:<|\\*\\*)`));
    for (const command of [
      /verify (?:<|&lt;)folder(?:>|&gt;)\n?/,
      /--against https:\/\/staging/,
      /judge .*--clause/,
    ])
      expect(text).toMatch(command);
  });
});

test('in Markdown no text of the vendor is markup', () => {
  const names = { vendor: '[v](x) **b**', name: '@team `c`', version: '~~1~~' };
  const [, sentence = ''] = frontAsMarkdown(page(fronted({ names }))).split('\n\n');
  expect(sentence).not.toMatch(/[[\]@`~]|\*\*/);
});

test('on one line claim and limits come first, and names last', () => {
  const long = 'n'.repeat(150);
  const line = claimLine(fronted({ names: { vendor: long, name: long, version: '1' } }).certificate);
  expect(line).not.toContain('n'.repeat(101));
  expect(line).toMatch(
    /^CONFORMANT; left out: 4\.14, minted-scopes; read as: 4\.1 paged; narrowed: no consent to /,
  );
  expect(line).toMatch(/; passed: 40 of 45 MUST pass; 5 never seen; /);
  expect(line).toMatch(/; about “n{99}…” “1” of “n{99}…”$/);
});
