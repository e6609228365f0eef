import { describe, expect, test } from 'vitest';
import { isExactInteger } from '../../../schemas/formats.ts';
import {
  isClockTime,
  isDate,
  isInt32,
  isLocalDateTime,
  isOddIso,
  isUtcMilliseconds,
} from '../../../schemas/formats.ts';
import { isHttpDateStyle, isImfFixdate } from '../../../schemas/http-date.ts';
import { isRelativePath, isResolvableUrl } from '../../../schemas/urls.ts';

/** States one test a text: the predicate accepts the first list and refuses the second. */
function judges(
  judge: (text: string) => boolean,
  accepted: readonly string[],
  refused: readonly string[],
): void {
  describe(judge.name, () => {
    test.each(accepted)('accepts %j', (text) => expect(judge(text)).toBe(true));
    test.each(refused)('refuses %j', (text) => expect(judge(text)).toBe(false));
  });
}

judges(
  isDate,
  ['2015-07-04', '2016-02-29', '2000-02-29', '0000-01-01', '0000-02-29', '9999-12-31'],
  [
    '2015-02-29', '1900-02-29', '2015-02-30', '2015-04-31', '2015-13-01', '2015-00-10', '2015-01-00', '2016-2-8',
    '15-07-04', '20150704', '2015/07/04', '2015-07-04T00:00:00', '2015-07-04Z', '2015-07-04\n', '', '+2015-07-04',
  ], // prettier-ignore
);

judges(
  isClockTime,
  ['12:30:00', '00:00:00', '23:59:59', '24:00:00', '23:59:60', '09:44:60'],
  ['24:00:01', '25:00:00', '12:60:00', '12:30:61', '12:30', '1:30:00', '12:30:00Z', '12:30:00+01:00', '12:30:00.5', '123000', 'T12:30:00', ''], // prettier-ignore
);

judges(
  isLocalDateTime,
  ['2015-07-04T21:00:00', '2016-02-29T24:00:00', '2016-12-31T23:59:60'],
  [
    '2015-07-04T21:00:00Z', '2015-07-04T21:00:00+00:00', '2015-07-04T21:00:00.000', '2015-07-04t21:00:00',
    '2015-07-04 21:00:00', '2015-02-30T21:00:00', '2015-07-04T21:00', '2015-07-04T25:00:00', '2015-07-04', '',
  ], // prettier-ignore
);

judges(
  isUtcMilliseconds,
  [
    '2015-07-04T21:00:00.090Z',
    '2015-07-04T21:00:00.000Z',
    '2016-12-31T23:59:60.999Z',
    '2015-07-04T24:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
  ],
  [
    '2015-07-04T21:00:00Z', '2015-07-04T21:00:00.09Z', '2015-07-04T21:00:00.0900Z', '2015-07-04T21:00:00.090000Z',
    '2015-07-04T21:00:00.090', '2015-07-04T21:00:00.090z', '2015-07-04t21:00:00.090Z', '2015-07-04 21:00:00.090Z',
    '2015-07-04T21:00:00.090+00:00', '2015-07-04T21:00:00.090-00:00', '2015-02-30T21:00:00.090Z', '2015-07-04T24:00:00.001Z',
    '2015-07-04T25:00:00.000Z', '2015-07-04T21:00:00,090Z', '',
  ], // prettier-ignore
);

judges(
  isOddIso,
  [
    '2015-07-04T21:00:00,090Z',
    '20150704T210000.090Z',
    '20150704T210000,090Z',
    '2015-W27-6T21:00:00.090Z',
    '2015W276T210000.090Z',
    '2015-185T21:00:00.090Z',
    '2015185T210000.090Z',
    '2016-366T21:00:00.090Z',
    '+002015-07-04T21:00:00.090Z',
    '-000001-02-28T21:00:00.090Z',
  ],
  [
    '2015-07-04T21:00:00.090Z', '2015-07-04T21:00:00,09Z', '20150704T210000Z', '20150704T21:00:00.090Z', '2015-W54-1T21:00:00.090Z',
    '2015-W27-8T21:00:00.090Z', '2015-366T21:00:00.090Z', '2015-000T21:00:00.090Z', '20150230T210000.090Z', '+002015-02-29T21:00:00.090Z',
    '2015-07-04T21:00:00,090+00:00', '2015-07-04T25:00:00,090Z', '2015-07-04T24:00:00,001Z', '',
  ], // prettier-ignore
);

judges(
  isHttpDateStyle,
  [
    'Sat, 04 Jul 2015 21:00:00 GMT',
    'Saturday, 04-Jul-15 21:00:00 GMT',
    'Sat Jul  4 21:00:00 2015',
    'Sat, 4 July 2015 21:00:00 GMT',
    'Sun, 04 Jul 2015 21:00:00 GMT',
    '04 Jul 2015 21:00:00',
    'Fri, 04 Sept 2015 21:00:00 GMT',
    'Sat, 04 Jul 2015 21:00:00 +0000',
    'Sam, 04 juil. 2015 21:00:00 GMT',
    'Samstag, 4. März 2015 21:00:00 UTC',
    'July 4th, 2015 9:00:00 PM',
    '2015 Jul 04 21:00:00 UTC',
    'Sun, 29 Feb 2015 21:00:00 GMT',
    'Sat, 31 Dec 2016 23:59:60 GMT',
    'Thu, 31 Dec 2015 24:00:00 GMT',
    '21:00:00 04 Jul 2015',
  ],
  [
    '', '2015-07-04T21:00:00.090Z', '2015-07-04T21:00:00Z', '2015-07-04 21:00:00 CEST',
    '2015-07-04 21:00:00 AEST',
    'Sat, 04 Jul 2015 121:00:00 GMT', 'Sat 2015-07-04 21:00:00 UTC', '1436043600', '20150704T210000Z',
    'Sat, 04 Jul 2015', 'Sat, 04 Jul 2015 21:00 GMT', 'Jul 2015 21:00:00 GMT', 'Sat, 04 07 2015 21:00:00 GMT', 'Sat, 04 07 2015 21:00:00 CEST',
    'Sat, 04 Jul 2015 25:00:00 GMT', 'Sat, 04 Jul 2015 21:61:00 GMT', 'yesterday', 'Mon, 30 Feb 2015 21:00:00 GMT', 'Thu, 31 Apr 2015 21:00:00 GMT',
    'Thursday, 31-Apr-15 21:00:00 GMT', 'Thu Apr 31 21:00:00 2015', '31st April 2015 21:00:00 GMT', 'Thu, 32 Jul 2015 21:00:00 GMT', 'Thu, 00 Jul 2015 21:00:00 GMT',
    'Fri, 31 September 2015 21:00:00 GMT', '21:00:00',
  ], // prettier-ignore
);

judges(
  isImfFixdate,
  [
    'Sat, 04 Jul 2015 21:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT',
    'Mon, 29 Feb 2016 00:00:00 GMT',
    'Sat, 31 Dec 2016 23:59:60 GMT',
    'Sat, 01 Jan 0000 00:00:00 GMT',
  ],
  [
    'Sun, 04 Jul 2015 21:00:00 GMT', 'Sat, 4 Jul 2015 21:00:00 GMT', 'Saturday, 04-Jul-15 21:00:00 GMT', 'Sat Jul  4 21:00:00 2015', 'Sat, 04 July 2015 21:00:00 GMT',
    'Sat, 04 Jul 2015 21:00:00 UTC', 'Sat, 04 Jul 2015 21:00:00', 'Sun, 29 Feb 2015 21:00:00 GMT', 'Sat, 04 Jul 2015 24:00:00 GMT', 'sat, 04 jul 2015 21:00:00 gmt', '',
  ], // prettier-ignore
);

judges(
  isRelativePath,
  [
    // What every resolver takes as relative.
    '/p/x', 'p/x', '', '?a=b', '#top', '#', '../x', './x', '..', '.', 'a/b//c', '/p?next=https://x.example/', 'x?u=//h',
    '/pr%C3%B6dukt', '/prödukt/日本', '/p;v=1,2', "/p/it's(a)*b!", '/p/100%', '/%', '\\p', 'p\\x', '/p:1', './slug:12', ':p',
    // Doubtful: spelled badly, or a segment with a colon, which a shop may append to its own address.
    'slug:12', 'product:12/x', 'tel:12', 'data:structures', 'javascript:the-good-parts', 'file:12', 'urn:isbn:1', 'C:\\p',
    ' /p/x ', '/p/x\n', '/p/red shoe', 'red shoe', '/p/{slug}', '{slug}', '[slug]', '/p/<b>', '/p/"x"', '/p\u0085', 'null',
  ],
  [
    'https://shop.example/p', 'HTTP://shop.example', '//shop.example/p', 'git+ssh://h/p', 'a://', '///p', ' https://h/p',
    '\\\\host\\p', '/\\host/p', '\\/host/p', 'https:\\\\host\\p', 'https:/host/p', 'https:p', 'HTTP:p', 'ftp:/host/p', 'file:/p',
    'mailto:a@b.c', 'mailto:x', 'data:text/html,x', 'data:image/png;base64,AA==', '\t//h/p',
    '<html>', '<a href="/p">', '{"a":1}', '[]', '["/p"]', '"/p"', '/p\u0000', '/p\u001b[0m', '/p\nx', '/p\u007f',
  ],
); // prettier-ignore

judges(
  isResolvableUrl,
  [
    'https://cdn.example/a.png', 'HTTPS://CDN.example:8443/a.png', '//cdn.example/a.png', '/img/a.png', 'a.png', '../a.png?x=1',
    './a', 'a', '12345', '?id=1', '#', '#front', 'a.png#', 'a.png?', 'a//b', 'data:image/png;base64,AA==', 'data:,', 'blob:https://h/1',
    's3://bucket/a.png', 'urn:isbn:1', 'http://192.0.2.1/a', 'http://[2001:db8::1]/a', 'https://u:p@h/a', 'https://h:/a',
    'bild-ä.png', 'https://bücher.example/ä.png', 'https://日本.example/画像.png', '/%C3%A4.png', "a(1)'*!.png", 'https://my_cdn.example/a',
    'https://h/a.png;v=1,2?x[]=1&y=$z', 'slug:12', 'https://cdn.example/?q=a+b@c', 'a\u00a0b',
    // Doubtful: spelled badly, yet every parser resolves it.
    'a b.png', 'photo 1.png', ' a.png', 'a.png ', 'https://cdn.example/a.png\n', 'a b_c', '/red shoe', 'my.photo 1', 'https://h/%zz', '100%', 'https://h/a|b',
    'https://cdn.example/{width}/a.png', '{cdn}/a.png', 'img\\a.png', 'C:\\img\\a.png', '\\\\host\\a.png', 'http:/h/a', 'javascript:void(0)', 'a"b.png', 'a<b.png',
    'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg" width="1">', 'data:image/png;base64,AAAA\r\nBBBB', 'a\u0085b', 'null', 'none', '\ud800.png',
  ],
  [
    'http://', 'https://', 'http://[::1', 'https://exa mple/a.png', '//:80', 'http://h:99999/', '//',
    '', ' ', '\n', 'not a url at all', 'no picture yet', 'No picture.', 'kein Bild', '1 2', 'red-shoe front',
    '<html>', '<img src="/a.png">', ' <svg/>', '<https://h/a.png>', '{"a":1}', '{}', '[]', '["/a.png"]', '"https://h/a.png"', ' {"url":"/a.png"}',
    'a\u0000.png', 'a\u001b[0m', 'https://h/a\nb.png', 'a\tb.png', 'a\u007f.png', 'data:image/png,\u0000',
  ],
); // prettier-ignore

judges(
  isExactInteger,
  [
    '0',
    '-0',
    '1',
    '-17',
    '1.0',
    '1.50e1',
    '1e2',
    '1E+2',
    '100e-2',
    '0.0e-9',
    '1e400',
    '1732175009123456789',
    '1e99999999999999999999',
    '2147483647.000',
  ],
  [
    '1.5',
    '1.00000000000000000001',
    '1e-1',
    '15e-2',
    '1e-400',
    '0.1e0',
    '1e-99999999999999999999',
    '9007199254740993.5',
    '',
    'NaN',
    '0x1',
  ],
);

test('an integer is recognised in time that grows with its length', () => {
  const zeros = '0'.repeat(1_000_000);
  expect(isExactInteger(`1.${zeros}1`)).toBe(false);
  expect(isExactInteger(`1${zeros}1.${zeros}`)).toBe(true);
});

describe('isInt32', () => {
  test.each([0, -0, 2147483647, -2147483648])('accepts %d under both readings', (value) => {
    expect([isInt32(value, true), isInt32(value, false)]).toEqual([true, true]);
  });
  test.each([2147483648, 4294967295])('accepts %d as unsigned only', (value) => {
    expect([isInt32(value, true), isInt32(value, false)]).toEqual([false, true]);
  });
  test.each([4294967296, -2147483649, 0.5, Infinity, Number.NaN])(
    'refuses %d under both readings',
    (value) => {
      expect([isInt32(value, true), isInt32(value, false)]).toEqual([false, false]);
    },
  );
});

test('a URL beyond ASCII stays valid in repeated checks', () => {
  const judged = Array.from({ length: 20_000 }, () => isResolvableUrl('https://bücher.example/ä.png'));
  expect(judged.indexOf(false)).toBe(-1);
});
