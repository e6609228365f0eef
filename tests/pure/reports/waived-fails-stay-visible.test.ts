import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import { stateWaivers, type Waiver } from '../../../clause/waivers.ts';
import { readWaivers } from '../../../config/settings/waivers.ts';
import { gatherSettings } from '../../../config/settings/sources.ts';
import { settingReader } from '../../../config/settings/values.ts';
import { asJunit } from '../../../reporters/as-junit.ts';
import { asAnnotations } from '../../../reporters/ci/as-annotations.ts';
import { asBadge } from '../../../reporters/ci/as-badge.ts';
import { asCtrf } from '../../../reporters/ci/as-ctrf.ts';
import { asMarkdown } from '../../../reporters/as-markdown.ts';
import { asText } from '../../../reporters/as-text.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const pass = judgement('pass');
const failed = judgement('fail', { findings: [finding] });
const undecided = judgement('inconclusive', because('flaky', 'not every time'));
const waiver = (clause: string, more: Partial<Waiver> = {}): Waiver => ({
  clause,
  reason: 'ticket 12',
  owner: 'the api team',
  expires: '2030-01-01',
  depth: 'ci',
  ...more,
});

const calm = { serverErrors: 0, resets: 0, rateLimited: 0, retries: 0, slowest: [] };

type Clauses = Parameters<typeof reportInput>[0];
type More = Parameters<typeof reportInput>[1];

function run(clauses: Clauses, waivers: readonly Waiver[], more: More = {}) {
  return buildReport(reportInput([[entry('General/json'), pass], ...clauses], { waivers, ...more }));
}

describe('a gate that reads files', () => {
  const { report } = run(
    [
      [entry('4.10/conflict'), failed],
      [entry('4.2/read'), failed],
    ],
    [waiver('4.10/conflict')],
  );
  const answer = 'waived until 2030-01-01: ticket 12 (the api team)';

  test('finds waived fails among skipped tests, with their owners', () => {
    const junit = asJunit(report);
    expect(junit).toContain(`<skipped message="${answer}"/>`);
    expect(junit.match(/<failure /g)).toHaveLength(1);
    expect(junit).toMatch(/<testsuites [^>]*failures="1"/);
    const { results } = JSON.parse(asCtrf(report)) as {
      readonly results: {
        readonly tests: readonly {
          readonly name: string;
          readonly status: string;
          readonly message?: string;
        }[];
      };
    };
    const told = results.tests.filter(({ name }) => name.startsWith('4.'));
    expect(told.map(({ name, status }) => [name, status])).toEqual([
      ['4.2/read', 'failed'],
      ['4.10/conflict', 'skipped'],
    ]);
    expect(told[1]?.message).toBe(answer);
  });

  test('gets a notice about it', () => {
    const lines = asAnnotations(report).split('\n');
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(1);
    expect(lines.find((line) => line.includes('4.10/conflict'))).toMatch(
      /^::notice title=4\.10\/conflict \(waived\)::waived until/,
    );
  });
});

describe('a clause that is undecided only because of a waived fail', () => {
  const waiting = judgement('not-tested', {
    ...because('blocked-by', 'waits for 4.10/conflict: no 409'),
    waitsFor: ['4.10/conflict'],
  });
  const clauses: Clauses = [
    [entry('4.10/conflict'), failed],
    [entry('4.10/spoils-nothing'), waiting],
    [entry('4.10/has-no-effect'), waiting],
  ];
  const event = { record: { ...record, weather: { ...calm, events: ['a token was refused'] } } };
  const { report, exitCode } = run(clauses, [waiver('4.10/conflict')], event);
  const short = '1 of 1 fails waived, 2 undecided because of it';
  const answer = 'undecided because of 4.10/conflict, waived until 2030-01-01: ticket 12 (the api team)';

  test('leaves the verdict, and lets the gate pass', () => {
    expect([report.verdict, exitCode]).toEqual(['NON-CONFORMANT', 0]);
    expect(run(clauses, []).exitCode).toBe(1);
  });

  test('keeps every file green', () => {
    const junit = asJunit(report);
    expect(junit).not.toMatch(/<failure |<error /);
    expect(junit.match(/<skipped message="undecided because of/g)).toHaveLength(2);
    expect(junit).toContain(short);
    const ctrf = asCtrf(report);
    expect(ctrf).not.toMatch(/"status": "(?:failed|other)"/);
    expect(ctrf).toContain(answer);
    expect(asBadge(report)).toContain(`1/4 MUST, ${short}`);
    const lines = asAnnotations(report).split('\n');
    expect(lines.filter((line) => /^::(?:error|warning)/.test(line))).toEqual([]);
    expect(lines.find((line) => line.includes('spoils-nothing'))).toContain(`(behind a waiver)::${answer}`);
  });

  test('is counted on the last line, with the waived fails', () => {
    const text = asText(report, { columns: 200, color: false });
    const last = text.trimEnd().split('\n').slice(-6).join('\n');
    expect(last).toContain(`NON-CONFORMANT (${short})`);
    expect(last).toContain('violated and waived: 4.10/conflict');
    expect(last).not.toMatch(/next:|not decided/);
    expect(text).toContain(
      'waived; undecided because of the waived fail: 4.10/spoils-nothing, 4.10/has-no-effect',
    );
  });

  test('is not covered if it has another cause too', () => {
    const own = [entry('4.2/read'), undecided] as const;
    const { report: other, exitCode: code } = run([...clauses, own], [waiver('4.10/conflict')], event);
    expect(code).toBe(3);
    expect(asJunit(other)).toMatch(/<error [^>]*a token was refused/);
  });

  test('needs no separate waiver: such a waiver is named as stale', () => {
    const both = [waiver('4.10/conflict'), waiver('4.10/spoils-nothing')];
    const { report: other, exitCode: code } = run(clauses, both);
    expect(code).toBe(2);
    expect(asText(other, { columns: 200, color: false })).toContain('1 stale waiver (4.10/spoils-nothing)');
  });
});

describe('a run with waivers', () => {
  const one: Clauses = [[entry('4.10/conflict'), failed]];
  const two: Clauses = [...one, [entry('declared/success.4.6', 'DECLARED'), failed]];
  const both = [waiver('4.10/conflict'), waiver('declared/success.4.6')];
  const stopped = { record: { ...record, interrupted: true } };
  const error = judgement('error', { reason: { code: 'stopped', text: 'a slip' } });

  test.for([
    ['every fail waived', two, both, {}, 0],
    ['one of two fails waived', two, [waiver('4.10/conflict')], {}, 1],
    ['every fail waived, and something undecided', [...one, [entry('4.2/read'), undecided]], both, {}, 3],
    ['every fail waived, and interrupted', one, both, stopped, 3],
    ['every fail waived, and a suite error', [...one, [entry('4.2/read'), error]], both, {}, 3],
    ['none of its fails waived', one, [waiver('4.2/read')], {}, 1],
    ['a waiver that is stale', [[entry('4.10/conflict'), pass]], [waiver('4.10/conflict')], {}, 2],
    ['a stale one beside a fail', [...one, [entry('4.2/read'), pass]], [waiver('4.2/read')], {}, 2],
    ['a waiver that is idle', [[entry('4.10/conflict'), undecided]], [waiver('4.10/conflict')], {}, 3],
  ] as const satisfies readonly (readonly [string, Clauses, readonly Waiver[], More, number])[])(
    'a run with waivers that has %s',
    ([, clauses, waivers, more, code]) => {
      const { report, exitCode } = run(clauses, waivers, more);
      expect(exitCode).toBe(code);
      const fails = report.clauses.some(({ verdict }) => verdict === 'fail');
      expect(report.verdict === 'NON-CONFORMANT').toBe(fails);
    },
  );

  test('a gate fails for no waived fail', () => {
    const against = run([[entry('4.10/conflict'), pass]], []).report;
    const { report, exitCode } = run(one, [waiver('4.10/conflict')], { against });
    expect(report.against?.newlyFailing).toEqual(['4.10/conflict']);
    expect(exitCode).toBe(0);
    expect(run(one, [waiver('4.2/read')], { against }).exitCode).toBe(1);
  });

  test('shows each of them in every rendering for people', () => {
    const { report } = run(two, [waiver('4.10/conflict', { reason: '<b>odd\u202e' })]);
    const texts = [
      asText(report, { columns: 200, color: false }),
      asMarkdown(report, { maxBytes: Infinity }),
      asPage(report),
      asJunit(report),
    ];
    for (const text of texts) {
      expect(text).toContain('1 of 2 fails waived');
      expect(text).not.toContain('\u202e');
    }
    for (const text of texts.slice(0, 3)) expect(text).toContain('the api team, until 2030-01-01');
  });
});

describe('a waiver is stale', () => {
  const whole = {
    clauses: [{ id: '4.10/conflict', verdict: 'pass' }],
    isWhole: true,
    depth: 'release',
    isByChance: () => false,
  } as const;
  const stateOf = (more: Partial<Waiver>, other: Partial<Parameters<typeof stateWaivers>[1]> = {}) =>
    stateWaivers([waiver('4.10/conflict', more)], { ...whole, ...other })[0]?.state;

  test('a waiver is stale if its clause passed in a run of everything, at the required depth', () => {
    expect(stateOf({})).toBe('stale');
    expect(stateOf({ depth: 'release' })).toBe('stale');
  });

  test.for([
    ['at a lesser depth', { depth: 'certify' }, {}],
    ['in a run of some clauses', {}, { isWhole: false }],
    ['where its fail hangs on chance', { chance: true }, {}],
    ['where its clause is judged by races or generated cases', {}, { isByChance: () => true }],
    ['where its clause was not decided', {}, { clauses: [{ id: '4.10/conflict', verdict: 'inconclusive' }] }],
    ['where its clause was left out', {}, { clauses: [{ id: '4.10/conflict', verdict: 'not-applicable' }] }],
  ] as const)('a waiver is not stale %s', ([, more, other]) => {
    expect(stateOf(more, other)).toBe('idle');
  });

  test('a waiver is not stale for a clause that races or generated evidence judge', () => {
    const [raced, generated] = ['4.10/one-winner', '4.10/conflict'];
    const { report } = run(
      [
        [entry(raced, 'MUST', { isRaced: true }), pass],
        [entry(generated), pass],
      ],
      [waiver(raced), waiver(generated)],
      {
        evidence: [{ clause: generated, name: 'odd ones', limits: [], minimum: 0 }],
        gathered: new Map([['odd ones', pass]]),
        selected: new Set(['General/json', raced, generated, 'odd ones']),
      },
    );
    expect(report.waivers?.map(({ state }) => state)).toEqual(['idle', 'idle']);
  });
});

describe('the file of waivers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waivers-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function read(content: unknown, today = '2026-06-01'): readonly Waiver[] | undefined {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, 'waivers.json'), text);
    const env = { CONFORMANCE_WAIVERS: 'waivers.json' };
    return readWaivers(settingReader(gatherSettings({ env, cwd: folder })), today);
  }

  const good = {
    clause: '4.5/no-body',
    reason: 'ticket 12',
    owner: 'the api team',
    expires: '2026-06-01',
  };

  test('keeps a waiver through its last day', () => {
    expect(read([good])).toEqual([{ ...good, depth: 'ci' }]);
    expect(read([{ ...good, depth: 'release', chance: true }])).toEqual([
      { ...good, depth: 'release', chance: true },
    ]);
    expect(read([])).toEqual([]);
    const { clause: _none, ...rest } = good;
    const cause = '4.10: compares versions with <';
    expect(read([{ ...rest, cause }])).toEqual([{ ...rest, clause: cause, cause, depth: 'ci' }]);
    expect(() => read([good], '2026-06-02')).toThrow(
      /a waiver that has expired: 4\.5\/no-body on 2026-06-01 \(the api team\); expected dates from 2026-06-02 on/,
    );
  });

  test.for([
    ['no JSON', '[{', /which is not JSON \(line 1\)|which is not JSON/],
    ['no array', {}, /which holds no array/],
    ['an entry that is no object', ['4.5/no-body'], /entry 1, which is "4\.5\/no-body"/],
    ['an entry without owner', [{ ...good, owner: undefined }], /entry 1 with owner left out/],
    ['an entry with an empty reason', [{ ...good, reason: ' ' }], /entry 1 with reason " "/],
    ['an unknown member', [{ ...good, expiry: 'x' }], /with "expiry".*\nDid you mean expires\?/],
    ['a day that is none', [{ ...good, expires: '2026-02-30' }], /which expires on "2026-02-30"/],
    ['a time', [{ ...good, expires: '2026-06-01T00:00:00Z' }], /which expires on/],
    [
      'an unknown depth',
      [{ ...good, depth: 'deep' }],
      /with depth "deep"; expected one of ci, release, certify/,
    ],
    ['an unknown clause', [{ ...good, clause: '4.5/nobody' }], /Did you mean 4\.5\/no-body\?/],
    ['a clause that cannot fail', [{ ...good, clause: '4.10/odd-versions-conflict' }], /which is SHOULD/],
    ['a clause twice', [good, good], /waives 4\.5\/no-body twice/],
    ['a clause and a cause', [{ ...good, cause: '4.5: x' }], /with a clause and a cause/],
    [
      'a cause that no report names',
      [{ ...good, clause: undefined, cause: 'it is slow' }],
      /with cause "it is slow"; expected a cause as a report names it/,
    ],
  ] as const)('is refused with %s', ([, content, message]) => {
    expect(() => read(content)).toThrow(message);
  });
});
