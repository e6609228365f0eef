import { describe, expect, test } from 'vitest';
import { isOwnContent, keptOf, plainTexts } from '../../../implementation/resources/proof/own-content.ts';
import { readJson, type Json } from '../../../wire/json/json.ts';

const mark = 'zabababab';

function shown(text: string): Json {
  const reading = readJson(new TextEncoder().encode(text));
  if (reading.kind !== 'json') throw new Error(`no JSON: ${text}`);
  return reading.value;
}

const sent = { arrayOfIntExample: [7, 8], arrayOfStringExample: [`a${mark}`, 'a'], arrayOfObjectType: [] };
const kept = keptOf([sent], mark);

describe('content of a resource of the run without a mark', () => {
  test.each([
    ['the marked text was taken away', '{"arrayOfIntExample":[7,8],"arrayOfStringExample":["","a"]}'],
    ['it is in another order', '{"arrayOfStringExample":["a"],"arrayOfIntExample":[7,8]}'],
    ['numbers are spelled otherwise', '{"arrayOfIntExample":[7.0,80e-1],"arrayOfStringExample":["A "]}'],
    ['no text is left', '{"arrayOfIntExample":[7,8],"arrayOfObjectType":[],"arrayOfStringExample":[]}'],
  ])('is recognised if %s', (_what, text) => {
    expect(isOwnContent(shown(text), kept)).toBe(true);
  });

  test.each([
    ['a text was never sent', '{"arrayOfIntExample":[7,8],"arrayOfStringExample":["theirs"]}'],
    ['a number is another', '{"arrayOfIntExample":[7,9],"arrayOfStringExample":["a"]}'],
    ['numbers are in another order', '{"arrayOfIntExample":[8,7],"arrayOfStringExample":["a"]}'],
    ['numbers beyond doubles differ', '{"arrayOfIntExample":[7,8.00000000000000000001]}'],
    ['it has a further member', '{"arrayOfIntExample":[7,8],"arrayOfFloatExample":[1]}'],
    ['it has nothing', '{}'],
  ])('is not recognised if %s', (_what, text) => {
    expect(isOwnContent(shown(text), kept)).toBe(false);
  });

  test('is not reported against the server if no text was kept or shown', () => {
    expect(isOwnContent(shown('{}'), {})).toBe(false);
    expect(isOwnContent(undefined, kept)).toBe(false);
  });

  test('may be content that the answer to its create has shown, or that an update has sent', () => {
    const answered = shown('{"arrayOfIntExample":[7,8],"arrayOfFloatExample":[0],"arrayOfStringExample":["standard"]}');
    const { texts = [], rests = [] } = keptOf([sent, answered], mark);
    const update = { version: 1, actions: [{ action: 'changeSomeProperty', someProperty: 'b' }] };
    const added = plainTexts([update], mark);
    expect(added).toHaveLength(1);
    const now = shown('{"arrayOfIntExample":[7,8],"arrayOfFloatExample":[0],"arrayOfStringExample":["b","standard"]}');
    expect(isOwnContent(now, { texts, rests })).toBe(false);
    expect(isOwnContent(now, { texts: [...texts, ...added], rests })).toBe(true);
  }); // prettier-ignore
});
