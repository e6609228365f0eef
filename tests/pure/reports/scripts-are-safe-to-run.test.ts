import { defined } from '../../../clause/defined.ts';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import type { ExchangeEvidence, Finding, Role } from '../../../clause/sample.ts';
import { asMarkdown } from '../../../reporters/as-markdown.ts';
import { asText } from '../../../reporters/as-text.ts';
import {
  withoutTrials,
  withScripts,
  withScriptsAsIn,
  withTriedScripts,
} from '../../../reporters/reproduce/report-scripts.ts';
import { octal, word } from '../../../reporters/reproduce/shell-text.ts';
import { formOf, placesIn } from '../../../reporters/reproduce/value-form.ts';
import { createWithholding } from '../../../run/evidence/withheld.ts';
import { entry, judgement, reportInput } from '../../support/matrix-fixture.ts';

type Line = readonly [
  role: Role,
  method: string,
  target: string,
  status: number,
  sent?: string | undefined,
  answer?: string,
];

function evidence([, method, target, status, sent, answer]: Line, number: number): ExchangeEvidence {
  return {
    request: {
      method,
      target,
      headers: [
        ['User-Agent', 'suite/1'],
        ['Authorization', 'Bearer <CONFORMANCE_TOKEN_VIEW_TEST>'],
        ...(sent === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ],
      ...defined({ body: sent }),
    },
    answer: { status, headers: [], ...defined({ body: answer }) },
    milliseconds: 1,
    curl: 'curl …',
    number,
    caller: 'CONFORMANCE_TOKEN_VIEW_TEST',
    atMs: number,
  };
}

function finding(lines: readonly Line[], got: string, more: Partial<Finding> = {}): Finding {
  const exchanges = lines.map(evidence);
  const story = lines.map(([role], at) => ({
    role,
    caller: 'CONFORMANCE_TOKEN_VIEW_TEST',
    atMs: at,
    tookMs: 1,
    exchange: at,
    culprit: at === lines.length - 1,
  }));
  const deviation = { kind: 'status', exchange: lines.length - 1 } as const;
  return { expected: 'otherwise', got, deviation, reproduced: '1/1', exchanges, story, ...more };
}

function built(...stories: readonly (readonly Line[])[]): Report {
  const findings = stories.map((lines) => finding(lines, 'otherwise'));
  return buildReport(reportInput([[entry('4.10/conflict-on-mismatch'), judgement('fail', { findings })]]))
    .report;
}

function scripted(one: Finding, more: Parameters<typeof reportInput>[1] = {}, id = '4.10/conflict-on-mismatch') {
  const { report } = buildReport(reportInput([[entry(id), judgement('fail', { findings: [one] })]], more));
  return withScripts(report, { folder: 'reproduce' });
} // prettier-ignore

/** What the shell says of a script without running it. */
function complaint(text: string): string {
  return spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' }).stderr;
}

const one = '/demo/resource/r1';
const conflict: readonly Line[] = [
  ['control', 'POST', one, 200, '{"version":4,"actions":[]}', '{"id":"r1","version":5}'],
  ['probe', 'POST', one, 200, '{"version":4,"actions":[]}', '{"id":"r1","version":6}'],
];

describe('a script of a run that has only read', () => {
  const looked: readonly Line[] = [
    ['look', 'GET', "/demo/resource/it's", 200, '', `{"id":"it's","version":5}`],
    ['probe', 'HEAD', '/demo/resource', 404, '', ''],
  ];
  const readOnly = { settings: { readOnly: { gate: false } } };

  test('also reads, and names existing resources', () => {
    const { scripts } = scripted(finding(looked, '404'), readOnly, '4.5/200-on-match');
    const text = scripts[0]?.text ?? '';
    expect(complaint(text)).toBe('');
    expect(text).toContain('It only reads.');
    expect(text).not.toContain('CONFORMANCE_TOKEN_MANAGE_TEST');
    const attempt = text.slice(text.indexOf('attempt() {'));
    expect(attempt).toContain("s1 'GET'");
    expect(attempt).not.toMatch(/own|POST|PUT|PATCH|DELETE/);
  });

  test('makes a resource in any other run', () => {
    const { scripts } = scripted(finding(looked, '404'), {}, '4.5/200-on-match');
    expect(scripts[0]?.text).toMatch(/attempt\(\) \{\n {2}own/);
  });

  test('does not exist if it would write', () => {
    expect(scripted(finding(conflict, '200 for version 4'), readOnly).scripts).toEqual([]);
  });
});

describe('a script', () => {
  const { report, scripts } = scripted(finding(conflict, '200 for version 4'));
  const [script] = scripts;
  const text = script?.text ?? '';

  test('has the name of its clause, and the finding gives its path', () => {
    expect(script?.path).toBe('reproduce/4.10-conflict-on-mismatch.sh');
    expect(report.clauses[0]?.findings[0]?.script).toBe(script?.path);
  });

  test.for([
    ['deviation', '  reproduce     ', ''],
    ['nothing', '  script        ', ' (did not show it in a trial)'],
    ['unknown', '  script        ', ' (could not tell when it was tried)'],
  ] as const)('is called a reproduction if a trial showed it: %s', async ([showed, label, said]) => {
    const tried = await withTriedScripts(built(conflict), { folder: 'reproduce' }, () =>
      Promise.resolve({ showed, left: [] }),
    );
    const shown = asText(tried.report, { columns: 80, color: false, path: 'reports/conformance.md' });
    expect(shown).toContain(`${label}sh reports/reproduce/4.10-conflict-on-mismatch.sh${said}\n`);
    expect(asMarkdown(tried.report, { maxBytes: Infinity })).toContain(
      `sh reproduce/4.10-conflict-on-mismatch.sh${said === '' ? '' : ` #${said.replace(/[()]/g, '')}`}`,
    );
  });

  test('belongs to the first finding that a script shows', async () => {
    const asked: string[] = [];
    const other: readonly Line[] = [['probe', 'GET', one, 500, '', '']];
    const { report: tried, scripts: chosen } = await withTriedScripts(
      built(conflict, other),
      { folder: 'reproduce' },
      (script) =>
        Promise.resolve({ showed: asked.push(script) === 1 ? 'nothing' : 'deviation', left: ['r-9'] }),
    );
    expect(asked).toHaveLength(2);
    expect(chosen.map(({ text: one }) => one)).toEqual([asked[1]]);
    expect(tried.clauses[0]?.findings.map(({ scriptShowed }) => scriptShowed)).toEqual([
      undefined,
      'deviation',
    ]);
    expect(tried.leftovers.map(({ id }) => id)).toEqual(['r-9', 'r-9']);
    // Who has the report alone makes the same script of it.
    expect(withScripts(tried, { folder: 'reproduce' }).scripts).toEqual(chosen);
  });

  test('is the same when the run is judged again, whatever its trial showed', async () => {
    const other: readonly Line[] = [['probe', 'GET', one, 500, '', '']];
    const bare = built(conflict, other);
    const tried = await withTriedScripts(bare, { folder: 'reproduce' }, (script) =>
      Promise.resolve({ showed: script.includes("'POST'") ? 'deviation' : 'nothing', left: ['r-9'] }),
    );
    const again = withScriptsAsIn(tried.report, bare, { folder: 'reproduce' });
    expect(again.clauses[0]?.findings.map(({ script }) => script !== undefined)).toEqual([false, true]);
    expect(withoutTrials(tried.report)).toEqual(again);
    const forged = JSON.parse(
      JSON.stringify(tried.report).replace('4.10-conflict', '4.1-conflict'),
    ) as Report;
    expect(withoutTrials(forged)).not.toEqual(withScriptsAsIn(forged, bare, { folder: 'reproduce' }));
  });

  test('takes tokens from the environment, ids and versions from answers', () => {
    expect(complaint(text)).toBe('');
    expect(text).toContain('"Authorization: Bearer $CONFORMANCE_TOKEN_MANAGE_TEST"');
    expect(text).toContain(`'Authorization: Bearer '"$CONFORMANCE_TOKEN_VIEW_TEST"`);
    expect(text).not.toMatch(/\br1'|"version":4/);
    expect(text.match(/"version":'"\$r1_v1"/g)).toHaveLength(2);
  });

  test('makes the resource that only the answer to an overwrite names, before it reads its version', () => {
    const content = '{"version":1,"objectTypeProperty":{}}';
    const told = finding(
      [
        ['setup', 'POST', '/demo/resource', 201, '{"objectTypeProperty":{}}', '{"id":"r-9","version":1}'],
        ['probe', 'PATCH', '/demo/resource', 200, content, '{"id":"r-9","version":2}'],
      ],
      '200, as for a caller with the scope',
    );
    const [script] = scripted(told).scripts;
    const attempt = script?.text.slice(script.text.indexOf('\nattempt()')) ?? '';
    expect(attempt.indexOf('r1=$id')).toBeGreaterThan(0);
    expect(attempt.indexOf('r1=$id')).toBeLessThan(attempt.indexOf('"$r1"'));
  });

  test.each(['shape', 'none'] as const)('does not exist with CONFORMANCE_EVIDENCE=%s', (kept) => {
    const withheld = createWithholding(kept, [])(judgement('fail', { findings: [finding(conflict, '200')] }));
    const [only] = withheld.findings;
    if (only === undefined) throw new Error('the finding stays');
    expect(scripted(only).scripts).toEqual([]);
  });

  test('does not exist if a report of an earlier version does not state the deviation', () => {
    const { deviation: _deviation, ...earlier } = finding(conflict, '200 for version 4');
    expect(scripted(earlier).scripts).toEqual([]);
  });

  test('does not exist if the reference ends with the run', () => {
    const target = { ...reportInput([]).target, embedded: true };
    expect(scripted(finding(conflict, '200'), { target }).scripts).toEqual([]);
  });

  test('does not exist if a body may have been cut, or cannot be in a script', () => {
    const sending = (sent: string) =>
      scripted(finding([['probe', 'POST', '/demo/resource', 500, sent]], '500')).scripts.length;
    expect(sending('{"a":1}')).toBe(1);
    expect(sending(`{"a":"${'x'.repeat(5_000)}"}`)).toBe(0);
    expect(sending('{"a":"\u001b"}')).toBe(0);
  });

  test('does not exist for octets after the header section of a HEAD', () => {
    const deviation = { kind: 'stray-octets', exchange: 0 } as const;
    const shown = finding([['probe', 'HEAD', '/demo/resource', 200]], 'octets', { deviation });
    expect(scripted(shown).scripts).toEqual([]);
  });

  test('sends writes that need consent only with it', () => {
    const [first] = scripted(finding([['probe', 'PUT', '/demo/resource', 500, '{"version":1}']], '500')).scripts; // prettier-ignore
    const env = { PATH: process.env['PATH'] ?? '' };
    const run = (more: Readonly<Record<string, string>>) =>
      spawnSync('sh', ['-s'], { input: first?.text ?? '', env: { ...env, ...more }, encoding: 'utf8' });
    const tokens = { CONFORMANCE_TOKEN_MANAGE_TEST: 'a', CONFORMANCE_TOKEN_VIEW_TEST: 'b' };
    expect(run(tokens)).toMatchObject({
      status: 2,
      stdout: 'cannot tell: not sent without CONFORMANCE_CONSENT=overwrite\n',
    });
    expect(run({})).toMatchObject({
      status: 2,
      stdout: 'cannot tell: CONFORMANCE_TOKEN_MANAGE_TEST is not set\n',
    });
  });
});

describe('a script beside an environment file', () => {
  const [first] = scripted(
    finding([['probe', 'PUT', '/demo/resource', 500, '{"version":1}']], '500'),
  ).scripts;
  const { baseUrl } = reportInput([]).target;
  const cannot = {
    token: 'cannot tell: CONFORMANCE_TOKEN_MANAGE_TEST is not set\n',
    consent: 'cannot tell: not sent without CONFORMANCE_CONSENT=overwrite\n',
  };
  test.each([
    ['takes what is not set', `CONFORMANCE_BASE_URL=${baseUrl}/\nCONFORMANCE_TOKEN_MANAGE_TEST=a # mine\nexport CONFORMANCE_TOKEN_VIEW_TEST='b'\r\n`, cannot.consent],
    ['takes it from no other file than one about the same server', 'CONFORMANCE_BASE_URL=https://other.example.com\nCONFORMANCE_TOKEN_MANAGE_TEST=a\n', cannot.token],
    ['executes no line of it', `CONFORMANCE_BASE_URL=${baseUrl}\nCONFORMANCE_TOKENS_COMMAND=x touch made\ntouch made\nCONFORMANCE_TOKEN_MANAGE_TEST="$(touch made)"\n`, cannot.consent],
    ['asks for what stands nowhere', `CONFORMANCE_BASE_URL=${baseUrl}\nCONFORMANCE_TOKEN_MANAGE_TEST=\n`, cannot.token],
  ])('%s', (_, text, said) => {
    const cwd = mkdtempSync(join(tmpdir(), 'script-'));
    writeFileSync(join(cwd, '.env'), text);
    const env = { PATH: process.env['PATH'] ?? '', CONFORMANCE_TOKEN_VIEW_TEST: 'b' };
    const ended = spawnSync('sh', ['-s'], { cwd, input: first?.text ?? '', env, encoding: 'utf8' });
    expect(ended).toMatchObject({ status: 2, stdout: said, stderr: '' });
    expect(readdirSync(cwd)).toEqual(['.env']);
    rmSync(cwd, { recursive: true });
  }); // prettier-ignore
});

describe('a text of a server in a script', () => {
  const nasty = `'; touch /tmp/x; $(id) \`id\` "$HOME" \\ \n\r\u001b[2J\u202e\u3164`;
  const plain = `'; touch /tmp/x; $(id) \`id\` "$HOME" \\`;
  const answer = JSON.stringify({ id: plain, key: nasty, version: 5, [plain]: nasty });
  const stories: readonly Finding[] = [
    finding([['probe', 'POST', one, 200, '{"version":4}', answer]], `200 ${nasty}`, { expected: nasty }),
    finding([['look', 'GET', one, 200, undefined, answer], ['probe', 'PATCH', one, 200], ['look', 'GET', one, 200, undefined, '{}']], nasty, { deviation: { kind: 'differ', exchange: 2, beside: 0 } }), // prettier-ignore
    finding([['probe', 'GET', one, 200, undefined, answer]], nasty, { deviation: { kind: 'value', exchange: 0, pointer: '/id' } }), // prettier-ignore
    finding([['probe', 'POST', one, 200, answer], ['look', 'GET', one, 200, undefined, answer]], nasty, { deviation: { kind: 'holds', exchange: 1, text: plain } }), // prettier-ignore
    finding([['probe', 'POST', `/demo/resource?a=${plain}`, 500, JSON.stringify({ a: plain })]], '500'),
  ];

  test.each(stories)('is single-quoted, and controls nothing', (told) => {
    const baseUrl = `http://a.example/${plain.replaceAll(' ', '')}`;
    const { scripts } = scripted(told, { target: { ...reportInput([]).target, baseUrl } }, `4.2/${plain}`);
    for (const { path, text } of scripts) {
      expect(path).toMatch(/^reproduce\/[\w.-]+\.sh$/);
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{C}\u115f\u1160\u3164\uffa0]/u);
      expect(complaint(text)).toBe('');
      // Without what is quoted nothing of it is left.
      const bare = text.replaceAll("'\\''", '').replace(/'[^']*'/g, '');
      expect(bare).not.toContain('touch /tmp/x');
    }
  });

  test('is one word for a shell', () => {
    const printed = spawnSync('sh', ['-c', `printf %s ${word(plain)}`], { encoding: 'utf8' }).stdout;
    expect(printed).toBe(plain);
    expect(() => word(nasty)).toThrow(RangeError);
  });

  test('may consist of octets', () => {
    const octets = Uint8Array.from({ length: 256 }, (_, at) => at);
    const { stdout } = spawnSync('sh', ['-c', `printf ${octal(octets)}`]);
    expect(new Uint8Array(stdout)).toEqual(octets);
  });
});

describe('values of a JSON text', () => {
  const text = '{"a":[1,{"b/c":"x\\"]"}],"n":-1.5e3,"t":true,"e":{},"l":[]}';

  test('are found by their pointers, in the script as here', () => {
    const [first] = scripted(finding(conflict, '200 for version 4')).scripts;
    const script = first?.text ?? '';
    const reader = /^value\(\) \{\n.*?^\}$/ms.exec(script)?.[0] ?? '';
    const read = (body: string, pointer: string) =>
      spawnSync('sh', ['-c', `${reader}\ncat >"$dir/s.body"\nvalue s ${word(pointer)}`], {
        input: body,
        env: { PATH: process.env['PATH'] ?? '', dir: process.env['TMPDIR'] ?? '/tmp' },
        encoding: 'utf8',
      });
    for (const [pointer, raw] of placesIn(text)) expect(read(text, pointer).stdout).toBe(raw);
    expect(placesIn(text).size).toBe(9);
    expect(read(text, '/none').status).toBe(1);
    for (const broken of ['{"a":1', '{"a" 1}', '[1,]', '{"a":01}', '<html>', '{} x', '"\u0001"'])
      expect(read(broken, '').status).toBe(3);
  });

  test.each([
    [undefined, 'absent'],
    ['{"a":1}', 'object'],
    ['[]', 'array'],
    ['12', '9'],
    ['2147483648', 'N'],
    ['19.99', '9.9'],
    ['"2015-07-04T21:09:08Z"', '"9999-99-99A99:99:99A"'],
    ['"é"', 'text'],
    ['null', 'null'],
  ])('have the same form: %s', (raw, form) => {
    expect(formOf(raw)).toBe(form);
  });
});
