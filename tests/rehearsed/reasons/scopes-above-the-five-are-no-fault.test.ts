import { expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { embeddedTokens, rehearse } from '../../../config/runs/rehearsal.ts';
import type { Request, Transport } from '../../../wire/exchange.ts';

const wildcard = {
  label: 'CONFORMANCE_TOKENS entry 99',
  token: 'a-token-with-a-wildcard',
  scopes: ['manage_test:demo*'],
};

/** Anyone who shows that token is granted access as one with every scope is. */
function lettingIn(inner: Transport): Transport {
  const known = (request: Request): Request => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name, value.replace(wildcard.token, 'demo-everything')]),
  });
  return {
    ...inner,
    send: (request, limits) => inner.send(known(request), limits),
    sendRaw: (request, limits) => inner.sendRaw(known(request), limits),
  };
}

test('a scope with a wildcard may include the five names, at every operation', async () => {
  const clauses = ['4.3', '4.7', '4.8', '4.11'].map((part) => `${part}/refused-to-other-scopes`);
  const { judgements } = await rehearse({
    plan,
    selected: new Set(clauses),
    options: { tokens: [...embeddedTokens(), wildcard] },
    around: lettingIn,
  });
  expect(clauses.map((id) => judgements.get(id)?.verdict)).toEqual(['pass', 'pass', 'pass', 'pass']);
});
