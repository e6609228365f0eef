import { describe, expect, test } from 'vitest';
import { refusalText } from '../../../judging/answers/refusal-text.ts';
import { Exchange } from '../../../history/exchange.ts';

function refused(body: string, status = 400): Exchange {
  const caller = { label: 'nobody', kind: 'none', scopes: new Set<string>() } as const;
  const request = { method: 'PUT', target: '/', headers: [] };
  const octets = new TextEncoder().encode(body);
  const outcome = { kind: 'answer', status, headers: [], body: octets, sentAt: 0, answeredAt: 1 } as const;
  return new Exchange({ number: 1, caller, request, outcome, redirects: 0 });
}

const said = (body: string, evidence: 'full' | 'shape' = 'full', status = 400): string =>
  refusalText(
    { options: { evidence } as Parameters<typeof refusalText>[0]['options'] },
    refused(body, status),
  );

describe('the text of a server in a refusal', () => {
  test.each([
    ['{"message":"If-Match is required"}', '400 ("If-Match is required")'],
    ['{"statusCode":400,"errors":[{"code":"x","detail":"id is\\nrequired"}]}', '400 ("id is required")'],
    ['{"error":{"message":"no \\"sku\\""}}', '400 ("no \\"sku\\"")'],
    ['{"code":7}', '400'],
    ['not json', '400'],
    ['', '400'],
  ])('adds to its status: %s', (body, text) => {
    expect(said(body)).toBe(text);
  });

  test('is cut between words, so that no token is', () => {
    const token = 'a-token-of-many-signs-that-goes-on-and-on';
    const long = said(JSON.stringify({ message: `${'word '.repeat(20)}${token} and so on` }));
    expect(long).not.toContain('a-token');
    expect(long.length).toBeLessThan(140);
    expect(said(JSON.stringify({ message: token.repeat(9) }))).toBe('400');
  });

  test('is left out if bodies are withheld, and for answers that are no refusals', () => {
    expect(said('{"message":"why"}', 'shape')).toBe('400');
    expect(said('{"message":"why"}', 'full', 200)).toBe('200');
  });
});
