import { afterEach, describe, expect, test, vi } from 'vitest';
import { verifiedTable } from '../../../bin/certificates/verified-table.ts';
import { asText } from '../../../config/certificates/certificate.ts';
import type { Verified } from '../../../config/certificates/lines/verified.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';
import { asJson } from '../../../reporters/as-json.ts';
import { broken, fronted, type Fronted } from '../../support/certificates/fronted-reports.ts';
import { judgement } from '../../support/matrix-fixture.ts';

/** What a verification comes to: a package with lines about it, or an error. */
type Came = readonly [front: Fronted, ...lines: Verified[]] | Error;

const now = new Date('2026-03-04T05:06:07.000Z');
const judge = `sha256:${'ab'.repeat(32)}`;
const expired: Verified = { about: 'valid', state: 'untold', text: 'expired on 2026-01-01' };
const edited: Verified = {
  about: 'intact',
  state: 'refuted',
  text: 'page.html\u202e differs | from <b>what</b> is listed',
};

afterEach(() => vi.restoreAllMocks());

interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function printed(
  came: Readonly<Record<string, Came>>,
  own: Readonly<Record<string, string>> = {},
): Promise<Printed> {
  const [out, err]: [string[], string[]] = [[], []];
  const into = (lines: string[]) => (chunk: unknown) => lines.push(String(chunk)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(into(out));
  vi.spyOn(process.stderr, 'write').mockImplementation(into(err));
  const verify: Parameters<typeof verifiedTable>[1] = (named) => {
    const found = came[named] ?? new Error(`${named} was not asked for`);
    if (found instanceof Error) return Promise.reject(found);
    const [{ certificate, report }, ...lines] = found;
    const texts = { 'certificate.json': asText(certificate), 'report.json': asJson(report) };
    const octets = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]));
    return Promise.resolve({ title: '', lines, files: { octets, odd: [] } });
  };
  const line = { flags: {}, own, positionals: Object.keys(came) };
  const code = await verifiedTable(line, verify, { judge, now, required: new Set(['signed']) });
  vi.restoreAllMocks();
  return { code, out: out.join(''), err: err.join('') };
}

const names = { vendor: 'Vendor', name: '<b>One</b> | `two`', version: '1\n# 2' };
const saw = (text: string) => ({ '4.10/clause-2': judgement('observed', { observed: { text } }) });
const three: Readonly<Record<string, Came>> = {
  'certificates/a/p/1': [fronted({ names, judged: saw('first | <i>choice</i>'), without: [] })],
  'certificates/b/p/1': [fronted({ judged: { ...saw('second choice'), '4.10/clause-1': broken } })],
  'certificates/c/p/1': [fronted({ judged: saw('x'.repeat(9_000)) })],
};

describe('certificates side by side', () => {
  test('have sections and implementations, with the limits of each, without a total', async () => {
    const { code, out, err } = await printed(three);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`judged again on 2026-03-04, by judge ${judge}; required: signed.`);
    expect(out).toMatch(
      /^\| section \| certificates\/a\/p\/1 \| certificates\/b\/p\/1 \| certificates\/c\/p\/1 \|$/m,
    );
    expect(out).toMatch(/^\| <code>4\.10<\/code> \| 39\/40 \| 38\/40, 1 fail \| 39\/40 \|$/m);
    expect(out).toMatch(/^\| <code>certificates\/a\/p\/1<\/code> \| INCOMPLETE \| nothing \|/m);
    expect(out).toMatch(
      /^\| <code>certificates\/b\/p\/1<\/code> \| NON-CONFORMANT \| 4\.14, minted-scopes \|/m,
    );
    expect(out).not.toMatch(/of 4\d MUST|<code>all<\/code>/);
  });

  test('mark only passes as passed, and no omitted clause', async () => {
    const one: Came = [fronted({ judged: { '4.10/clause-1': broken } })];
    const other = [fronted({ without: ['4.10'] })] as const;
    const clauses = other[0].report.clauses.map((clause) =>
      clause.section === '4.10'
        ? {
            ...clause,
            verdict: 'not-applicable' as const,
            reason: { code: 'out-of-scope' as const, text: '' },
          }
        : clause,
    );
    const { out } = await printed(
      { one, other: [{ ...other[0], report: { ...other[0].report, clauses } }] },
      { format: 'html' },
    );
    const cells = [...out.matchAll(/class="c (\w)" data-is="(\w+)">\s*<span class="v">([^<]*)/g)];
    expect(cells.map(([, letter, of, text]) => [of, letter, text])).toEqual(
      expect.arrayContaining([
        ['one', 'f', '39/40, 1 fail'],
        ['other', 'n', 'left out'],
      ]),
    );
    expect(cells.some(([, letter, , text]) => letter === 'p' && text === 'left out')).toBe(false);
  });

  test('show broken clauses, and choices that differ', async () => {
    const { out } = await printed(three);
    const [, breaks = '', chosen = ''] = /## Broken([^]*)## Chosen differently([^]*)/.exec(out) ?? [];
    expect(breaks).toMatch(/^\| <code>4\.10\/clause-1<\/code> \| pass \| fail: \S+ \| pass \|$/m);
    expect(chosen).toMatch(/^\| <code>4\.10\/clause-2<\/code> \| text: first /m);
    expect(chosen).not.toContain('4.10/clause-1');
  });

  test('show the differing part of long choices', async () => {
    const long = (end: string) => [fronted({ judged: saw(`${'same, '.repeat(90)}${end}`) })] as const;
    const { out } = await printed({ a: [...long('one')], b: [...long('two')] });
    expect(out).toMatch(/^\| <code>4\.10\/clause-2<\/code> \| …, one \| …, two \|$/m);
  });

  test.each(['markdown', 'html'])('show texts of strangers as bounded text: %s', async (format) => {
    const { out } = await printed(three, { format });
    expect(out).not.toMatch(format === 'html' ? /<b>|<i>/ : /<b>|<i>|`two`|^# 2|first \|/m);
    expect(out).not.toContain('x'.repeat(250));
    expect(out).toContain('second choice');
  });

  test.each(['markdown', 'html'])('name a folder that is not verified, and still verify all other folders: %s', async (format) => {
    const another = new ConfigurationError({ setting: 'verify', found: '"d|e"', expected: 'a folder', remedy: 'Name one.' }); // prettier-ignore
    const { code, out, err } = await printed(
      { ...three, old: [fronted(), expired], 'd|e': another, edited: [fronted(), edited], thrown: new Error('no room\nat') },
      { format },
    );
    const alone = await printed(three, { format });
    const beforeRefused = (text: string): string => text.slice(0, text.indexOf('Not in the tables'));
    expect(alone.out).toContain(beforeRefused(out).replace(/(?:## |<section class="part"><h2>)$/, '').trimEnd());
    for (const reason of ['CANNOT BE TOLD: valid: expired on 2026-01-01', 'NO CERTIFICATE: verify: found', 'THE VERIFIER FAILED: no room']) {
      expect(out).toContain(reason);
      expect(err).toContain(reason);
    }
    expect(out + err).not.toContain('\u202e');
    expect(out).not.toContain('<b>what');
    expect(code).toBe(1);
  }); // prettier-ignore

  test.each([
    [0, three],
    [3, { old: [fronted(), expired] }],
    [4, { old: [fronted(), expired], thrown: new Error('no room') }],
    [1, { thrown: new Error('no room'), edited: [fronted(), edited] }],
  ] as const)('end with %i', async (code, came) => {
    expect((await printed(came as Readonly<Record<string, Came>>)).code).toBe(code);
  });

  test('refuse flags for one folder, and too many folders', async () => {
    await expect(printed(three, { nonce: 'ab' })).rejects.toThrow(/--nonce: found a table of certificates/);
    const many = Array.from({ length: 25 }, (_, at) => [`f${at}`, [fronted()]] as const);
    await expect(printed(Object.fromEntries(many))).rejects.toThrow('found 25 folders; expected one to 24');
  });
});
