import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asCurl } from '../../../wire/curl.ts';
import { printable } from '../../../wire/printable.ts';
import { createRedaction } from '../../../wire/redaction.ts';

const label = 'CONFORMANCE_TOKEN_MANAGE_TEST';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const secret = 'sEcr+t/tok"en=.~é/0123456789';

describe('redaction', () => {
  const redact = createRedaction([{ label, secret }]);

  test.each([
    ['as it is', `Bearer ${secret}`],
    ['in JSON', JSON.stringify({ token: secret })],
    ['in JSON with escaped slashes', JSON.stringify({ token: secret }).replaceAll('/', '\\/')],
    ['in a query', `/x?access_token=${encodeURIComponent(secret)}&y=1`],
    [
      'in a query in lower case',
      `/x?t=${encodeURIComponent(secret).replace(/%../g, (hex) => hex.toLowerCase())}`,
    ],
    ['in a form', new URLSearchParams({ token: secret }).toString()],
    ['in a URL', encodeURI(`https://host/${secret}`)],
    ['in hexadecimal', Buffer.from(secret).toString('hex')],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64 of user and token', Buffer.from(`u:${secret}:x`).toString('base64')],
    ['in base64url of user and token', Buffer.from(`me:${secret}`).toString('base64url')],
  ])('replaces a token %s', (_where, text) => {
    const shown = redact(text);
    expect(shown).toContain(`<${label}>`);
    for (let at = 0; at + 8 <= secret.length; at += 1) expect(shown).not.toContain(secret.slice(at, at + 8));
  });

  const htmlEscaped = (text: string): string =>
    text.replace(/[^a-z0-9]/gi, (sign) => `&#${sign.charCodeAt(0)};`).replaceAll('0', '&#x30;');
  const unitEscaped = (text: string): string =>
    text.replace(/[^]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

  test.each([
    ['in upper case', secret.toUpperCase()],
    ['in lower case', secret.toLowerCase()],
    ['escaped for HTML', htmlEscaped(secret)],
    ['escaped in JSON, every character', unitEscaped(secret)],
    ['escaped in JSON, within JSON', JSON.stringify(JSON.stringify({ at: unitEscaped(secret) }))],
    ['percent-encoded twice', encodeURIComponent(encodeURIComponent(secret))],
    ['on several lines', secret.replace(/.{5}/g, '$&\r\n\t')],
    ['on several lines of a text in JSON', JSON.stringify({ at: secret.replace(/.{5}/g, '$&\n  ') })],
    ['in UTF-16 that was read as UTF-8', secret.split('').join('\0')],
    ['between characters of no width', secret.split('').join('\u200b')],
    [
      'between the octets of such characters',
      Buffer.from(secret.split('').join('\u200b')).toString('latin1'),
    ],
    ['in base64 of UTF-16', Buffer.from(`a ${secret}`, 'utf16le').toString('base64')],
    ['in base64 on several lines', base64(`user:${secret}`).replace(/.{7}/g, '$&\n')],
    ['in base64 within a query', encodeURIComponent(base64(`me:${secret}`))],
    ['in hexadecimal, in upper case', Buffer.from(secret).toString('hex').toUpperCase()],
  ])('replaces a token %s', (_where, text) => {
    const shown = redact(`a ${text} b`);
    expect(shown).toMatch(new RegExp(`^a .*<${label}>.* b$`, 's'));
    expect(shown.length).toBeLessThan(label.length + 60);
  });

  test.each([
    ['its first half', secret.slice(0, 14)],
    ['its last sixteen characters', secret.slice(-16)],
    ['its midst', secret.slice(6, 22)],
    ['two thirds of it with another end', `${secret.slice(0, 19)}and something else`],
    ['its first half in base64', base64(`x${secret.slice(0, 14)}x`)],
    ['its first half in hexadecimal', Buffer.from(secret.slice(0, 14)).toString('hex')],
  ])('replaces texts that reveal much of a token: %s', (_what, text) => {
    const shown = redact(`a ${text} b`);
    expect(shown).toContain(`<part of ${label}>`);
    for (let at = 0; at + 12 <= secret.length; at += 1)
      expect(shown).not.toContain(secret.slice(at, at + 12));
  });

  test('leaves words unchanged that are part of a token, and known texts', () => {
    const token = 'staging-view-published-products-everything-x9Kq2LmZ0aPw7RtY';
    const known = ['https://staging.example.com', 'view-published-products'];
    const hides = createRedaction([{ label: 'T', secret: token }], known);
    const text = 'everything of view-published-products on https://staging.example.com, published-products';
    expect(hides(text)).toBe(text);
    expect(hides(`${text} ${token}`)).toBe(`${text} <T>`);
    expect(hides(`${text}-everything-x9Kq2LmZ0aPw7RtY`)).toContain('<part of T>');
    expect(createRedaction([{ label: 'T', secret: 'demo-manage-products' }])('to manage-products')).toBe(
      'to manage-products',
    );
    const short = createRedaction([{ label: 'T', secret: 'short' }]);
    expect(short('SHORT sHort short')).toBe('SHORT sHort <T>');
    expect(short('Bearer short\n"short",short=%20short&#10;short')).toBe(
      'Bearer <T>\n"<T>",<T>=%20<T>&#10;<T>',
    );
    expect(short('\\nshort\\tshort')).toBe('\\n<T>\\t<T>');
    // A word that it is part of says nothing of it.
    expect(createRedaction([{ label: 'T', secret: 'te' }])('state te, te')).toBe('state <T>, <T>');
  });

  test('changes no text without a token', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(redact(text)).toBe(text);
      }),
    );
  });

  test('leaves no remainder if one token contains another', () => {
    const both = createRedaction([
      { label: 'SHORT', secret: 'token-1' },
      { label: 'LONG', secret: 'token-1-and-more' },
    ]);
    expect(both('token-1-and-more token-1')).toBe('<LONG> <SHORT>');
  });

  test('hides any token between any neighbours', () => {
    const token = fc.string({ unit: 'grapheme-ascii', minLength: 12 }).filter((each) => each.trim() === each);
    fc.assert(
      fc.property(token, fc.string(), fc.string(), (each, before, after) => {
        const shown = createRedaction([{ label: 'T', secret: each }])(`${before}\n${each}\n${after}`);
        expect(shown).toContain('\n<T>\n');
      }),
    );
  });

  test('ignores empty tokens and takes no token for a pattern', () => {
    expect(createRedaction([{ label, secret: '' }])('abc')).toBe('abc');
    expect(createRedaction([{ label: 'T', secret: 'a.c$&' }])('abc$& a.c$&')).toBe('abc$& <T>');
  });
});

describe('a text for a terminal', () => {
  test('contains no characters that steer, hide or reorder', () => {
    const text = 'a\u001b[31mred\u0007\u202ebidi\u2066\u200b\ud800 \u009b1m\r\n\tß😀';
    expect(printable(text, 200)).toBe(
      'a\\u001b[31mred\\u0007\\u202ebidi\\u2066\\u200b\\ud800 \\u009b1m\\r\\n\\tß😀',
    );
  });

  test('keeps to its length', () => {
    expect(printable('abcdef', 6)).toBe('abcdef');
    expect(printable('abcdefg', 6)).toBe('abcde…');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, maxChars) => {
        expect(printable(text, maxChars).length).toBeLessThanOrEqual(maxChars);
      }),
    );
  });
});

describe('the curl line', () => {
  const redact = createRedaction([{ label, secret }]);
  // What is piped is behind what names it.
  const piping = `@-) printf '%s\\0' @- "$(cat)" ;; @/dev/fd/3) printf '%s\\0' @3 "$(cat <&3)" ;;`;
  const words = (line: string): readonly string[] =>
    execFileSync(
      'sh',
      [
        '-c',
        `curl() { for word; do case $word in ${piping} *) printf '%s\\0' "$word" ;; esac; done; }; ${line}`,
      ],
      {
        env: { PATH: process.env['PATH'], [label]: secret },
        encoding: 'utf8',
      },
    )
      .split('\0')
      .slice(0, -1);

  test('has a variable for the token, which the shell fills in', () => {
    const line = asCurl(
      'http://localhost:8080/v1/',
      {
        method: 'POST',
        target: '/demo/resource/../r?x=[1]&y=$HOME',
        headers: [
          ['Authorization', `Bearer ${secret}`],
          ['Content-Type', 'application/json'],
          ['X-Empty', ''],
        ],
        body: Buffer.from(`{"it's":"\`id\` $(id) <NOT_MINE>\\n"}`),
      },
      redact,
    );
    expect(line).toContain(`"$${label}"`);
    expect(line).not.toContain('sEcr');
    const expected = [
      ['-sS', '--globoff', '--path-as-is', '-i', '-X', 'POST'],
      ['http://localhost:8080/v1/demo/resource/../r?x=[1]&y=$HOME'],
      ['-H', 'Accept:', '-H', 'User-Agent:', '-H', 'Content-Type: application/json', '-H', 'X-Empty;'],
      ['-H', '@-', `Authorization: Bearer ${secret}`],
      ['--data-raw', `{"it's":"\`id\` $(id) <NOT_MINE>\\n"}`],
    ];
    expect(words(line)).toEqual(expected.flat());
  });

  test.each([
    ['a text', Buffer.from('{"a":1}'), ['--data-raw', '{"a":1}']],
    ['a text with a token', Buffer.from(`access_token=${secret}`), ['--data-binary', '@3', `access_token=${secret}`]],
    ['no text', Uint8Array.of(7), ['--data-binary', '@3', '\u0007']],
  ])('puts no token on a command line beside %s', (_, body, data) => {
    const line = asCurl('http://h', { method: 'PUT', target: '/p', headers: [['Authorization', `Bearer ${secret}`], ['Content-Type', 'a/b']], body }, redact);
    const told = words(line);
    expect(told.slice(-data.length)).toEqual(data);
    expect(told.slice(0, -data.length).slice(-3)).toEqual(['-H', '@-', `Authorization: Bearer ${secret}`]);
    const commandOf = line.slice(line.indexOf('curl -sS')).replace(/; \} 3<&0$/, '');
    expect(commandOf).not.toContain(label);
  }); // prettier-ignore

  test('requests a head with -I and pipes in a body that is no text', () => {
    const head = asCurl('http://h', { method: 'HEAD', target: '/p', headers: [] }, redact);
    expect(head).toBe('curl -sS --globoff --path-as-is -I http://h/p -H Accept: -H User-Agent:');
    const octets = Uint8Array.of(0, 255, 10);
    const line = asCurl('http://h', { method: 'PUT', target: '/p', headers: [], body: octets }, redact);
    expect(line).toMatch(/^printf %s AP8K \| base64 -d \| curl .* --data-binary @-$/);
  });
});
