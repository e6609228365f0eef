import { describe, expect, test } from 'vitest';
import { disguisedTransport } from '../../../tape/disguised-transport.ts';
import { Placeholders } from '../../../tape/placeholders.ts';
import type { Answer, Header, Request, Transport } from '../../../wire/exchange.ts';

const token = 'eyJhbGciOiJub25lIn0.Secret-Part_42.sIgN4tUrE99';
const alteredSign = (sign: string): string =>
  /\d/.test(sign)
    ? String((Number(sign) + 1) % 10)
    : sign === sign.toUpperCase()
      ? sign === 'A'
        ? 'B'
        : 'A'
      : sign === 'a'
        ? 'b'
        : 'a';
const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('a placeholder', () => {
  const placeholders = new Placeholders('run 1');
  const placeholder = placeholders.of('A', token);

  test.each([token, 'short-one', 'p'.repeat(3_000), '"+/=\\"+/=\\'])(
    'reveals nothing about its secret, neither the length nor the characters: %s',
    (secret) => {
      expect(new Placeholders('run 1').of('A', secret)).toBe(new Placeholders('run 1').of('A', `${token}x`));
      expect(placeholder).toMatch(/^(?:[a-z][A-Z][0-9]){16}$/);
      expect(new Placeholders('run 1').of('A', secret)).not.toBe(secret);
    },
  );

  test('is unique for a secret, and different in another run', () => {
    expect(placeholders.of('B', token)).toBe(placeholder);
    expect(placeholders.of('B', `${token}x`)).not.toBe(`${placeholder}x`);
    expect(new Placeholders('run 2').of('A', token)).not.toBe(placeholder);
    expect(placeholders.secretOf(placeholder)).toBe(token);
  });

  test('is replaced by the secret in requests, and replaces it in answers', () => {
    expect(placeholders.revealed(`Bearer ${placeholder}, ${placeholder}`)).toBe(`Bearer ${token}, ${token}`);
    expect(placeholders.disguised(`<${token}>`)).toBe(`<${placeholder}>`);
  });

  test('a placeholder that is altered in its last third becomes the secret, altered at its end', () => {
    const hidden: string[] = [];
    const hiding = new Placeholders('run 1', (_label, secret) => hidden.push(secret));
    const own = hiding.of('A', token);
    const altered = `${own.slice(0, -1)}${own.endsWith('0') ? '1' : '0'}`;
    const sent = hiding.revealed(`Bearer ${altered}`).slice('Bearer '.length);
    expect(sent.slice(0, -1)).toBe(token.slice(0, -1));
    expect(sent).not.toBe(token);
    expect(hidden).toEqual([sent]);
  });

  test.each([
    ['a long one', 'ab12'.repeat(50), 66],
    ['one of digits', '1234567890123456', 5],
    ['a short one', 'abcd1234', 2],
  ])('and so does %s', (_what, secret, altered) => {
    const hiding = new Placeholders('run 1');
    const own = hiding.of('A', secret);
    const other = own.slice(0, 32) + own.slice(32).replaceAll(/./g, (sign) => alteredSign(sign));
    const sent = hiding.revealed(other);
    expect(sent).toHaveLength(secret.length);
    const differing = sent.split('').filter((sign, at) => sign !== secret[at]).length;
    expect(differing).toBe(altered);
    expect(sent.slice(0, -altered)).toBe(secret.slice(0, -altered));
  });

  test.each([
    ['base64', base64],
    ['base64 behind one octet', (text: string) => base64(`x${text}`)],
    ['base64 behind two, and more', (text: string) => base64(`xy${text} and more`)],
    ['base64url', (text: string) => Buffer.from(text).toString('base64url')],
    ['hexadecimal digits', (text: string) => Buffer.from(text).toString('hex')],
    ['small letters', (text: string) => text.toLowerCase()],
    ['escapes of URLs', (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')],
  ])('replaces the secret in %s, and is replaced by it again', (_form, encoded) => {
    const shown = placeholders.disguised(`{"seen":"${encoded(token)}"}`);
    expect(shown).not.toContain(encoded(token).slice(3, -6));
    expect(placeholders.revealed(shown)).toBe(`{"seen":"${encoded(token)}"}`);
  });

  test('the placeholder of a short secret is the secret: it occurs in unrelated texts', () => {
    expect(placeholders.of('C', 'demo')).toBe('demo');
    expect(placeholders.disguised('demo')).toBe('demo');
  });
});

describe('a transport with placeholders', () => {
  const answer = (headers: readonly Header[], body: string): Answer => ({
    kind: 'answer',
    status: 200,
    headers,
    body: new TextEncoder().encode(body),
    sentAt: 0,
    answeredAt: 1,
  });
  const setUp = (headers: readonly Header[], body = '') => {
    const placeholders = new Placeholders('run 1');
    const placeholder = placeholders.of('A', token);
    const sent: Request[] = [];
    const inner = {
      send: (request: Request) => {
        sent.push(request);
        return Promise.resolve(answer(headers, body));
      },
      bytes: () => ({ written: 1_000, read: 1_000 }),
    } as unknown as Transport;
    const transport = disguisedTransport(inner, placeholders);
    const ask = async (target = '/'): Promise<Answer> => {
      const request: Request = {
        method: 'GET',
        target,
        headers: [['Authorization', `Bearer ${placeholder}`]],
      };
      return (await transport.send(request, { timeoutMs: 1, maxBytes: 1 })) as Answer;
    };
    return { placeholder, sent, ask, bytes: () => transport.bytes() };
  };

  test('sends the secret, and shows the placeholder', async () => {
    const { placeholder, sent, ask } = setUp([['X-Echo', token]], `{"é":"${token}"}`);
    const { headers, body } = await ask();
    expect(sent[0]?.headers).toEqual([['Authorization', `Bearer ${token}`]]);
    expect(headers).toEqual([['X-Echo', placeholder]]);
    expect(new TextDecoder().decode(body)).toBe(`{"é":"${placeholder}"}`);
  });

  test('counts octets as if placeholders had been sent', async () => {
    const { placeholder, ask, bytes } = setUp([], token);
    await ask();
    const more = placeholder.length - token.length;
    expect(bytes()).toEqual({ written: 1_000 + more, read: 1_000 + more });
  });

  test('shows no value of a field that is a secret by its name', async () => {
    const { ask } = setUp([
      ['Set-Cookie', 'session=0123456789abcdef'],
      ['Proxy-Authenticate', 'Basic realm=secret'],
    ]);
    const { headers } = await ask();
    expect(JSON.stringify(headers)).not.toMatch(/0123456789abcdef|realm/);
  });

  test('follows a signed address without showing its signature', async () => {
    const { sent, ask } = setUp([['Location', '/next?X-Amz-Signature=0123456789abcdef&page=2']]);
    const { headers } = await ask();
    const [, shown = ''] = headers[0] ?? [];
    expect(shown).toMatch(/^\/next\?X-Amz-Signature=[0-9a-zA-Z]{48}&page=2$/);
    expect(shown).not.toContain('0123456789abcdef');
    await ask(shown);
    expect(sent[1]?.target).toBe('/next?X-Amz-Signature=0123456789abcdef&page=2');
  });
});
