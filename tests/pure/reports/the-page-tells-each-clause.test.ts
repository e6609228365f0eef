import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Finding } from '../../../clause/sample.ts';
import { asPage } from '../../../reporters/page/as-page.ts';
import { html, join } from '../../../reporters/page/markup.ts';
import { withScripts } from '../../../reporters/reproduce/report-scripts.ts';
import { because, entry, finding, judgement, reportInput } from '../../support/matrix-fixture.ts';

type Clauses = Parameters<typeof reportInput>[0];

function page(clauses: Clauses, more: Parameters<typeof reportInput>[1] = {}): string {
  return asPage(buildReport(reportInput(clauses, more)).report);
}

function failing(more: Partial<Finding>): string {
  return page([[entry('4.10/conflict'), judgement('fail', { findings: [{ ...finding, ...more }] })]]);
}

/** A text as its reader sees it. */
function plain(text: string): string {
  const signs = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => signs[entity as keyof typeof signs]);
}

describe('the page', () => {
  test('names the script that shows a finding without the suite, and the command that replays it', () => {
    const text = failing({ script: 'reproduce/4.10-conflict.sh' });
    expect(text).toContain('<code class="copied">sh reproduce/4.10-conflict.sh</code>');
    expect(text).toContain(
      '<code class="copied">npx --offline resource-conformance replay 4.10/conflict</code>',
    );
    expect(failing({})).not.toContain('>reproduce<');
  });

  test('shows three findings of a clause, and says how many more there are', () => {
    const findings = Array.from({ length: 5 }, (_, at) => ({ ...finding, got: `20${at}` }));
    const text = page([[entry('4.10/conflict'), judgement('fail', { findings })]]);
    expect(text.match(/<section class="finding">/g)).toHaveLength(3);
    expect(text).toContain('2 further findings of this clause: see conformance.json.');
    expect(text).not.toContain('203');
  });

  test('an INCOMPLETE page first shows how much is not decided, and what to do, before the matrix', () => {
    const open = because('no-token', 'no token', 'SETTING=<token>');
    const text = page([
      [entry('4.2/read'), judgement('pass')],
      [entry('4.11/deletes'), judgement('not-tested', open)],
    ]);
    const parts = ['<h1>INCOMPLETE</h1>', '<b>1</b> not decided', '<h2 id="undecided">', '<h2 id="matrix">'];
    const at = parts.map((part) => text.indexOf(part));
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  });

  test('contains the script file of the report, unchanged', () => {
    const steps = [200, 200].map((status, at) => ({
      request: {
        method: 'POST',
        target: '/demo/resource/r1',
        headers: [
          ['Authorization', 'Bearer <CONFORMANCE_TOKEN_MANAGE_TEST>'],
          ['Content-Type', 'application/json'],
        ] as const,
        body: '{"version":4,"actions":[]}',
      },
      answer: { status, headers: [], body: `{"id":"r1","version":${5 + at}}` },
      milliseconds: 1,
      curl: 'curl',
      number: at,
    }));
    const story = steps.map((_, at) => ({
      role: at === 0 ? ('control' as const) : ('probe' as const),
      caller: 'CONFORMANCE_TOKEN_MANAGE_TEST',
      atMs: at,
      tookMs: 1,
      exchange: at,
      culprit: at === 1,
    }));
    const deviation = { kind: 'status', exchange: 1 } as const;
    const told = { ...finding, deviation, exchanges: steps, story };
    const built = buildReport(
      reportInput([[entry('4.10/conflict-on-mismatch'), judgement('fail', { findings: [told] })]]),
    );
    const { report, scripts } = withScripts(built.report, { folder: 'reproduce' });
    expect(scripts).toHaveLength(1);
    expect(plain(asPage(report))).toContain(scripts[0]?.text.trimEnd());
    expect(asPage(built.report)).not.toContain('class="script"');
  });

  test('lists the selection, for a run of some clauses', () => {
    const text = page(
      [
        [entry('4.2/read'), judgement('pass')],
        [entry('4.3/key'), undefined],
      ],
      { selected: new Set(['4.2/read']) },
    );
    expect(text).toContain('id="c-4.2_read"');
    expect(text).not.toContain('4.3/key');
  });

  test('shows a finding even without kept exchanges', () => {
    const text = failing({ exchanges: [], got: 'a status of class 2xx' });
    expect(text).toContain('a status of class 2xx');
    expect(text).not.toContain('class="story"');
  });

  test('draws a history of a race as bars, and distinguishes those that prove the violation', () => {
    const operation = (id: string, sent: number) => ({
      kind: 'accepted',
      id,
      sent,
      answered: sent + 9,
      stated: '7',
    });
    const operations = [operation('update-1', 100), operation('update-2', 101), operation('update-3', 102)];
    const certificate = { operations: operations.slice(0, 2) };
    const text = failing({ counterexample: { certificate, history: { operations } } });
    expect(text.match(/<rect x="[\d.]+%" width="[\d.]+%" ?\/>/g)).toHaveLength(3);
    expect(text.match(/<tr class="culprit">/g)).toHaveLength(2);
  });
});

describe('markup', () => {
  test('escapes its input in every place', () => {
    const odd = `"'<>&\u202e\n`;
    const told = '&quot;&#39;&lt;&gt;&amp;\\u202e\\n';
    expect(html`<a title="${odd}">${[odd, html`<b>${odd}</b>`]}</a>`.text).toBe(
      `<a title="${told}">${told}<b>${told}</b></a>`,
    );
    expect(join([odd, 1, undefined, false], html`<br />`).text).toBe(`${told}<br />1<br /><br />`);
  });
});
