import { describe, expect, test } from 'vitest';
import { planLines } from '../../bin/plan-command.ts';
import { forecast, measureLatency } from '../../config/runs/forecast.ts';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { watchedTransport } from '../../config/runs/watched-transport.ts';
import { referenceWith } from '../../faults/catalogue.ts';
import { serve } from '../../reference/serve.ts';
import { tokenOf } from '../../reference/tokens.ts';
import { inProcess } from '../support/in-process/in-process-parts.ts';
import { newFolder } from '../support/small-runs/started-run.ts';
import { runCommand } from '../support/started-command.ts';

const without = { ...plan, evidence: [] };

describe('a plan', () => {
  test('measures only with reads, even if the vendor provides resources to change', async () => {
    const parts = inProcess({}, { resource: { sandbox: ['lent'] } })(1);
    const sent: string[] = [];
    const transport = watchedTransport(parts.transport, ({ request }) => sent.push(request.method));
    const measured = await measureLatency({ ...parts, transport });
    expect(new Set(sent)).toEqual(new Set(['GET']));
    expect(measured).toEqual({ reads: sent.length, latencyMs: 1, mistakes: [] });
  });

  test('says that a target cannot be reached', async () => {
    const cwd = newFolder();
    const env = {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:9',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_TOKEN_MANAGE_TEST: tokenOf.manageTest,
    };
    const { code, stdout, stderr } = await runCommand(cwd, ['plan'], env);
    expect(code).toBe(4);
    expect(stdout).toBe('');
    expect(stderr).toContain('ECONNREFUSED');
  });

  test.each([
    ['HTTP_PROXY', 'http://127.0.0.1:9'],
    ['http_proxy', '127.0.0.1:9'],
  ])('says that a proxy cannot be reached in place of the target: %s', async (name, proxy) => {
    const { code, stdout, stderr } = await runCommand(newFolder(), ['plan'], {
      CONFORMANCE_BASE_URL: 'http://target.invalid/api',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_TOKEN_MANAGE_TEST: tokenOf.manageTest,
      [name]: proxy,
      NO_PROXY: '127.0.0.0/8',
    });
    expect([code, stdout]).toEqual([4, '']);
    expect(stderr).toBe(
      'note: NO_PROXY has "127.0.0.0/8", which exempts nothing: name hosts, domains or addresses, or * for all.\n' +
        'resource-conformance: the proxy in HTTP_PROXY (127.0.0.1:9) cannot be reached: no connection: ECONNREFUSED; ' +
        'the target http://target.invalid/api itself was not asked. NO_PROXY=target.invalid leaves the proxy out\n',
    );
  });

  test('measures no latency if no read is answered', async () => {
    const parts = inProcess({}, {})(1);
    const send = async (...asked: Parameters<typeof parts.transport.send>) => {
      const { sentAt, answeredAt } = await parts.transport.send(...asked);
      return {
        kind: 'failure',
        failure: 'tls',
        detail: 'self-signed certificate',
        wrote: false,
        sentAt,
        answeredAt,
      } as const;
    };
    const measured = await measureLatency({ ...parts, transport: { ...parts.transport, send } });
    expect(measured).toMatchObject({ aborted: { cause: 'unreachable' } });
    expect(JSON.stringify(measured)).toContain('self-signed certificate');
  });

  test('foresees the requests of the run itself on the reference', async () => {
    const { options } = inProcess({}, {})(1);
    const profile = { search: { method: 'POST' }, image: { method: 'POST' } };
    const foreseen = await forecast(without, { ...options, profile }, 1);
    const { record } = await rehearse({ plan: without, profile });
    const counted = foreseen.rows.reduce((sum, { requests }) => sum + requests, 0);
    expect(Math.abs(foreseen.requests - record.requests)).toBeLessThan(0.1 * record.requests);
    expect(foreseen.requests - counted).toBeLessThan(0.05 * record.requests);
    expect(foreseen.longestChain).toBeGreaterThan(10);
    expect(foreseen.waits).toEqual(record.waits);
  });

  test('leaves out writes without consent, and names the consent that would test them', async () => {
    const { options } = inProcess({}, {}, { consent: new Set() })(1);
    const foreseen = await forecast(without, options, 1);
    const { rows, wanting } = foreseen;
    const written = rows.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    expect(written.map(({ section }) => section)).toEqual(expect.arrayContaining(['4.6', '4.10', '4.11']));
    expect(written.filter(({ section }) => ['4.7', '4.8', '4.9', '4.13'].includes(section))).toEqual([]);
    expect(wanting.map(({ supply }) => supply).join()).toContain('CONFORMANCE_CONSENT=');
    const lines = planLines(options, { reads: 20, latencyMs: 1, mistakes: [] }, foreseen).join('\n');
    expect(foreseen.lacking).toBeGreaterThan(10);
    expect(lines).toContain(`exit code 3 (INCOMPLETE) at best; ${foreseen.lacking} MUST clauses lack`);
  });

  test('warns of a token that expires before a pipeline ends, and otherwise reports no missing means', async () => {
    const { options } = inProcess({}, { search: { method: 'POST' }, image: { method: 'POST' } })(1);
    const foreseen = await forecast(without, options, 1);
    const [first, ...others] = options.tokens;
    const soon = { ...first, claims: { expires: Date.now() / 1_000 + 600 } } as typeof first;
    const lines = planLines(
      { ...options, tokens: soon === undefined ? others : [soon, ...others] },
      { reads: 20, latencyMs: 1, mistakes: [] },
      { ...foreseen, lacking: 0 },
    ).join('\n');
    expect(lines).toContain('As a gate: the rehearsal finds no missing means');
    expect(lines).toContain(`${first?.label ?? ''} expires within an hour`);
  });

  test('the plan of a run that may not write has no writes', async () => {
    const { options } = inProcess({}, {}, { readOnly: true, consent: new Set() })(1);
    const creates = plan.sections.filter(({ part }) => part === '4.6');
    const foreseen = await forecast({ sections: creates, evidence: [] }, options, 1);
    const lines = planLines(options, { reads: 20, latencyMs: 12.34, mistakes: [] }, foreseen);
    expect(lines).toContain('Writes: none');
    expect(lines.join('\n')).toContain('measured latency of 12.3 ms');
    expect(lines.join('\n')).toContain('up to 5.0 s for reads, 15.0 s for queries');
  });

  test('takes longer if answers take longer, or if the rate is limited', async () => {
    const { options } = inProcess({}, {})(1);
    const [quick, slow, capped] = [
      await forecast(without, options, 1),
      await forecast(without, options, 50),
      await forecast(without, { ...options, maxRps: 20 }, 1),
    ];
    expect(slow.took).toBeGreaterThan(quick.took + 40 * 10);
    expect(capped.took).toBeGreaterThan((capped.requests / 20) * 900);
  });
});

describe('the command', () => {
  test('writes nothing to the target', async () => {
    const reference = referenceWith();
    const served = await serve(reference);
    try {
      const { code, stdout } = await runCommand(newFolder(), ['plan'], {
        CONFORMANCE_BASE_URL: served.url,
        CONFORMANCE_PROJECT_KEY: 'demo',
        CONFORMANCE_TOKEN_MANAGE_TEST: tokenOf.manageTest,
      });
      expect(code).toBe(0);
      expect(stdout).toContain('nothing was written');
      expect(stdout).toMatch(/\d+ {2}4\.6 +POST +\/demo\/resource$/m);
      expect(reference.state.projects.get('demo')?.resources.size).toBe(0);
    } finally {
      await served.close();
    }
  });

  test('exits 4 if the target cannot be reached', async () => {
    const { code, stderr } = await runCommand(newFolder(), ['plan'], {
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:9',
      CONFORMANCE_PROJECT_KEY: 'demo',
      CONFORMANCE_TOKEN_MANAGE_TEST: 'a-token-of-no-use',
    });
    expect(code).toBe(4);
    expect(stderr).toContain('http://127.0.0.1:9');
  });
});
