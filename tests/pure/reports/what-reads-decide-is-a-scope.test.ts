import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Judgement, Level } from '../../../clause/judgement.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { ReadMeans } from '../../../clause/report.ts';
import { asJunit } from '../../../reporters/as-junit.ts';
import { asMarkdown } from '../../../reporters/as-markdown.ts';
import { asText } from '../../../reporters/as-text.ts';
import { asBadge } from '../../../reporters/ci/as-badge.ts';
import { asCtrf } from '../../../reporters/ci/as-ctrf.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { because, entry, finding, judgement, record, reportInput } from '../../support/matrix-fixture.ts';

const pass = judgement('pass');
const fail = judgement('fail', { findings: [finding] });
const writes = judgement('not-tested', because('read-only', 'the run may not write', 'x'));
const noToken = judgement('not-tested', because('no-token', 'no token was supplied', 'SETTING=<token>'));
const noKey = judgement('not-tested', because('no-key', 'no key is known'));
const noise = judgement('inconclusive', because('noise', 'lost'));
const unseen = judgement('not-tested', because('field-never-seen', 'it never occurred'));
const broke = judgement('error', because('premise-failed', 'TypeError'));

interface One {
  readonly level?: Level;
  /** What it takes to have it decided by reads; absent if they cannot. */
  readonly by?: ReadMeans;
  readonly blocks?: 'when-seen';
  readonly is: Judgement;
}

type More = NonNullable<Parameters<typeof reportInput>[1]>;

/** A run that only read, of these clauses beside one that passes and one that takes a write. */
function built(ones: readonly One[], more: More & { readonly gate?: boolean } = {}) {
  const { gate = true, settings, ...rest } = more;
  const clauses = ones.map(({ level = 'MUST', by, blocks, is }, at) => {
    const read = by === undefined ? {} : { readsWith: by };
    return [entry(`4.4/clause-${at}`, level, { ...read, ...(blocks && { blocks }) }), is] as const;
  });
  return buildReport(
    reportInput(
      [
        [entry('4.1/answers', 'MUST', { readsWith: 'nothing' }), pass],
        [entry('4.6/creates'), writes],
        ...clauses,
      ],
      { ...rest, settings: { ...settings, readOnly: { gate } } },
    ),
  );
}

const fixture: Profile = { resource: { fixture: { id: 'r1', key: 'k1' } } };
const onlyId: Profile = { resource: { sandbox: ['r1'] } };

const rows: readonly {
  readonly name: string;
  readonly ones: readonly One[];
  readonly profile?: Profile;
  readonly more?: More;
  /** Decidable, decided, passing. */
  readonly counts: readonly [number, number, number];
  readonly code: number;
}[] = [
  { name: 'everything that reads can decide passes', ones: [], counts: [1, 1, 1], code: 0 },
  { name: 'one fails', ones: [{ by: 'nothing', is: fail }], counts: [2, 2, 1], code: 1 },
  {
    name: 'one that writes alone were thought to decide fails',
    ones: [{ is: fail }],
    counts: [2, 2, 1],
    code: 1,
  },
  {
    name: 'a declaration is broken',
    ones: [{ by: 'nothing', level: 'DECLARED', is: fail }],
    counts: [2, 2, 1],
    code: 1,
  },
  {
    name: 'a declaration that reads can decide is open',
    ones: [{ by: 'nothing', level: 'DECLARED', is: noise }],
    counts: [2, 1, 1],
    code: 3,
  },
  {
    name: 'a declaration of writes is open',
    ones: [{ level: 'DECLARED', is: noKey }],
    counts: [1, 1, 1],
    code: 0,
  },
  { name: 'one lacks a token', ones: [{ by: 'nothing', is: noToken }], counts: [2, 1, 1], code: 3 },
  { name: 'one that takes a write lacks a token too', ones: [{ is: noToken }], counts: [1, 1, 1], code: 0 },
  { name: 'one is lost to noise', ones: [{ by: 'nothing', is: noise }], counts: [2, 1, 1], code: 3 },
  {
    name: 'a deviation wanted a write to be confirmed',
    ones: [{ by: 'nothing', is: writes }],
    counts: [2, 1, 1],
    code: 3,
  },
  {
    name: 'one need not occur, and did not',
    ones: [{ by: 'nothing', blocks: 'when-seen', is: unseen }],
    counts: [1, 1, 1],
    code: 0,
  },
  {
    name: 'one need not occur, did, and is open',
    ones: [{ blocks: 'when-seen', is: noise }],
    counts: [2, 1, 1],
    code: 3,
  },
  {
    name: 'one takes a resource, and none is named',
    ones: [{ by: 'id', is: writes }],
    counts: [1, 1, 1],
    code: 0,
  },
  {
    name: 'one takes a resource that is named',
    ones: [{ by: 'id', is: pass }],
    profile: fixture,
    counts: [2, 2, 2],
    code: 0,
  },
  {
    name: 'a resource is named, and nothing came of it',
    ones: [{ by: 'id', is: writes }],
    profile: onlyId,
    counts: [2, 1, 1],
    code: 3,
  },
  {
    name: 'one takes a key, and only an id is named',
    ones: [{ by: 'key', is: noKey }],
    profile: onlyId,
    counts: [1, 1, 1],
    code: 0,
  },
  {
    name: 'one takes a key, and its place is named',
    ones: [{ by: 'key', is: noKey }],
    profile: { resource: { ...onlyId.resource, keySource: 'body:/key' } },
    counts: [2, 1, 1],
    code: 3,
  },
  {
    name: 'one takes a key that is named',
    ones: [{ by: 'key', is: noise }],
    profile: fixture,
    counts: [2, 1, 1],
    code: 3,
  },
  {
    name: 'a search by POST',
    ones: [{ by: 'search', is: writes }],
    profile: { search: { method: 'POST' } },
    counts: [1, 1, 1],
    code: 0,
  },
  {
    name: 'a search by GET',
    ones: [{ by: 'search', is: noise }],
    profile: { search: { method: 'GET' } },
    counts: [2, 1, 1],
    code: 3,
  },
  { name: 'the suite has an error', ones: [{ by: 'nothing', is: broke }], counts: [2, 1, 1], code: 4 },
  {
    name: 'the run was interrupted',
    ones: [],
    more: { record: { ...record, interrupted: true } },
    counts: [1, 1, 1],
    code: 3,
  },
  {
    name: 'the operator has something to mend',
    ones: [],
    more: { record: { ...record, mistakes: ['x'] } },
    counts: [1, 1, 1],
    code: 3,
  },
  {
    name: 'a part was selected',
    ones: [],
    more: { selected: new Set(['4.1/answers']) },
    counts: [1, 1, 1],
    code: 3,
  },
  {
    name: 'nothing was reached',
    ones: [],
    more: { record: { ...record, aborted: { cause: 'unreachable', text: 'x' } } },
    counts: [1, 1, 1],
    code: 4,
  },
];

describe('the scope of reads', () => {
  test.each(rows)('$name: $code, $counts', ({ ones, profile = {}, more = {}, counts, code }) => {
    const { report, exitCode } = built(ones, { profile, ...more });
    const [decidable, decided, passing] = counts;
    expect(report.scope.readOnly).toEqual({ decidable, decided, pass: passing, gate: true });
    expect(exitCode).toBe(code);
    expect(report.verdict).toBe(code === 1 ? 'NON-CONFORMANT' : 'INCOMPLETE');
    const beyond = report.clauses.filter(({ reason }) => reason?.code === 'read-only');
    expect(beyond.length > 0 || more.selected !== undefined).toBe(true);
  });

  test('a gate is a gate only on request', () => {
    const { report, exitCode } = built([], { gate: false });
    expect(exitCode).toBe(3);
    expect(report.scope.readOnly).toEqual({ decidable: 1, decided: 1, pass: 1 });
  });

  test('a server without any decided clause does not pass', () => {
    const one = [[entry('4.1/answers', 'MUST', { readsWith: 'nothing' }), noise]] as const;
    const readOnly = { gate: true };
    expect(buildReport(reportInput(one, { settings: { readOnly } })).exitCode).toBe(3);
    const none = [[entry('4.6/creates'), writes]] as const;
    expect(buildReport(reportInput(none, { settings: { readOnly } })).exitCode).toBe(3);
  });

  test('a run that may write has no such scope', () => {
    const { report } = buildReport(reportInput([[entry('4.1/answers'), pass]]));
    expect(report.scope.readOnly).toBeUndefined();
    expect(asText(report, { columns: 80, color: false })).not.toContain('READ-ONLY');
  });

  test('waived fails pass the gate if there is no other obstacle', () => {
    const waiver = {
      clause: '4.4/clause-0',
      reason: 'known',
      owner: 'us',
      expires: '2099-01-01',
      depth: 'ci',
    } as const;
    const waivers = [waiver];
    expect(built([{ by: 'nothing', is: fail }], { waivers }).exitCode).toBe(0);
    expect(
      built(
        [
          { by: 'nothing', is: fail },
          { by: 'nothing', is: noise },
        ],
        { waivers },
      ).exitCode,
    ).toBe(3);
  });
});

describe('a run that only reads', () => {
  const ones = [
    { by: 'id', is: writes },
    { by: 'nothing', is: noToken },
  ] as const;
  const { report } = built(ones);

  test('is reported as such by every rendering', () => {
    const share = 'READ-ONLY 1/2';
    expect(asText(report, { columns: 80, color: false })).toContain(`INCOMPLETE (${share})`);
    expect(asMarkdown(report, { maxBytes: 100_000 })).toContain(`# INCOMPLETE (${share})`);
    expect(asPage(report)).toContain(share);
    expect(JSON.parse(asBadge(report))).toMatchObject({ message: share, color: 'lightgrey' });
    expect(asJunit(report)).toContain('<property name="readOnly" value="1/2"');
    expect(JSON.parse(asCtrf(report))).toMatchObject({
      results: { environment: { extra: { readOnly: { decidable: 2, decided: 1, pass: 1 } } } },
    });
  });

  test('separates open clauses from clauses beyond reads, and says what settles each', () => {
    const text = asText(report, { columns: 80, color: false });
    expect(text).toContain('NOT DECIDED (1 clause of the 2 that reads can decide)');
    expect(text).toContain('BEYOND READS (2 clauses between this run and CONFORMANT)');
    expect(text.replace(/\s+/g, ' ')).toContain(
      'what is resource.fixture.id, key? state it as "resource": {"fixture": {"id": "<id>", "key": "<key>"}} in the profile',
    );
    expect(text).toContain('supply: SETTING=<token>');
    expect(text).not.toContain('because: the run sent reads only');
  });

  test('names open clauses before clauses beyond reads', () => {
    expect(report.reasons.map((reason) => reason.split(':', 1)[0])).toEqual([
      'the run sent reads only',
      '4.4/clause-1',
      '4.4/clause-0',
      '4.6/creates',
    ]);
  });

  test.each([
    ['that has passed its gate leaves nothing red', true, [] as const, 0, 0],
    ['that is no gate is red for what it cannot say', false, [] as const, 0, 1],
    [
      'that has not passed its gate is red for what is open',
      true,
      [{ by: 'nothing', is: noToken }] as const,
      0,
      2,
    ],
    ['with a violation is red for it', true, [{ by: 'nothing', is: fail }] as const, 1, 1],
  ])('%s', (_, gate, some, failures, errors) => {
    const of = built(some, { gate }).report;
    expect(asJunit(of)).toMatch(new RegExp(`<testsuites[^>]* failures="${failures}" errors="${errors}"`));
    expect(JSON.parse(asCtrf(of))).toMatchObject({
      results: { summary: { failed: failures, other: errors } },
    });
  });
});
