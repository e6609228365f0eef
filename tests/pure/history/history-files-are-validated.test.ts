import { expect, test } from 'vitest';
import { checkHistory } from '../../../properties/history/check-history.ts';
import { HistoryError, parseHistory } from '../../../properties/history/history.ts';
import { canonicalVersion } from '../../../properties/history/version-value.ts';
import { historyOf } from '../../support/histories/history-notation.ts';

const saved = historyOf('0>1@0-5 0!@1-6 =1@7-8 1?@9');

test('a saved history gives the verdict of the live one', () => {
  const options = { conflictsAreExact: false, useReads: true };
  const loaded = parseHistory(JSON.stringify(saved), 'h.json');
  expect(loaded).toEqual(saved);
  expect(checkHistory(loaded, options)).toEqual(checkHistory(saved, options));
});

const [first, ...others] = saved.operations;

test.each([
  [{ ...saved, schemaVersion: 2 }, 'h.json: schemaVersion: found 2, expected 1'],
  [
    { ...saved, initial: 7 },
    'h.json: initial: found 7, expected a string holding a JSON number, such as "3"',
  ],
  [{ ...saved, soleWriter: undefined }, 'h.json: soleWriter: found nothing, expected true or false'],
  [{ ...saved, operations: {} }, 'h.json: operations: found {}, expected an array'],
  [
    { ...saved, calibration: { moved: 9, of: 8 } },
    'h.json: calibration.moved: found 9, expected a whole number from 0 to 8',
  ],
  [
    { ...saved, operations: [first, { ...others[0], answered: 0 }] },
    'h.json: operations[1].answered: found 0, expected a time in milliseconds from 1 on',
  ],
  [
    { ...saved, operations: [first, first] },
    'h.json: operations[1].id: found "0>1@0-5", expected an id that operations[0] does not have',
  ],
  [
    { ...saved, operations: [{ ...first, kind: 'write' }] },
    'h.json: operations[0].kind: found "write", expected "accepted", "refused", "read" or "unknown"',
  ],
  [
    { ...saved, operations: [{ ...first, resulting: '1.' }] },
    'h.json: operations[0].resulting: found "1.", expected a string holding a JSON number, such as "3", or null',
  ],
  [null, 'h.json: found null, expected an object'],
])('file %# is refused with the place, the found value and the expected value', (value, message) => {
  expect(() => parseHistory(JSON.stringify(value), 'h.json')).toThrow(new HistoryError(message));
});

test('a file that is not JSON is refused by its name', () => {
  expect(() => parseHistory('{', 'h.json')).toThrow(
    /^h\.json: found text that is not JSON .*expected a history$/,
  );
});

test.each([
  ['3', '3'],
  ['3.0', '3'],
  ['3e0', '3'],
  ['30E-1', '3'],
  ['0.3e+1', '3'],
  ['-0', '0'],
  ['0.000', '0'],
  ['-12.50', '-125e-1'],
  ['1.25e1', '125e-1'],
  ['12e2', '1200'],
  ['1234567890123456789', '1234567890123456789'],
  ['1234567890123456789.0', '1234567890123456789'],
  ['1e999999999999', '1e999999999999'],
])('version %s has the canonical text %s', (text, canonical) => {
  expect(canonicalVersion(text)).toBe(canonical);
});

test.each(['', '01', '+1', '1.', '.5', 'NaN', '0x10', '1 '])('version text %j is refused', (text) => {
  expect(() => canonicalVersion(text)).toThrow(RangeError);
});
