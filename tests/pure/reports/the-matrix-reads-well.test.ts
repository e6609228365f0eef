import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { asMarkdown } from '../../../reporters/as-markdown.ts';
import { headline, limitsOf } from '../../../reporters/headline.ts';
import { asText } from '../../../reporters/as-text.ts';
import { widthOf } from '../../../reporters/text-layout.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const pass = judgement('pass');
const otherToken = 'CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>';
const otherProject = because(
  'no-second-project',
  'no token of another project was supplied',
  `${otherToken}  (or state the limit: CONFORMANCE_WITHOUT=other-project)`,
);
const noMethod = '"methods": {"4.15": "POST"}';
const undeclared = because('method-undeclared', 'the contract shows no method', noMethod);
const unseen = judgement('not-tested', because('field-never-seen', 'it never occurred in a 2xx body'));
const outside = judgement('not-applicable', because('out-of-scope', 'out of scope (4.14)'));
const whenSeen = { blocks: 'when-seen' } as const;

/** What every matrix here has: passes, an open point, a field that never occurred, a section out of scope. */
const quiet = [
  [entry('General/json'), pass],
  [entry('Resources/version-is-integer'), pass],
  [entry('Resources/codes', 'MUST', { ...whenSeen, field: 'Cart.discountCodes' }), unseen],
  [entry('4.6/status', 'OPEN'), judgement('observed', { observed: { status: 201 } })],
  [entry('4.6/key-pattern', 'SHOULD'), judgement('warn', { findings: [{ ...finding, expected: 'a key of letters', got: 'k ü' }] })],
  [entry('4.14/answers', 'MUST', { limits: ['4.14'] }), outside],
  [entry('declared/success.4.6', 'DECLARED'), pass],
] as const; // prettier-ignore

const scope = { settings: { without: ['4.14'] } };

function report(...parts: Parameters<typeof reportInput>): Report {
  return buildReport(reportInput(...parts)).report;
}

const raced = { rounds: 24, racers: 8, excludedShare: 0.2, confidence: 0.99 };
const raceLines = { races: ['races: 0 violations'], raced };
const conformant = report([...quiet], { ...scope, record: { ...record, ...raceLines } });

const nonConformant = report(
  [
    ...quiet,
    [
      entry('4.10/conflict-on-mismatch', 'MUST', {
        statement: 'An update that states another version than the current one is answered 409 and changes nothing.',
        sends: 'POST /{projectKey}/resource/{id} with versions other than the actual one',
        causes: ['Is the version compared after the write?', 'Are two updates let in at once?'],
        source: 'suites/4.10-update-by-id.ts:5',
      }),
      judgement('fail', { findings: [finding] }),
    ],
    [
      entry('declared/head.noMatch.status', 'DECLARED'),
      judgement('fail', { findings: [{ expected: 'head.noMatch.status = 404, as declared', got: '204', reproduced: '1/1', exchanges: [] }] }),
    ],
    [entry('4.1/refused-to-other-project', 'MUST', { limits: ['other-project'] }), judgement('not-tested', otherProject)],
    [entry('4.2/refused-to-other-project', 'MUST', { limits: ['other-project'] }), judgement('not-tested', otherProject)],
    [entry('4.15/accepts-images', 'MUST', { limits: ['4.15'] }), judgement('not-tested', undeclared)],
    [entry('4.5/200-on-match'), judgement('inconclusive', because('flaky', 'answered 404 once in three'))],
    [entry('4.5/no-match', 'OPEN'), judgement('observed', { observed: { status: 500 }, suspect: true, suspicion: { why: 'No match is a server error.', pin: 'head.noMatch.status' } })],
  ],
  { ...scope, record: { ...record, leftovers: [{ id: 'r-17', created: '2026-01-02T03:04:06.000Z', why: 'DELETE was answered 403' }] } },
); // prettier-ignore

const incomplete = report([
  [entry('4.2/answers'), pass],
  [entry('4.1/refused-to-other-project', 'MUST', { limits: ['other-project'] }), judgement('not-tested', otherProject)],
  [entry('4.2/refused-to-other-project', 'MUST', { limits: ['other-project'] }), judgement('not-tested', otherProject)],
  [entry('4.15/accepts-images', 'MUST', { limits: ['4.15'] }), judgement('not-tested', undeclared)],
]); // prettier-ignore

const at80 = { columns: 80, color: false };

describe('the headline', () => {
  const absent = judgement('not-applicable', because('declared-absent', '4.7 is declared to have no target'));

  test('names the operations and counts the fields that are declared absent', () => {
    const shown = report([
      [entry('4.2/answers'), pass],
      [entry('4.7/route-exists'), absent],
      [entry('4.7/manage-test-suffices'), absent],
      [entry('4.7/accepts-application-json'), pass],
      [entry('Resources/codes'), absent],
    ]);
    expect(headline(shown)).toBe('CONFORMANT (declared: 4.7 absent, 1 field absent)');
  });

  test('names the members that records lack', () => {
    const shown = report([[entry('4.9/accepts-an-ordered-record'), pass]]);
    const scope = { ...shown.scope, readings: ['records without custom'] };
    expect(limitsOf({ ...shown, scope })).toEqual(['declared: records without custom']);
  });

  test('does not call an operation absent if only a small part of it is', () => {
    const shown = report([
      [entry('4.14/accepts-forms'), absent],
      [entry('4.14/any-one-scope-suffices'), pass],
    ]);
    expect(headline(shown)).toBe('CONFORMANT');
  });
});

describe('the text at 80 columns', () => {
  test('the text of a run that conforms', () => {
    expect(asText(conformant, at80)).toMatchInlineSnapshot(`
      "https://api.example.com/v1, project demo

      WARNINGS (1)
        4.6/key-pattern  got k ü, expected a key of letters

      NEVER SEEN (1)
        Cart.discountCodes

                     MUST                     SHOULD            OPEN    DECLARED
      4.6            -                        0/1  1 warn       1/1     1/1
      all            2/3    1 unseen, 1 n/a   0/1  1 warn       1/1     1/1
      3 further sections are complete; --matrix shows all

      races    0 violations in 24 rounds of up to 8 updates at once; flaws that show
               in >= 20 % of rounds are ruled out (99 %)
      run      1,234 requests in 12.3 s, depth ci, seed -328179043
      CONFORMANT (without: 4.14)  2 of 3 MUST pass (1 never seen)
      "
    `);
  });

  test('the text of a run that does not conform', () => {
    expect(asText(nonConformant, at80)).toMatchInlineSnapshot(`
      "https://api.example.com/v1, project demo

      VIOLATED (1 cause, 1 clause)
      FAIL  4.10/conflict-on-mismatch                    suites/4.10-update-by-id.ts:5
        contract      An update that states another version than the current one is
                      answered 409 and changes nothing. (4.10)
        test sends    POST /{projectKey}/resource/{id} with versions other than the
                      actual one
        sent          POST /demo/resource/r9 {"version":0,"actions":[]}
        expected      409
        got           200, body {"version":2}
        minimal case  {"distance":-1,"actions":[]}
        reproduced    in 3 of 3 attempts, generated with seed 7, path 0:1
        cause?        Is the version compared after the write?
        cause?        Are two updates let in at once?
        curl          curl -sS -i -X POST https://api.example.com/v1/demo/resource/r9 -H "Authorization: Bearer $CONFORMANCE_TOKEN_MANAGE_TEST" --data-raw '{"version":0,"actions":[]}'
        replay  npx --offline resource-conformance replay 4.10/conflict-on-mismatch

      BROKEN DECLARATIONS (1)
      BROKEN  declared/head.noMatch.status
        contract      What declared/head.noMatch.status states. (General)
        expected      head.noMatch.status = 404, as declared
        got           204
        reproduced    once (1 attempt)
        replay  npx --offline resource-conformance replay declared/head.noMatch.status

      WARNINGS (1)
        4.6/key-pattern  got k ü, expected a key of letters

      NOT DECIDED (4 clauses between this run and CONFORMANT)
        2    no token of another project was supplied
             4.1/refused-to-other-project, 4.2/refused-to-other-project
             supply: CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and
             CONFORMANCE_OTHER_PROJECT_KEY=<key>
        1    undecided
             4.5/200-on-match: answered 404 once in three
        1    the contract shows no method
             4.15/accepts-images
             supply: "methods": {"4.15": "POST"} in the profile

      SUSPECT, NOT A VIOLATION (1)
        4.5/no-match
          why       No match is a server error.
          observed  status: 500
          do        If this is intended, declare head.noMatch.status in the profile;
                    that settles it. Otherwise fix it.

      NEVER SEEN (1)
        Cart.discountCodes

      LEFT BEHIND (1)
        r-17
          created 2026-01-02T03:04:06.000Z: DELETE was answered 403
        to remove: npx --offline resource-conformance clean

      LIMITS OF SCOPE
        state what you cannot supply (settles 3 clauses):
        CONFORMANCE_WITHOUT=4.14,4.15,other-project

                     MUST                     SHOULD            OPEN    DECLARED
      General        1/1                      -                 -       0/1  1 broken
      4.1            0/1    1 untested        -                 -       -
      4.2            0/1    1 untested        -                 -       -
      4.5            0/1    1 undecided       -                 1/1     -
      4.6            -                        0/1  1 warn       1/1     1/1
      4.10           0/1    1 fail            -                 -       -
      4.15           0/1    1 untested        -                 -       -
      all            2/8    1 fail,           0/1  1 warn       2/2     1/2  1 broken
                            1 undecided,
                            3 untested,
                            1 unseen, 1 n/a
      2 further sections are complete; --matrix shows all

      run      1,234 requests in 12.3 s, depth ci, seed -328179043
      NON-CONFORMANT (without: 4.14)
      2 causes: 1 of 8 MUST fail, 1 declaration broken, 4 not decided
      violated: 4.10/conflict-on-mismatch, declared/head.noMatch.status
      next: npx --offline resource-conformance replay 4.10/conflict-on-mismatch
      "
    `);
  });

  test('the text of a run that lacks means names what to supply, the most useful first', () => {
    expect(asText(incomplete, at80)).toMatchInlineSnapshot(`
      "https://api.example.com/v1, project demo

      NOT DECIDED (3 clauses between this run and CONFORMANT)
        2    no token of another project was supplied
             4.1/refused-to-other-project, 4.2/refused-to-other-project
             supply: CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and
             CONFORMANCE_OTHER_PROJECT_KEY=<key>
        1    the contract shows no method
             4.15/accepts-images
             supply: "methods": {"4.15": "POST"} in the profile

      NEXT: WHAT SETTLES THE MOST CLAUSES
        1.  CONFORMANCE_TOKEN_OTHER_PROJECT=<token>
            CONFORMANCE_OTHER_PROJECT_KEY=<key>
            settles up to 2 clauses
        2.  CONFORMANCE_PROFILE=conformance.profile.json, a new file with:
            {
              "methods": {
                "4.15": "POST"
              }
            }
            settles up to 1 clause
        or  state what you cannot supply (settles 3 clauses):
            CONFORMANCE_WITHOUT=4.15,other-project

                     MUST                     SHOULD            OPEN    DECLARED
      4.1            0/1    1 untested        -                 -       -
      4.2            1/2    1 untested        -                 -       -
      4.15           0/1    1 untested        -                 -       -
      all            1/4    3 untested        -                 -       -

      run      1,234 requests in 12.3 s, depth ci, seed -328179043
      INCOMPLETE  1 of 4 MUST pass, 3 not decided
      next: CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>
      "
    `);
  });

  test('states how much was selected, and shows only those sections', () => {
    const { register, judgements } = reportInput([...quiet]);
    const text = asText(
      buildReport({ ...reportInput([...quiet]), judgements: new Map([...judgements].filter(([id]) => id === 'General/json')), selected: new Set(['General/json']) }).report,
      at80,
    ); // prettier-ignore
    expect(text.trimEnd().split('\n').at(-1)).toBe(
      `INCOMPLETE (selected 1 of ${register.length} clauses)  1 of 1 MUST pass`,
    );
    expect(text).toContain('every section is complete');
    expect(text).not.toContain('\nResources ');
  });

  test('says of a selection without generated evidence that it was left out', () => {
    const generated = { clause: 'General/json', name: 'any bodies', limits: [], minimum: 8 };
    const built = report([...quiet], { evidence: [generated] });
    const text = asText(built, at80);
    const said = `selected ${quiet.length} of ${quiet.length} clauses and 0 of 1 pieces of evidence`;
    expect(text).toContain(`INCOMPLETE (${said})`);
    expect(built.reasons).toContain(said);
    expect(text).not.toContain(`because: ${said}`);
    expect(text).not.toContain('TOO FEW CASES');
  });

  test('names evidence with too few cases, how many there are and why, and evidence that draws no cases', () => {
    const evidence = ['few', 'none', 'enough', 'none due', 'away', 'looked at'].map((name) => ({
      clause: 'General/json',
      name: `cases, ${name}`,
      limits: [],
      minimum: name === 'none due' ? 0 : 8,
      draws: name !== 'looked at',
    }));
    const few = because('reach-too-low', '3 cases reached the premise, 8 are needed');
    const none = because('refused-by-unknown-validation', 'answered 400');
    const gathered = new Map([
      ['cases, few', judgement('inconclusive', { ...few, held: 3 })],
      ['cases, none', judgement('not-tested', { ...none, premise: 0 })],
      ['cases, enough', judgement('pass', { premise: 8 })],
      ['cases, none due', judgement('not-tested', { ...none, premise: 0 })],
      ['cases, away', judgement('not-applicable', none)],
      ['cases, looked at', judgement('inconclusive', { ...few, held: 2 })],
    ]);
    const selected = new Set([...quiet.map(([{ id }]) => id), ...evidence.map(({ name }) => name)]);
    const built = report([...quiet], { evidence, gathered, selected });
    const text = asText(built, at80);
    expect(built.verdict).toBe(report([...quiet]).verdict);
    expect(text).toContain('GENERATED EVIDENCE: TOO FEW CASES (2)');
    expect(text).toMatch(
      /3 of 8 cases \(3 drawn, 3 passed\), 3 cases reached the premise, 8 are\s+needed:\s+cases, few/,
    );
    expect(text).toContain('0 of 8 cases (3 drawn, 0 passed), answered 400: cases, none');
    expect(text).toMatch(/FURTHER LOOKS: NOT DECIDED \(1\)[^]*undecided \(3 tried, 2 passed\)/);
    const markdown = asMarkdown(built, { maxBytes: 10_000 });
    expect(markdown).toMatch(/Generated evidence: too few cases \(2\)[^]*Further looks: not decided \(1\)/);
  });

  test('says that a run was cut short, and why', () => {
    const cut = report([[entry('4.1/x'), undefined]], {
      record: { ...record, interrupted: true, aborted: { cause: 'unreachable', text: 'no answer from https://x.example' } },
    }); // prettier-ignore
    expect(asText(cut, at80)).toMatch(/\nINCOMPLETE \(interrupted\) {2}nothing was tested\n$/);
    expect(asText(cut, at80)).toContain('because: no answer from https://x.example');
  });

  test('is short if nothing was judged', () => {
    const cut = report(
      [...quiet].map(([stated]) => [stated, undefined] as const),
      { record: { ...record, aborted: { cause: 'unreachable', text: 'no answer' } } },
    );
    const text = asText(cut, at80);
    expect(text).toBe(
      'https://api.example.com/v1, project demo\nbecause: no answer\nINCOMPLETE  nothing was tested\n',
    );
    expect(text).not.toMatch(/MUST|NOT DECIDED|NEXT/);
    expect(asMarkdown(cut, { maxBytes: Infinity })).not.toMatch(/MUST|Not decided|Next/);
  });

  test('names all writes that need consent in one line', () => {
    const wanted = (name: string) =>
      judgement(
        'not-tested',
        because('consent-missing', `${name} is not shown`, `CONFORMANCE_CONSENT=${name}`),
      );
    const text = asText(
      report([
        [entry('4.7/x'), wanted('overwrite')],
        [entry('4.9/x'), wanted('records')],
        [entry('4.14/x'), judgement('not-tested', undeclared)],
      ]),
      at80,
    );
    expect(text).toContain('  1.  CONFORMANCE_CONSENT=overwrite,records\n      settles up to 2 clauses');
    expect(text).toContain(
      '  2.  CONFORMANCE_PROFILE=conformance.profile.json, a new file with:\n      {\n        "methods": {\n',
    );
  });
});

describe('the end of the text', () => {
  const path = 'reports/conformance.md';
  const endOf = (one: Report, columns = 200): readonly string[] => {
    const lines = asText(one, { columns, color: false, path }).trimEnd().split('\n');
    return lines.slice(lines.findLastIndex((line) => line.startsWith(one.verdict)));
  };

  test('is the verdict, its counts, the next step on a line of its own, and the report', () => {
    expect(endOf(nonConformant, 400)).toEqual([
      'NON-CONFORMANT (without: 4.14)  2 causes: 1 of 8 MUST fail, 1 declaration broken, 4 not decided  violated: 4.10/conflict-on-mismatch, declared/head.noMatch.status',
      'next: npx --offline resource-conformance replay 4.10/conflict-on-mismatch',
      'report: reports/conformance.md',
    ]);
    expect(endOf(incomplete)).toEqual([
      'INCOMPLETE  1 of 4 MUST pass, 3 not decided',
      'next: CONFORMANCE_TOKEN_OTHER_PROJECT=<token> and CONFORMANCE_OTHER_PROJECT_KEY=<key>',
      'report: reports/conformance.md',
    ]);
    expect(endOf(conformant)).toEqual([
      'CONFORMANT (without: 4.14)  2 of 3 MUST pass (1 never seen)  report: reports/conformance.md',
    ]);
  });

  test.each([conformant, nonConformant, incomplete])('is visible as a whole on the last 24 rows', (one) => {
    const screen = asText(one, { ...at80, path })
      .trimEnd()
      .split('\n')
      .slice(-24);
    const verdict = screen.findIndex((line) => line.startsWith(one.verdict));
    expect(verdict).toBeGreaterThan(screen.length - 6);
  });

  test('shows what the run waited for and the disturbances, a line each', () => {
    const weather = { serverErrors: 3, resets: 1, rateLimited: 0, retries: 2, slowest: [{ endpoint: 'GET /x', ms: 1_234 }] };
    const waits = [
      { for: 'late effects of refused writes', ms: 2_000 },
      { for: '4.4 to show a resource', ms: 11_900, setting: 'CONFORMANCE_SETTLE_MS' },
    ];
    const one = report([...quiet], { record: { ...record, waits, weather } });
    expect(one.run).toMatchObject({ waits, weather });
    const text = asText(one, { columns: 200, color: false });
    expect(text).toContain(
      'waits    11.9 s for 4.4 to show a resource (CONFORMANCE_SETTLE_MS), 2.0 s for late effects of refused writes\n',
    );
    expect(text).toContain('network  3 5xx answers, 1 reset, 2 retries; slowest GET /x 1.2 s\n');
  }); // prettier-ignore

  test('is a few lines if the run could not begin, whatever is declared', () => {
    const undecided = judgement('inconclusive', { ...because('not-observable', 'nothing was observed'), premise: 0 });
    const cut = report(
      [[entry('4.1/x'), undefined], [entry('declared/success.4.6', 'DECLARED'), undecided]],
      { record: { ...record, aborted: { cause: 'configuration', text: 'no token is let in' } } },
    );
    expect(asText(cut, { ...at80, path }).split('\n')).toEqual([
      'https://api.example.com/v1, project demo',
      'because: no token is let in',
      'INCOMPLETE  nothing was tested  report: reports/conformance.md',
      '',
    ]);
  }); // prettier-ignore
});

describe('open points', () => {
  const seen = {
    statuses: { 'no token': 401, VIEW: 200 },
    bare: true,
    members: ['a', 'b'],
    none: [],
    pairs: [['a', 'b'], ['c']],
    forms: { one: { kinds: ['string'], many: false } },
  };
  const points = report([
    [entry('4.2/answers'), pass],
    [entry('4.6/status', 'OPEN'), judgement('observed', { observed: seen })],
    [entry('4.6/echo', 'OPEN'), judgement('observed', { observed: 'exact' })],
    [entry('4.6/unseen', 'OPEN'), judgement('not-tested', because('no-key', 'no key is known'))],
  ]);
  const value =
    'statuses: no token 401, VIEW 200; bare: yes; members: a, b; none: none; pairs: (a, b), (c); forms: one (kinds string, many no)';

  test('are listed on request, each with its value in words', () => {
    const text = asText(points, { columns: 200, color: false, open: true });
    expect(text).toContain(
      `OPEN POINTS (2 observed)\n  4.6/status\n    ${value}\n  4.6/echo\n    exact\n  4.6/unseen\n    not-tested: no key is known\n`,
    );
    expect(asText(points, at80)).not.toContain('OPEN POINTS');
  });

  test('are listed in the Markdown', () => {
    expect(asMarkdown(points, { maxBytes: Infinity })).toContain(
      `## Open points (2 observed)\n\n<details><summary>what was observed at each</summary>\n\n| clause | observed |\n| --- | --- |\n| <code>4.6/status</code><br>What 4.6/status states. | ${value} |\n`,
    );
  });

  test('suspect open points state the reason and the remedy, even if a clause passes', () => {
    const odd = { suspect: true, suspicion: { why: 'Read and create differ.' } };
    const text = asText(report([[entry('4.6/shows'), judgement('pass', odd)]]), {
      columns: 100,
      color: false,
    });
    expect(text).toContain(
      'SUSPECT, NOT A VIOLATION (1)\n  4.6/shows\n    why       Read and create differ.\n    do        If this is intended, do nothing: the contract leaves it open. Otherwise fix it.\n',
    );
  });

  test.each([
    ['kept', pass, 0],
    ['broken', judgement('fail', { findings: [finding] }), 1],
    ['undecided', judgement('inconclusive', because('two-readings', 'seen both')), 1],
  ])('are no longer suspect only if the declaration about them is kept: %s', (_how, declared, suspects) => {
    const suspicion = { why: 'Strangers are let in.', pin: 'auth.4.16.GET' };
    const one = report([
      [entry('4.16/read-access', 'OPEN'), judgement('observed', { observed: {}, suspect: true, suspicion })],
      [entry('declared/auth.4.16.GET', 'DECLARED'), declared],
    ]);
    expect(one.scope.suspects).toBe(suspects);
  });
});

const commands = /curl -sS|https?:\/\//;

describe('any number of columns', () => {
  const many = report(
    Array.from({ length: 40 }, (_, at) => [
      entry(`4.${(at % 18) + 1}/clause-number-${at}-with-a-rather-long-name-that-goes-on-and-on`, 'MUST', {
        source: `suites/4.${at}-a-file-with-a-long-name.ts:${at}`,
        statement: '読み書き '.repeat(30),
      }),
      at % 4 === 0
        ? judgement('fail', { findings: [{ ...finding, got: '🎉'.repeat(90), expected: 'x'.repeat(300) }] })
        : at % 4 === 1
          ? judgement('inconclusive', because('flaky', `once ${'w'.repeat(100)} ${at}`))
          : at % 4 === 2
            ? judgement('error', because('premise-failed', `TypeError ${at}\n at ${'f'.repeat(200)}`))
            : pass,
    ]),
  );
  test.each([24, 40, 79, 80, 100, 200])('passes at %i', (columns) => {
    for (const one of [conformant, nonConformant, incomplete, many]) {
      const lines = asText(one, { columns, color: false }).split('\n');
      const over = lines.filter((line) => widthOf(line) > columns && !commands.test(line));
      expect(
        over.filter(
          (line) => !/^(next: | +replay +npx | +to remove: npx | +CONFORMANCE_WITHOUT=)/.test(line),
        ),
      ).toEqual([]);
    }
  });

  test('the text also fits replay commands into 80 columns', () => {
    const lines = asText(nonConformant, at80).split('\n');
    expect(lines.filter((line) => line.length > 80 && !commands.test(line))).toEqual([]);
  });
});

describe('a long report', () => {
  const fails = (count: number): Report =>
    report(
      Array.from({ length: count }, (_, at) => [
        entry(`4.2/c${at}`),
        judgement('fail', { findings: [finding] }),
      ]),
    );
  test('stops after a dozen findings in full', () => {
    const text = asText(fails(30), at80);
    expect(text.match(/^FAIL /gm)).toHaveLength(12);
    expect(text).toContain('and 18 more, see the report');
    expect(asText(fails(12), at80)).not.toContain('more, see');
    expect(asMarkdown(fails(30), { maxBytes: Infinity }).match(/^### /gm)).toHaveLength(12);
  });

  test.each([0, 50, 200, 1_000, 5_000, 20_000])('stays within %i octets of Markdown', (maxBytes) => {
    const markdown = asMarkdown(fails(30), { maxBytes });
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(maxBytes);
    if (maxBytes >= 200) expect(markdown).toMatch(/^# NON-CONFORMANT\n/);
    if (maxBytes >= 200 && maxBytes < 5_000) expect(markdown).toContain('left out for their size');
  });
});

const nasty =
  '\u001b[2J\u0007\u009b31m\r\n\u202e| `x` <img src=x onerror=alert(1)> [a](javascript:b) @all ~~';

describe('a text of a server', () => {
  const hostile = report(
    [
      [
        entry('4.2/a'),
        judgement('fail', {
          findings: [
            { ...finding, got: nasty, expected: nasty, counterexample: nasty, curl: nasty, exchanges: [] },
          ],
        }),
      ],
      [entry('4.2/b'), judgement('inconclusive', because('flaky', nasty, nasty))],
      [entry('4.2/c', 'OPEN'), judgement('observed', { observed: { [nasty]: nasty }, suspect: true })],
      [entry('4.2/d', 'SHOULD'), judgement('warn', { findings: [{ ...finding, got: nasty }] })],
      [entry('4.2/e'), judgement('error', because('premise-failed', nasty))],
    ],
    {
      record: {
        ...record,
        neverSeen: [nasty],
        races: [nasty],
        raced: { rounds: 1, racers: 2, endedBy: nasty, excludedShare: null, confidence: 0.99 },
        leftovers: [{ id: nasty, created: nasty, why: nasty }],
        aborted: { cause: 'harness', text: nasty },
      },
      target: { baseUrl: nasty, projectKey: nasty, embedded: false, implementation: { name: nasty } },
    },
  );

  test('steers no terminal', () => {
    const text = asText(hostile, { columns: 200, color: false });
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(text).toContain('\\u001b[2J\\u0007\\u009b31m\\r\\n\\u202e|');
  });

  test('is no markup in Markdown', () => {
    const markdown = asMarkdown(hostile, { maxBytes: Infinity });
    expect(markdown.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(markdown).not.toMatch(/<img|\[a\]|`|@all|~~/);
    const rows = markdown.split('\n').filter((line) => line.startsWith('| ') && line.includes('#124;'));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.match(/\|/g)?.length).toBeLessThanOrEqual(4);
  });
});

describe('colour', () => {
  test('is there only on request', () => {
    // oxlint-disable-next-line no-control-regex -- the escapes are what is looked for
    const escapes = /\u001b\[\d+m/g;
    const plain = asText(nonConformant, { ...at80, matrix: true });
    const coloured = asText(nonConformant, { columns: 80, color: true, matrix: true });
    expect(plain).not.toMatch(escapes);
    expect(coloured).toMatch(escapes);
    expect(coloured.replace(escapes, '')).toBe(plain);
  });

  test('distinguishes broken, open and complete lines', () => {
    const lines = asText(nonConformant, { columns: 80, color: true, matrix: true }).split('\n');
    const row = (section: string): string => lines.find((line) => line.includes(`${section} `)) ?? '';
    expect(row('4.10')).toContain('\u001b[31m0/1    1 fail\u001b[39m');
    expect(row('4.15')).toContain('\u001b[33m0/1    1 untested\u001b[39m');
    expect(lines.find((line) => line.includes('Resources'))).toContain('\u001b[2m1/2    1 unseen\u001b[22m');
  });
});

describe('the Markdown', () => {
  test('the text of a run that does not conform', () => {
    expect(asMarkdown(nonConformant, { maxBytes: Infinity })).toMatchInlineSnapshot(`
      "# NON-CONFORMANT (without: 4.14)

      https&#58;//api.example.com/v1, project demo

      2/8 MUST pass (1 never seen), 1 fail, 1 undecided, 3 not tested (not counted: 1 not applicable); 1 SHOULD warn; 2 open points observed; 1/2 declarations kept, 1 broken

      |  | MUST | SHOULD | OPEN | DECLARED |
      | --- | --- | --- | --- | --- |
      | General | 1/1 | - | - | 0/1, 1 broken |
      | Resources | 1/2, 1 unseen | - | - | - |
      | 4.1 | 0/1, 1 untested | - | - | - |
      | 4.2 | 0/1, 1 untested | - | - | - |
      | 4.5 | 0/1, 1 undecided | - | 1/1 | - |
      | 4.6 | - | 0/1, 1 warn | 1/1 | 1/1 |
      | 4.10 | 0/1, 1 fail | - | - | - |
      | 4.14 | n/a | - | - | - |
      | 4.15 | 0/1, 1 untested | - | - | - |
      | all | 2/8, 1 fail, 1 undecided, 3 untested, 1 unseen, 1 n/a | 0/1, 1 warn | 2/2 | 1/2, 1 broken |

      ## Violated (1 cause, 1 clause)

      ### 4.10/conflict-on-mismatch

      |  |  |
      | --- | --- |
      | contract | An update that states another version than the current one is answered 409 and changes nothing. (4.10) |
      | test sends | POST /{projectKey}/resource/{id} with versions other than the actual one |
      | sent | <code>POST /demo/resource/r9 {"version":0,"actions":&#91;&#93;}</code> |
      | expected | 409 |
      | got | 200, body {"version":2} |
      | minimal case | <code>{"distance":-1,"actions":&#91;&#93;}</code> |
      | reproduced | in 3 of 3 attempts, generated with seed 7, path 0:1 |
      | cause? | Is the version compared after the write? |
      | cause? | Are two updates let in at once? |
      | place | <code>suites/4.10-update-by-id.ts:5</code> |

      <details><summary>replay</summary>

      <pre>curl -sS -i -X POST https://api.example.com/v1/demo/resource/r9 -H "Authorization: Bearer $CONFORMANCE_TOKEN_MANAGE_TEST" --data-raw '{"version":0,"actions":[]}'
      npx --offline resource-conformance replay 4.10/conflict-on-mismatch</pre>

      </details>

      ## Broken declarations (1)

      ### declared/head.noMatch.status

      |  |  |
      | --- | --- |
      | contract | What declared/head.noMatch.status states. (General) |
      | expected | head.noMatch.status = 404, as declared |
      | got | 204 |
      | reproduced | once (1 attempt) |

      <details><summary>replay</summary>

      <pre>npx --offline resource-conformance replay declared/head.noMatch.status</pre>

      </details>

      ## Warnings (1)

      - <code>4.6/key-pattern</code> got k ü, expected a key of letters

      ## Not decided (4 clauses between this run and CONFORMANT)

      | clauses | reason | supply |
      | --- | --- | --- |
      | 2 | no token of another project was supplied<details><summary>2 clauses</summary><code>4.1/refused-to-other-project</code>, <code>4.2/refused-to-other-project</code></details> | <code>CONFORMANCE_TOKEN_OTHER_PROJECT=&lt;token&gt; and CONFORMANCE_OTHER_PROJECT_KEY=&lt;key&gt;</code> |
      | 1 | answered 404 once in three<details><summary>1 clause</summary><code>4.5/200-on-match</code></details> |  |
      | 1 | the contract shows no method<details><summary>1 clause</summary><code>4.15/accepts-images</code></details> | <code>"methods": {"4.15": "POST"} in the profile</code> |

      ## Suspect, not a violation (1)

      - <code>4.5/no-match</code> No match is a server error. Observed: status: 500. If this is intended, declare head.noMatch.status in the profile; that settles it. Otherwise fix it.

      ## Next

      State what you cannot supply (settles 3 clauses): <code>CONFORMANCE_WITHOUT=4.14,4.15,other-project</code>

      ## Never seen (1)

      <code>Cart.discountCodes</code>

      ## Left behind (1)

      | id | created | why |
      | --- | --- | --- |
      | <code>r-17</code> | 2026-01-02T03:04:06.000Z | DELETE was answered 403 |

      ## Open points (2 observed)

      <details><summary>what was observed at each</summary>

      | clause | observed |
      | --- | --- |
      | <code>4.5/no-match</code><br>What 4.5/no-match states. | status: 500 |
      | <code>4.6/status</code><br>What 4.6/status states. | status: 201 |

      </details>

      1,234 requests in 12.3 s, up to 24 at once, up to 34 one after the other<br>
      depth ci, seed -328179043, run 0123456789abcdef0123456789abcdef, which marks its texts with z01234567<br>
      started 2026-01-02T03:04:05.678Z, Node v20.20.2<br>
      resource-conformance 0.1.0, contract sha256 abababababab
      "
    `);
  });
});
