import { Inconclusive } from '../../../clause/thrown.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { createEvidence } from '../../../run/evidence/evidence.ts';
import { Exchange } from '../../../history/exchange.ts';
import { shortened } from '../../../history/bodies/kept-answer.ts';
import { delivered } from '../../../run/session/dispatch.ts';
import { KeptParts } from '../../../history/bodies/kept-parts.ts';
import { boundingAnswers } from '../../../run/session/on-the-wire.ts';
import type { Outcome } from '../../../wire/exchange.ts';
import { breachOfJson } from '../../../wire/json/json-flaw.ts';
import { asObject, readJson, sameJson, writeJson, type Json } from '../../../wire/json/json.ts';
import { mentions, valueAt } from '../../../wire/json/pointer.ts';
import { roomFor } from '../../../wire/octets-at-once.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const octets = (text: string): Uint8Array => new TextEncoder().encode(text);

function answered(text: string, number = 1): Exchange {
  const outcome: Outcome = { kind: 'answer', status: 200, headers: [], body: octets(text), sentAt: 0, answeredAt: 1 };
  const caller = { label: 'nobody', kind: 'none', scopes: new Set<string>() } as const;
  return new Exchange({ number, caller, request: { method: 'GET', target: '/', headers: [] }, outcome, redirects: 0 });
} // prettier-ignore

const valueOf = (exchange: Exchange): Json => exchange.value ?? null;
const kept = (text: string): Exchange => {
  const exchange = answered(text);
  exchange.settle(new KeptParts(tooLong));
  return exchange;
};

const tooLong = (): Error => new Inconclusive({ code: 'noise', text: 'the answer was too long to be kept' });

describe('a long answer that was judged', () => {
  const long = 'x'.repeat(3_000_000);

  test('keeps only the parts that distinguish it from other answers', () => {
    const exchange = kept(`{"version":1,"more":"${long}","canary":"abc"}`);
    expect(exchange.body.length).toBeLessThan(50_000);
    expect(exchange.body.length).toBeGreaterThan(0);
    expect(JSON.stringify(exchange.value).length).toBeLessThan(50_000);
    expect(mentions(exchange.value, 'abc')).toBe(true);
  });

  test('equals the same answers as before', () => {
    const of = (text: string): Json => valueOf(kept(`{"more":"${text}"}`));
    expect(sameJson(of(long), of(long))).toBe(true);
    expect(sameJson(of(long), of(`${long.slice(1)}y`))).toBe(false);
    expect(sameJson(of(long), of(`y${long.slice(1)}`))).toBe(false);
  });

  test('keeps short texts and numbers next to it unchanged', () => {
    const beside =
      '"of":["plain and simple","Zürich und Köln, ÿ","1 000 € in 東京 🎉"],"number":123456789012345678.50';
    const { more: _, ...rest } = valueOf(kept(`{"more":"${long}",${beside}}`)) as Record<string, Json>;
    expect(sameJson(rest, valueOf(answered(`{${beside}}`)))).toBe(true);
  });

  test('lets its words be kept without it', () => {
    const word = (at: number): Json | undefined => {
      const read = readJson(octets(`{"word":"the number of this one is ${at}","more":"${long}"}`));
      return read.kind === 'json' ? asObject(read.value)?.['word'] : undefined;
    };
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    const words = Array.from({ length: 20 }, (_, at) => word(at));
    collectGarbage();
    // The engine holds the text that a pattern was tried on last.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 * long.length);
    expect(words.at(-1)).toBe('the number of this one is 19');
  });

  test('shares a long number with other answers that show it, and cuts none', () => {
    const parts = new KeptParts(tooLong);
    const versionIn = (digits: string): Json | undefined => {
      const exchange = answered(`{"version":${digits}}`);
      exchange.settle(parts);
      return exchange.object?.['version'];
    };
    const digits = `1${'0'.repeat(1_000_000)}`;
    const [one, same, other] = [versionIn(digits), versionIn(digits), versionIn(`${digits}1`)];
    expect(one).toBe(same);
    expect(writeJson(one ?? null)).toBe(digits);
    expect(writeJson(other ?? null)).toBe(`${digits}1`);
  });

  test('stays unchanged if it is short', () => {
    const text = `{"version":1,"more":"${'x'.repeat(5_000)}"}`;
    const exchange = kept(text);
    expect(new TextDecoder().decode(exchange.body)).toBe(text);
    expect(sameJson(valueOf(exchange), valueOf(answered(text)))).toBe(true);
  });

  test('is read again when many other answers with as many values have come', () => {
    const parts = new KeptParts(tooLong);
    const text = (at: number): string => `[${'1,'.repeat(60_000)}${at}]`;
    const all = Array.from({ length: 12 }, (_, at) => answered(text(at), at));
    for (const one of all) one.settle(parts);
    all.forEach((one, at) => {
      expect(sameJson(valueOf(one), valueOf(answered(text(at))))).toBe(true);
    });
  });

  test('shares the octets of a list with all other answers that show the same list', () => {
    const parts = new KeptParts(tooLong);
    const list = Array.from({ length: 10_000 }, (_, at) => at).join();
    const text = (at: number): string =>
      `{"version":${at},"objectTypeProperty":{"arrayOfIntExample":[${list}]}}`;
    const all = Array.from({ length: 9 }, (_, at) => answered(text(at), at));
    for (const one of all) one.settle(parts);
    expect(parts.octets).toBe(list.length + 2);
    all.forEach((one, at) => {
      expect(writeJson(valueOf(one))).toBe(text(at));
    });
    const listOf = (one: Exchange | undefined): Json | undefined =>
      valueAt(one?.value, '/objectTypeProperty/arrayOfIntExample');
    expect(listOf(all[0])).toBe(listOf(all[8]));
  });

  test.each([
    ['a list of lists', (item: string) => `[${Array.from({ length: 40 }, () => `[${item}]`).join()}]`],
    [
      'an object with many members',
      (item: string) =>
        `{${Array.from({ length: 2_000 }, (_, at) => `"m${at}":[${item.slice(0, 5)}]`).join()}}`,
    ],
    ['a list at the top', (item: string) => `[${item},"\\ud800\\u0000","€"]`],
  ])('stays unchanged: %s', (_, textOf) => {
    const text = textOf(Array.from({ length: 1_500 }, (__, at) => `${at}.50`).join());
    expect(writeJson(valueOf(kept(text)))).toBe(writeJson(valueOf(answered(text))));
  });

  test('keeps no part of the parsed answer in memory', async () => {
    const parts = new KeptParts(tooLong);
    const exchange = answered(`{"version":1,"list":[${'1,'.repeat(9_000)}2]}`);
    const judged = new WeakRef(exchange.object?.['list'] as Json[]);
    exchange.settle(parts);
    await nextTurn();
    collectGarbage();
    expect(judged.deref()).toBeUndefined();
    expect(exchange.object?.['list']).toHaveLength(9_001);
  });

  test('equals an answer with a shorter kept part', () => {
    const content = (items: number): Json | undefined =>
      valueAt(valueOf(kept(`{"of":["${long}",${'1,'.repeat(items)}{"${long}":1}]}`)), '/of');
    const [few, many] = [content(100), content(9_000)] as [Json[], Json[]];
    expect(sameJson(few[0] ?? null, many[0] ?? null)).toBe(true);
    expect(sameJson(few.at(-1) ?? null, many.at(-1) ?? null)).toBe(true);
  });

  test('keeps its oddities', () => {
    const exchange = kept(`{"a":1,"a":[${'1,'.repeat(9_000)}2]}`);
    expect(exchange.json).toMatchObject({ kind: 'json', oddities: ['duplicate-member'] });
  });

  const thousandDigits = '7'.repeat(1_000);
  const million = (at: number): string => `[${at},${`${thousandDigits},`.repeat(1_000)}0]`;

  test('takes only as many octets as there is room for', () => {
    const parts = new KeptParts(tooLong);
    const sizes = Array.from({ length: 36 }, (_, at) => {
      answered(million(at), at).settle(parts);
      return parts.octets;
    });
    expect(Math.max(...sizes)).toBeGreaterThan(30_000_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(32 * 1024 * 1024);
  });

  test('is forgotten only after many other answers of that length, and reports that', () => {
    const parts = new KeptParts(tooLong);
    const all = Array.from({ length: 36 }, (_, at) => answered(million(at), at));
    for (const one of all) one.settle(parts);
    expect(Array.isArray(all.at(-1)?.value)).toBe(true);
    expect(() => all[0]?.value).toThrow('too long to be kept');
    answered(million(0)).settle(parts);
    expect(Array.isArray(all[0]?.value)).toBe(true);
  });
});

describe('a long request whose answer was judged', () => {
  const sent = (length: number, endpoint?: 'update' | 'create' | 'images'): Exchange => {
    const body = octets('x'.repeat(length));
    const { outcome, caller } = answered('{}');
    const request = { method: 'POST', target: '/', headers: [], body };
    const exchange = new Exchange({ number: 1, endpoint, caller, request, outcome, redirects: 0 });
    exchange.settle(new KeptParts(tooLong));
    return exchange;
  };
  const lengthOf = (exchange: Exchange): number => exchange.request.body?.length ?? 0;
  const mega = 1024 * 1024;

  test('is kept whole if the run chose its length', () => {
    expect(lengthOf(sent(100_000, 'update'))).toBe(100_000);
  });

  test('keeps the part that a server chose', () => {
    expect(lengthOf(sent(mega, 'update'))).toBeLessThan(mega / 2);
    expect(lengthOf(sent(mega, 'update'))).toBeGreaterThan(0);
  });

  test.each(['create', 'images'] as const)('is kept whole if its content is searched for: %s', (endpoint) => {
    expect(lengthOf(sent(mega, endpoint))).toBe(mega);
  });

  test('has no shell line that would send another request', () => {
    const evidence = createEvidence({ baseUrl: 'https://a.example', evidence: 'full' }, (text) => text);
    expect(evidence(sent(100_000, 'update')).curl).toContain('x'.repeat(100_000));
    expect(evidence(sent(mega, 'update')).curl).toBe('');
    expect(JSON.stringify(evidence(sent(mega, 'update'))).length).toBeLessThan(50_000);
  });
});

describe('a text of a report', () => {
  test('is cut if it is too long, and says so', () => {
    expect(shortened('abc', 3)).toBe('abc');
    expect(shortened('abcd', 3)).toBe('abc…');
  });
});

describe('an answer with too many values to judge', () => {
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

  test('is too large, and has no verdict', async () => {
    expect(await send(`[${'0,'.repeat(1_000_000)}0]`)).toMatchObject({ kind: 'failure', failure: 'too-large', wrote: true });
  }); // prettier-ignore

  test('is not confused with many commas in a text', async () => {
    expect((await send(`{"more":"${','.repeat(1_000_000)}\\",${','.repeat(9)}"}`))?.kind).toBe('answer');
  });

  test.each([
    ['[1,2,3]', 4],
    ['{"a":[],"b":{}}', 5],
    ['"a,b\\",c"', 1],
    ['', 1],
  ])('%s has about %i values', (text, values) => {
    const beyond = (most: number) => breachOfJson(text, { levels: Infinity, values: most })?.of;
    expect([beyond(values), beyond(values - 1)]).toEqual([undefined, text === '' ? undefined : 'values']);
  });
});

describe('room for long bodies', () => {
  test('is immediate for short bodies, and comes for long bodies once other bodies are released', async () => {
    expect(await roomFor(1_000, 1_000_000)).toBeUndefined();
    const mega = 1024 * 1024;
    const leave = await Promise.all([16, 4].map((most) => roomFor(mega, most * mega)));
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
