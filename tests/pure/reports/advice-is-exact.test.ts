import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Judgement } from '../../../clause/judgement.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { RegisterEntry, Report, ReportInput } from '../../../clause/report.ts';
import { askedBy, suppliedMembers } from '../../../clause/supplied-members.ts';
import { asAnnotations } from '../../../reporters/ci/as-annotations.ts';
import { asCtrf } from '../../../reporters/ci/as-ctrf.ts';
import { asJunit } from '../../../reporters/as-junit.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { asMarkdown } from '../../../reporters/as-markdown.ts';
import { asText } from '../../../reporters/as-text.ts';
import { attention } from '../../../reporters/attention.ts';
import { because, entry, judgement, reportInput } from '../../support/matrix-fixture.ts';

const pass = judgement('pass');
const lacks = (...why: Parameters<typeof because>): Judgement => judgement('not-tested', because(...why));
const noMethod = (supply: string): Judgement => lacks('method-undeclared', 'no method is shown', supply);
const noToken = (scope: string): Judgement =>
  lacks('no-token', `no token of ${scope}`, `CONFORMANCE_TOKEN_${scope}=<token>`);

type Clause = readonly [RegisterEntry, Judgement];

function report(clauses: readonly Clause[], more: Partial<ReportInput> = {}): Report {
  return buildReport({ ...reportInput(clauses), ...more }).report;
}

/** Sections as the register limits them. */
const within = (id: string, ...limits: readonly string[]): RegisterEntry => entry(id, 'MUST', { limits });

describe('the limit that is proposed', () => {
  test('is the narrowest limit that names the missing means', () => {
    const limits = (why: Judgement, ...names: readonly string[]) =>
      attention(report([[entry('4.1/x'), pass], [within('4.3/y', ...names), why]])).limits?.line; // prettier-ignore
    expect(limits(lacks('no-second-project', 'none'), '4.3', 'other-project')).toBe(
      'CONFORMANCE_WITHOUT=other-project',
    );
    expect(limits(lacks('no-minted-token', 'none'), '4.3', 'minted-scopes')).toBe(
      'CONFORMANCE_WITHOUT=minted-scopes',
    );
    expect(limits(lacks('no-key', 'none'), '4.3', 'key')).toBe('CONFORMANCE_WITHOUT=key');
    expect(limits(lacks('not-observable', 'none'), '4.3', 'action-effect')).toBe(
      'CONFORMANCE_WITHOUT=action-effect',
    );
    expect(limits(noToken('NO_SCOPE'), '4.3', 'no-scope')).toBe('CONFORMANCE_WITHOUT=no-scope');
    expect(limits(lacks('consent-missing', 'none', 'CONFORMANCE_CONSENT=overwrite'), '4.3')).toBe(
      'CONFORMANCE_WITHOUT=4.3',
    );
  });

  test('is the section if no request is known that finds something', () => {
    const noSample = lacks('premise-failed', 'no cart was shown', '"samples": {"4.17": {"query": {…}, "headers": {…}}}'); // prettier-ignore
    expect(attention(report([[within('4.17/y', '4.17'), noSample]])).limits?.line).toBe(
      'CONFORMANCE_WITHOUT=4.17',
    );
  });

  test('does not exist if no omission helps', () => {
    const { limits } = attention(report([[within('4.3/y', '4.3', 'key'), lacks('flaky', 'once in three')]]));
    expect(limits).toBeUndefined();
  });

  test('is not offered to paste if it would lose passing clauses, but named with its price', () => {
    const one = report([
      [within('4.14/a', '4.14'), noToken('VIEW_PRODUCTS')],
      [within('4.3/b', '4.3'), noToken('VIEW_PRODUCTS')],
      [within('4.3/c', '4.3'), pass],
      [within('4.3/d', '4.3'), pass],
    ]);
    expect(attention(one).limits).toEqual({
      line: 'CONFORMANCE_WITHOUT=4.14',
      clauses: 1,
      costly: [{ limit: '4.3', settles: 1, passing: 2 }],
    });
    expect(asText(one, { columns: 80, color: false })).toContain(
      'other limits also leave out clauses that pass: 4.3 (settles 1, loses 2)',
    );
  });

  test('keeps the limits that were stated before', () => {
    const { settings } = reportInput([]);
    const one = report([[within('4.15/a', '4.15'), noMethod('"image": {"method": "POST"}')]], {
      settings: { ...settings, without: ['key', '4.14'] },
    });
    expect(attention(one).limits?.line).toBe('CONFORMANCE_WITHOUT=4.14,4.15,key');
  });
});

describe('members of the profile that are requested', () => {
  const image = '"image": {"method": "POST"}';
  const supplied = (supply: string, profile: Profile): string | undefined =>
    report([[within('4.15/a', '4.15'), noMethod(supply)]], { profile }).clauses[0]?.reason?.supply;

  test.each([
    ['that very member', image, { image: { method: 'POST' } }, false],
    ['another value', image, { image: { method: 'PUT' } }, true],
    ['another member beside it', image, { image: { otherContentType: 'reject' } }, true],
    ['something for what is to be filled in', '"samples": {"4.9": {"path": {…}}}', { samples: { '4.9': { path: { a: 'b' } } } }, false],
    ['nothing for what is to be filled in', '"samples": {"4.9": {"path": {…}}}', { samples: { '4.9': { path: {} } } }, true],
    ['the element of a list', '"fields": {"nullable": ["Cart.price"]}', { fields: { nullable: ['Cart.id', 'Cart.price'] } }, false],
    ['other elements of a list', '"fields": {"nullable": ["Cart.price"]}', { fields: { nullable: ['Cart.id'] } }, true],
  ] as const)('are left out if the profile has them: %s', (_name, supply, profile, isAsked) => {
    expect(supplied(supply, profile as Profile) !== undefined).toBe(isAsked);
  }); // prettier-ignore

  test('are requested with the settings that they need', () => {
    const token = 'CONFORMANCE_TOKEN_MANAGE_PRODUCTS=<token>';
    const supply = `"image": {"method": <method>} and ${token}  (or state the limit: CONFORMANCE_WITHOUT=4.15)`;
    const { next } = attention(report([[within('4.15/a', '4.15'), noMethod(supply)]]));
    expect(next.map(({ line, isQuestion }) => [line, isQuestion])).toEqual([
      [`what is image.method? state it as "image": {"method": <method>} in the profile, and ${token}`, true],
    ]);
  });

  test('are named as present if they do not help', () => {
    const [clause] = report([[entry('4.15/a'), noMethod(image)]], {
      profile: { image: { method: 'POST' } } as Profile,
    }).clauses;
    expect(clause?.reason?.text).toBe('no method is shown (the profile already has image.method)');
  });

  test('are in one JSON snippet with all observed members', () => {
    const one = report([
      [within('4.14/a', '4.14'), noMethod('"search": {"method": "POST"}  (or state the limit: CONFORMANCE_WITHOUT=4.14)')],
      [within('4.15/a', '4.15'), noMethod(image)],
      [entry('4.7/a'), lacks('variant-unshown', 'none', '"overwrite": {"patch": {"target": "body:/id"}} or "query:<name>" or "none"')],
      [entry('4.8/a'), lacks('variant-unshown', 'none', '"overwrite": {"put": {"target": "body:/id"}} or "query:<name>" or "none"')],
      [entry('4.9/a'), lacks('refused-by-unknown-validation', '400', '"samples": {"4.9": {"path": {…}, "body": …}}')],
      [entry('4.17/a'), lacks('two-readings', 'null', '"fields": {"nullable": ["Cart.price"]}')],
      [entry('4.18/a'), lacks('two-readings', 'null', '"fields": {"nullable": ["Cart.total"]}')],
      [entry('4.10/a'), lacks('blocked-by', 'none', '"resource": {"sandbox": [<more ids>]}')],
    ]); // prettier-ignore
    const wanted = {
      search: { method: 'POST' },
      image: { method: 'POST' },
      overwrite: { patch: { target: 'body:/id' }, put: { target: 'body:/id' } },
      fields: { nullable: ['Cart.price', 'Cart.total'] },
    };
    const { next } = attention(one);
    const steps = next.filter(({ profile }) => profile !== undefined);
    expect(steps.map(({ profile }) => profile)).toEqual([wanted]);
    expect(next.filter(({ isQuestion }) => isQuestion === true).map(({ line }) => line)).toEqual([
      'what are samples.4.9.path, body, resource.sandbox? state them in the profile, in the form shown above',
    ]);
    for (const text of [
      asText(one, { columns: 80, color: false }),
      asMarkdown(one, { maxBytes: Infinity }).replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
    ]) {
      const snippet = /^ *(?:<pre>)?(\{\n[^]*?\n(?: {6}| {3})?\})(?:<|$)/m.exec(text)?.[1] ?? '';
      expect(JSON.parse(snippet)).toEqual(wanted);
    }
  });

  test.each([
    '"image": {"method": <method>}',
    '"resource": {"keySource": "body:/<where a resource shows its key>"} or {"fixture": {"id": "<id>", "key": "<key>"}}',
    '"update": {"observable": "/<JSON Pointer>"}  (or state the limit: CONFORMANCE_WITHOUT=action-effect)',
    '"samples": {"4.14": {"body": {…}}}',
    '"resource": {"idSource": "body:/…"} or {"idSource": "header:Location"}',
  ])('are requested if they were not observed, without JSON to paste: %s', (supply) => {
    const one = report([
      [entry('4.1/x'), pass],
      [within('4.15/a', '4.15'), noMethod(supply)],
    ]);
    const [step] = attention(one).next;
    expect(step).toMatchObject({
      line: expect.stringMatching(/^what is [\w.]+\? state it as "/),
      isQuestion: true,
    });
    expect(step?.profile).toBeUndefined();
    const text = asText(one, { columns: 400, color: false });
    expect(text).toMatch(/next: what is /);
    expect(text).not.toMatch(/^ *\{$/m);
    expect(asMarkdown(one, { maxBytes: Infinity })).not.toMatch(/<pre>|<code>what/);
  });

  test('go to a new file if there is no profile, else to the existing profile', () => {
    const clauses: readonly Clause[] = [[within('4.15/a', '4.15'), noMethod(image)]];
    const { target } = reportInput([]);
    const there = report(clauses, { target: { ...target, profileSha256: 'ab'.repeat(32) } });
    const text = (one: Report) => asText(one, { columns: 80, color: false });
    expect(text(there)).toContain('1.  add to the profile (the file that CONFORMANCE_PROFILE names):\n');
    expect(text(report(clauses))).toContain(
      '1.  CONFORMANCE_PROFILE=conformance.profile.json, a new file with:\n',
    );
  });

  test.each([
    ['"consistency": {"readAfterWriteMs": <the longest wait for a delete>}', { consistency: { readAfterWriteMs: '<the longest wait for a delete>' } }],
    ['"create": {"mode": "mixed"}  (checks then take turns)', { create: { mode: 'mixed' } }],
    ['CONFORMANCE_TOKEN_VIEW_TEST=<token>', undefined],
    ['"no JSON', undefined],
  ])('are read from the line %s', (supply, members) => {
    expect(suppliedMembers(supply)).toEqual(members);
  }); // prettier-ignore
});

describe('a line of advice', () => {
  test.each([
    ['CONFORMANCE_CONSENT=upload  (or state the limit: CONFORMANCE_WITHOUT=4.15)', { line: 'CONFORMANCE_CONSENT=upload', settings: { CONFORMANCE_CONSENT: 'upload' }, limit: '4.15' }],
    ['CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>', { line: 'CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>', settings: { CONFORMANCE_TOKEN_OTHER_PROJECT: '<token>', CONFORMANCE_OTHER_PROJECT_KEY: '<key>' } }],
    ['"create": {"mode": "mixed"}  (checks then take turns)', { line: '"create": {"mode": "mixed"}  (checks then take turns)', inProfile: true, profile: { create: { mode: 'mixed' } } }],
    ['"samples": {"4.15": {"staged": "false", …}}', { line: '"samples": {"4.15": {"staged": "false", …}}', inProfile: true, profile: { samples: { '4.15': { staged: 'false', '<member>': '<value>' } } } }],
    ['ask somebody', { line: 'ask somebody' }],
  ])('is data: %s', (supply, asked) => {
    expect(askedBy(supply)).toEqual(asked);
  }); // prettier-ignore
});

describe('consent that is requested', () => {
  const wanted = (name: string) => lacks('consent-missing', 'not sent', `CONFORMANCE_CONSENT=${name}`);

  test('keeps the consent that was given', () => {
    const { settings } = reportInput([]);
    const one = report([[entry('4.7/a'), wanted('overwrite')], [entry('4.9/a'), wanted('records')]], { settings: { ...settings, consent: ['upload'] } }); // prettier-ignore
    expect(attention(one).next.map(({ line }) => line)).toEqual([
      'CONFORMANCE_CONSENT=upload,overwrite,records',
    ]);
  });
});

describe('an answer with two readings', () => {
  const readings = ['it is let in: refuse it', 'it is refused so: refuse it by a status'];
  const doubt: Judgement = {
    ...judgement('inconclusive', because('two-readings', 'A was answered 200 {"a":1}, and B 200 {"b":2}')),
  };
  const one = report([
    [entry('4.1/x'), pass],
    [
      entry('4.14/a'),
      { ...doubt, reason: { code: 'two-readings', text: doubt.reason?.text ?? '', readings } },
    ],
  ]);

  test('is reported with both readings, the reading against the implementation first', () => {
    const texts = [
      asText(one, { columns: 200, color: false }),
      asMarkdown(one, { maxBytes: Infinity }).replaceAll('<br>', '\n'),
      asJunit(one),
      asCtrf(one),
      asAnnotations(one),
      asPage(one),
    ];
    for (const text of texts) {
      const [against, inFavour] = [text.indexOf('it is let in'), text.indexOf('it is refused so')];
      expect(against).toBeGreaterThan(0);
      expect(inFavour).toBeGreaterThan(against);
    }
    expect(texts[0]).toContain('either: it is let in: refuse it');
    expect(texts[0]).toContain('or: it is refused so: refuse it by a status');
  });

  test.each(['noise', 'flaky', 'foreign-writes'])('suggests another run if it may pass: %s', (code) => {
    const open = judgement('inconclusive', because(code as 'noise', 'it came once, and not again'));
    const passing = report([
      [entry('4.1/x'), pass],
      [entry('4.14/a'), open],
    ]);
    const { next } = attention(passing);
    expect(next.map(({ line }) => line)).toEqual(['npx --offline resource-conformance run']);
    expect(asText(passing, { columns: 200, color: false })).toContain(
      'at a quieter time: may decide 1 clause',
    );
  });

  test('is followed by no advice that decides it', () => {
    const { next } = attention(one);
    expect(next.map(({ line, isUndecidable }) => [line, isUndecidable])).toEqual([
      [`no setting decides 4.14/a: ${one.clauses.find(({ id }) => id === '4.14/a')?.reason?.text}`, true],
    ]);
  });
});

test('two readings are followed by both, if a declaration decides between them', () => {
  const readings = ['null is no value: leave the member out', 'it may be null: declare "fields": {…}'];
  const reason = { code: 'two-readings', text: 'it is null', readings } as const;
  const { next } = attention(report([[entry('4.2/a'), judgement('inconclusive', { reason })]]));
  expect(next).toMatchObject([
    { line: `decide which is true: ${readings[0]}; or ${readings[1]}`, isQuestion: true },
  ]);
});

describe('a suspect open point', () => {
  const suspicion = { why: 'Strangers are let in.', pin: 'auth.4.16.GET' };
  const odd = judgement('observed', { observed: { statuses: [200] }, suspect: true, suspicion });
  const stated = entry('4.16/read-access', 'OPEN');
  const declared = [entry('declared/auth.4.16.GET', 'DECLARED'), pass] as const;

  test('names the reason and the remedy in terminal and Markdown', () => {
    const one = report([
      [entry('4.1/x'), pass],
      [stated, odd],
    ]);
    const texts = [asText(one, { columns: 200, color: false }), asMarkdown(one, { maxBytes: Infinity })];
    for (const text of texts) {
      expect(text).toContain('Strangers are let in.');
      expect(text).toContain('declare auth.4.16.GET in the profile');
    }
  });

  test('is listed as observed, and no longer suspect, once the profile declares it', () => {
    const one = report([[entry('4.1/x'), pass], [stated, odd], declared]);
    const text = asText(one, { columns: 200, color: false, open: true });
    expect(text).toContain('OPEN POINTS (1 observed)\n  4.16/read-access\n    statuses: 200\n');
    expect(text).not.toContain('SUSPECT');
    expect(asMarkdown(one, { maxBytes: Infinity })).not.toContain('uspect');
    expect(one.scope.suspects).toBe(0);
  });
});
