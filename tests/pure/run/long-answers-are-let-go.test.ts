import { describe, expect, test } from 'vitest';
import { createEvidence } from '../../../run/evidence/evidence.ts';
import { Exchange } from '../../../run/exchange.ts';
import { shortened } from '../../../run/kept-answer.ts';
import { delivered } from '../../../run/session/dispatch.ts';
import { boundingAnswers, LongAnswers } from '../../../run/session/long-answers.ts';
import type { Outcome } from '../../../wire/exchange.ts';
import { countValues } from '../../../wire/json/count-values.ts';
import { sameJson, writeJson, type Json } from '../../../wire/json/json.ts';
import { mentions } from '../../../wire/json/pointer.ts';
import { roomFor } from '../../../wire/octets-at-once.ts';

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

function answered(text: string, number = 1): Exchange {
  const outcome: Outcome = { kind: 'answer', status: 200, headers: [], body: octets(text), sentAt: 0, answeredAt: 1 };
  const caller = { label: 'nobody', kind: 'none', scopes: new Set<string>() } as const;
  return new Exchange({ number, caller, request: { method: 'GET', target: '/', headers: [] }, outcome, redirects: 0 });
} // prettier-ignore

const valueOf = (exchange: Exchange): Json => exchange.value ?? null;
const kept = (text: string): Exchange => {
  const exchange = answered(text);
  new LongAnswers().keep(exchange);
  return exchange;
};

describe('a long answer that was judged', () => {
  const long = 'x'.repeat(3_000_000);

  test('keeps what tells it from others, and no more', () => {
    const exchange = kept(`{"version":1,"more":"${long}","canary":"abc"}`);
    expect(exchange.body.length).toBeLessThan(50_000);
    expect(exchange.body.length).toBeGreaterThan(0);
    expect(JSON.stringify(exchange.value).length).toBeLessThan(50_000);
    expect(mentions(exchange.value, 'abc')).toBe(true);
  });

  test('equals others as it did before', () => {
    const of = (text: string): Json => valueOf(kept(`{"more":"${text}"}`));
    expect(sameJson(of(long), of(long))).toBe(true);
    expect(sameJson(of(long), of(`${long.slice(1)}y`))).toBe(false);
    expect(sameJson(of(long), of(`y${long.slice(1)}`))).toBe(false);
  });

  test('keeps short texts and numbers beside as they are', () => {
    const beside =
      '"of":["plain and simple","Zürich und Köln, ÿ","1 000 € in 東京 🎉"],"number":123456789012345678.50';
    const { more: _, ...rest } = valueOf(kept(`{"more":"${long}",${beside}}`)) as Record<string, Json>;
    expect(sameJson(rest, valueOf(answered(`{${beside}}`)))).toBe(true);
  });

  test('shares a long number with others that show the same one, and cuts none', () => {
    const answers = new LongAnswers();
    const versionIn = (digits: string): Json | undefined => {
      const exchange = answered(`{"version":${digits}}`);
      answers.keep(exchange);
      return exchange.object?.['version'];
    };
    const digits = `1${'0'.repeat(1_000_000)}`;
    const [one, same, other] = [versionIn(digits), versionIn(digits), versionIn(`${digits}1`)];
    expect(one).toBe(same);
    expect(writeJson(one ?? null)).toBe(digits);
    expect(writeJson(other ?? null)).toBe(`${digits}1`);
  });

  test('is what it was where it is short', () => {
    const text = `{"version":1,"more":"${'x'.repeat(5_000)}"}`;
    const exchange = kept(text);
    expect(new TextDecoder().decode(exchange.body)).toBe(text);
    expect(sameJson(valueOf(exchange), valueOf(answered(text)))).toBe(true);
  });

  test('is read anew when many others with as many values have come', () => {
    const answers = new LongAnswers();
    const text = (at: number): string => `[${'1,'.repeat(60_000)}${at}]`;
    const all = Array.from({ length: 12 }, (_, at) => answered(text(at), at));
    for (const one of all) answers.keep(one);
    all.forEach((one, at) => {
      expect(sameJson(valueOf(one), valueOf(answered(text(at))))).toBe(true);
    });
  });

  test('holds on to no more octets than there is room for, however few values they hold', () => {
    const answers = new LongAnswers();
    const all = Array.from({ length: 24 }, (_, at) => answered(`[${'1,'.repeat(3_000)}"${long}"]`, at));
    let most = 0;
    for (const one of all) {
      answers.keep(one);
      most = Math.max(most, answers.octets);
    }
    expect(most).toBeGreaterThan(10_000_000);
    expect(most).toBeLessThanOrEqual(32 * 1024 * 1024);
    for (const one of all) expect(Array.isArray(one.value)).toBe(true);
  });

  test('is forgotten only when many others have come that are as long, and says so then', () => {
    const answers = new LongAnswers();
    const all = Array.from({ length: 24 }, (_, at) => answered(`[${'1,'.repeat(60_000)}"${long}"]`, at));
    for (const one of all) answers.keep(one);
    expect(Array.isArray(all.at(-1)?.value)).toBe(true);
    expect(() => all[0]?.value).toThrow('too long to be kept');
  });
});

describe('a long request whose answer was judged', () => {
  const sent = (length: number, endpoint?: 'update' | 'create' | 'images'): Exchange => {
    const body = octets('x'.repeat(length));
    const { outcome, caller } = answered('{}');
    const request = { method: 'POST', target: '/', headers: [], body };
    const exchange = new Exchange({ number: 1, endpoint, caller, request, outcome, redirects: 0 });
    new LongAnswers().keep(exchange);
    return exchange;
  };
  const lengthOf = (exchange: Exchange): number => exchange.request.body?.length ?? 0;
  const mega = 1024 * 1024;

  test('is kept whole where the run chose how long it is', () => {
    expect(lengthOf(sent(100_000, 'update'))).toBe(100_000);
  });

  test('keeps its beginning where a server chose', () => {
    expect(lengthOf(sent(mega, 'update'))).toBeLessThan(mega / 2);
    expect(lengthOf(sent(mega, 'update'))).toBeGreaterThan(0);
  });

  test.each(['create', 'images'] as const)(
    'is kept whole where what it sent is looked for: %s',
    (endpoint) => {
      expect(lengthOf(sent(mega, endpoint))).toBe(mega);
    },
  );

  test('has no line for a shell that would send another one', () => {
    const evidence = createEvidence({ baseUrl: 'https://a.example', evidence: 'full' }, (text) => text);
    expect(evidence(sent(100_000, 'update')).curl).toContain('x'.repeat(100_000));
    expect(evidence(sent(mega, 'update')).curl).toBe('');
    expect(JSON.stringify(evidence(sent(mega, 'update'))).length).toBeLessThan(50_000);
  });
});

describe('a text of a report', () => {
  test('is cut where it is too long, and says so', () => {
    expect(shortened('abc', 3)).toBe('abc');
    expect(shortened('abcd', 3)).toBe('abc…');
  });
});

describe('an answer of more values than can be judged', () => {
  const send = async (text: string): Promise<Outcome | undefined> => {
    const send = boundingAnswers(() => Promise.resolve(delivered([answered(text).outcome])));
    const { outcomes } = await send({
      parts: [],
      way: { kind: 'single' },
      chain: { depth: 0 },
      exempt: false,
    });
    return outcomes[0];
  };

  test('is too large, and no verdict', async () => {
    expect(await send(`[${'0,'.repeat(1_000_000)}0]`)).toMatchObject({ kind: 'failure', failure: 'too-large', wrote: true });
  }); // prettier-ignore

  test('is not one of many commas in a text', async () => {
    expect((await send(`{"more":"${','.repeat(1_000_000)}\\",${','.repeat(9)}"}`))?.kind).toBe('answer');
  });

  test.each([
    ['[1,2,3]', 4],
    ['{"a":[],"b":{}}', 5],
    ['"a,b\\",c"', 1],
    ['', 1],
  ])('%s has about %i values', (text, values) => {
    expect(countValues(octets(text), 1_000)).toBe(values);
  });
});

describe('room for long bodies', () => {
  test('is there at once for short ones, and for long ones when others have gone', async () => {
    expect(await roomFor(1_000, 1_000_000)).toBeUndefined();
    const mega = 1024 * 1024;
    const leave = await Promise.all([1, 2].map(() => roomFor(mega, 16 * mega)));
    let isIn = false;
    const third = roomFor(mega, 16 * mega).then((done) => {
      isIn = true;
      return done;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isIn).toBe(false);
    leave[0]?.();
    leave[0]?.();
    (await third)?.();
    for (const one of leave) one?.();
    expect(isIn).toBe(true);
  });
});
