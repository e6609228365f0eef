import { describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import { createConstantTransport } from '../../config/runs/in-process-transport.ts';
import { atDocumentedPaths, constants, type Constant } from '../support/servers/constant-servers.ts';
import { clausesThat, judgeWhole, optionsOf } from '../support/whole-run.ts';

describe('a server that always answers the same does not conform', () => {
  test.each(constants)('$name', async ({ answer, meets }) => {
    const clock = createVirtualClock();
    const transport = createConstantTransport(atDocumentedPaths(answer), clock);
    const settle = { readMs: 5_000, queryMs: 15_000 };
    const whole = await judgeWhole({
      transport,
      clock,
      options: optionsOf('http://constant.invalid', { settle }),
    });
    const passed = whole.report.clauses.filter(
      ({ level, verdict }) => level === 'MUST' && verdict === 'pass',
    );
    const outcomes = new Set(passed.map(({ id }) => id.slice(id.indexOf('/') + 1)));
    expect(whole.report.verdict).toBe(meets.length === 0 ? 'INCOMPLETE' : 'NON-CONFORMANT');
    expect([...outcomes].sort()).toEqual([...meets].sort());
    expect(clausesThat('error', whole)).toEqual([]);
    expect(whole.took).toBeLessThan(120_000);
    expect(whole.report.run.requests).toBeLessThan(3_000);
  });
});

describe('a server that fails at every request', () => {
  test.each([500, 501, 503, 520])(
    'a server that fails with %i has to be repaired, and not its tokens',
    async (status) => {
      const clock = createVirtualClock();
      const transport = createConstantTransport(() => ({ status }), clock);
      const whole = await judgeWhole({ transport, clock, options: optionsOf('http://constant.invalid') });
      expect(whole.exitCode).toBe(4);
      expect(whole.report.reasons[0]).toMatch(new RegExp(`^the target .*${status}`));
    },
  );
});

describe('a site that answers every request alike is not this API', () => {
  const pages: readonly Pick<Constant, 'name' | 'answer'>[] = [
    ...constants.filter(({ name }) => /^20\d/.test(name) && !name.includes('request')),
    {
      name: 'a page that shows the path and the time',
      answer: ({ target }) => ({
        status: 200,
        body: `<html><body>${target} ${String(Math.random()).slice(2)} <form>Log in`,
        headers: [['Content-Type', 'text/html']],
      }),
    },
    {
      name: 'a redirect to a page of the same origin',
      answer: ({ target }) => ({
        status: 302,
        headers: [['Location', `/login?to=${encodeURIComponent(target)}`]],
      }),
    },
    {
      name: 'a redirect to another origin',
      answer: ({ target }) => ({
        status: 301,
        headers: [['Location', `https://elsewhere.invalid${target}`]],
      }),
    },
  ];
  test.each(pages)('$name: exit code 4, before any write', async ({ answer }) => {
    const clock = createVirtualClock();
    const methods = new Set<string>();
    const transport = createConstantTransport((request) => {
      methods.add(request.method);
      return answer(request);
    }, clock);
    const { report, exitCode, text } = await judgeWhole({
      transport,
      clock,
      options: optionsOf('http://page.invalid'),
    });
    expect(exitCode).toBe(4);
    expect(report.reasons[0]).toMatch(/^http:\/\/page\.invalid is not this API: .* CONFORMANCE_BASE_URL /);
    expect(text.replace(/\s+/g, ' ')).toContain('because: http://page.invalid is not this API');
    expect([...methods].filter((method) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
  });
});
