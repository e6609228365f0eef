import { describe, expect, test } from 'vitest';
import { Exchange } from '../../../../history/exchange.ts';
import { echoOf, echoes, roundTripOf, type Echo } from '../../../../suites/4.06/echoes.ts';
import { readJson, type Json } from '../../../../wire/json/json.ts';
import { judgedStage } from '../../../support/stages/judged-stage.ts';
import { nobody } from '../../../support/stages/scripted-stage.ts';

/** A value as it is read from an answer, which keeps numbers as they are written. */
function value(text: string): Json {
  const reading = readJson(new TextEncoder().encode(text));
  if (reading.kind !== 'json') throw new Error(`${text} is no JSON`);
  return reading.value;
}

/** What was posted, what came back, and what came back of that. */
function echo(posted: string, shown?: string, again?: string): Echo {
  return {
    posted: value(posted),
    shown: shown === undefined ? undefined : value(shown),
    ...(again === undefined ? {} : { again: value(again) }),
  };
}

describe('content of a create', () => {
  test.each([
    ['the same', '{"a":[1,"b"]}', '{"a":[1,"b"]}'],
    ['other members first', '{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['an integer with a zero fraction', '[1]', '[1.0]'],
    ['an integer with an exponent', '[100]', '[1e2]'],
    ['the nearest float of 32 bits', '[0.1]', '[0.10000000149011612]'],
    ['a neighbour that such a float does not tell apart', '[1.5]', '[1.5000001]'],
    ['nothing in place of less than the least float', '[1e-46]', '[0]'],
    ['an integer beyond 2^53 as the nearest double', '[9007199254740993]', '[9007199254740992]'],
    ['null as null', '[null,true]', '[null,true]'],
    ['nothing at all', '{}', '{}'],
    ['no elements', '[]', '[]'],
  ])('content that comes back as %s is exact', (_, posted, shown) => {
    expect(roundTripOf([echo(posted, shown)])).toBe('exact');
  });

  test.each([
    ['another integer', '[1]', '[2]'],
    ['a neighbouring integer that a float of 32 bits does not hold', '[16777217]', '[16777216]'],
    ['another fraction', '[1.5]', '[1.5000002]'],
    ['the number without its sign', '[-0.5]', '[0.5]'],
    ['nothing in place of what a float can hold', '[1e-44]', '[0]'],
    ['a text', '[1]', '["1"]'],
    ['a number in place of a text', '["1"]', '[1]'],
    ['another text', '["e\u0301"]', '["\u00e9"]'],
    ['elements in another order', '[1,2]', '[2,1]'],
    ['fewer elements', '[1,1]', '[1]'],
    ['more elements', '[1]', '[1,2]'],
    ['fewer members', '{"a":1,"b":2}', '{"a":1}'],
    ['more members', '{"a":1}', '{"a":1,"b":2}'],
    ['members of other names', '{"a":1}', '{"b":1}'],
    ['another value in a nested member', '{"a":[{"b":1}]}', '{"a":[{"b":2}]}'],
    ['null', '{"a":1}', 'null'],
    ['an array in place of an object', '{}', '[]'],
    ['an object in place of an array', '[]', '{}'],
    ['the other truth value', '[true]', '[false]'],
  ])('content that comes back as %s is normalised', (_, posted, shown) => {
    expect(roundTripOf([echo(posted, shown)])).toBe('normalised');
  });

  test('does not count if the answer does not show it', () => {
    expect(roundTripOf([echo('{}')])).toBe('none');
  });
});

describe('content of several creates', () => {
  test.each([
    ['none comes back', [echo('[1]'), echo('[2]')], 'none'],
    ['one comes back as it was, and one does not', [echo('[1]', '[1]'), echo('[2]')], 'normalised'],
    ['all come back as they were', [echo('[1]', '[1]'), echo('[2]', '[2]')], 'exact'],
    ['one comes back otherwise', [echo('[1]', '[1]'), echo('[2]', '[3]')], 'normalised'],
    ['what came back comes back again', [echo('[2,1]', '[1,2]', '[1,2]')], 'normalised'],
    ['it was exact both times', [echo('[1]', '[1]', '[1]')], 'exact'],
    ['what came back comes back otherwise', [echo('[2,1]', '[1,2]', '[1]')], 'changing'],
    ['only the second time is another', [echo('[1]', '[1]', '[2]'), echo('[3]', '[3]')], 'changing'],
    ['one of several changes', [echo('[3]', '[3]'), echo('[2]', '[1]', '[0]')], 'changing'],
  ] as const)('if %s', (_, all, roundTrip) => {
    expect(roundTripOf(all)).toBe(roundTrip);
  });
});

describe('the echo of a create', () => {
  const created = (status: number, sent: string | undefined, answer: string): Exchange =>
    new Exchange({
      number: 1,
      caller: nobody,
      request: {
        method: 'POST',
        target: '/demo/resource',
        headers: [],
        ...(sent === undefined ? {} : { body: new TextEncoder().encode(sent) }),
      },
      outcome: {
        kind: 'answer',
        status,
        headers: [],
        body: new TextEncoder().encode(answer),
        sentAt: 0,
        answeredAt: 1,
      },
      redirects: 0,
    });
  const posted = '{"objectTypeProperty":{"a":1}}';

  test('is the posted content with the shown content', () => {
    expect(echoOf(created(201, posted, '{"objectTypeProperty":{"a":2},"version":1}'))).toEqual({
      posted: value('{"a":1}'),
      shown: value('{"a":2}'),
    });
  });

  test.each([
    ['in an answer without it', '{"version":1}'],
    ['in an answer that is no object', '[1]'],
    ['in an answer without a body', ''],
  ])('shows nothing %s', (_, answer) => {
    expect(echoOf(created(200, posted, answer))).toEqual({ posted: value('{"a":1}'), shown: undefined });
  });

  test.each([
    ['a create that was refused', 400, posted],
    ['a create that crashed', 500, posted],
    ['a body without content', 200, '{}'],
    ['a body that is no object', 200, '[1]'],
    ['a body that is no JSON', 200, '{"objectTypeProperty":'],
    ['no body', 200, undefined],
  ])('does not exist for %s', (_, status, sent) => {
    expect(echoOf(created(status, sent, '{"objectTypeProperty":{"a":1}}'))).toBeUndefined();
  });

  test('goes into a book that all checks of a run share', async () => {
    const { on } = judgedStage(() => [200]);
    const book = await echoes(on);
    expect(book).toEqual([]);
    book.push(echo('[1]', '[1]'));
    expect(await echoes(on)).toHaveLength(1);
    expect(await echoes(judgedStage(() => [200]).on)).toEqual([]);
  });
});
