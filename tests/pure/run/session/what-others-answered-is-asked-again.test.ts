import { describe, expect, test } from 'vitest';
import { Exchange } from '../../../../history/exchange.ts';
import type { Remark } from '../../../../history/history.ts';
import { createCallers } from '../../../../run/callers.ts';
import { createRandom } from '../../../../run/random.ts';
import type { Dispatch, Send, Exchanged } from '../../../../run/session/dispatch.ts';
import { tryingAgain } from '../../../../run/session/patience.ts';
import { historyOf } from '../../../support/histories.ts';

const { none } = createCallers([], createRandom(1));

interface Came {
  readonly status: number;
  readonly isLimited?: boolean;
  readonly isPage?: boolean;
}

/** Sends one request, which comes to these answers one after the other. */
async function sent(method: string, ...all: readonly Came[]) {
  const request = { method, target: '/demo/resource', headers: [] };
  const first: Dispatch = {
    parts: [{ name: method === 'GET' ? 'query' : 'create', ask: { as: none }, request }],
    way: { kind: 'single' },
    chain: { depth: 0 },
    exempt: false,
  };
  const aloneEach: boolean[] = [];
  const below: Send<Exchanged> = ({ parts }) => {
    const { status = 200, ...more } = all[aloneEach.length] ?? {};
    aloneEach.push(parts.every(({ ask }) => ask.alone === true));
    const outcome = {
      kind: 'answer',
      status,
      headers: [],
      body: new Uint8Array(),
      sentAt: 0,
      answeredAt: 0,
    } as const;
    const exchange = new Exchange({ number: 1, caller: none, request, outcome, redirects: 0, ...more });
    return Promise.resolve({ exchanges: [exchange] });
  };
  const history = historyOf([]);
  const send = tryingAgain({
    governor: { sleep: () => Promise.resolve() },
    history,
    record: () => undefined,
    controlFor: () => undefined,
  })(below);
  const { exchanges } = await send(first);
  const found = (kind: Remark['kind']): readonly number[] =>
    history.entries.flatMap((entry) =>
      'kind' in entry &&
      entry.kind === kind &&
      'exchange' in entry &&
      entry.exchange.outcome.kind === 'answer'
        ? entry.exchange.outcome.status
        : [],
    );
  return {
    came: exchanges[0]?.label,
    aloneEach,
    triedAgain: found('tried again'),
    own: found('own page'),
  };
}

const limited = { status: 400, isLimited: true };
const page = { status: 200, isPage: true };

describe('a request that a limit may have taken', () => {
  test.each(['GET', 'POST'])('is repeated alone, and noted if it succeeds: %s', async (method) => {
    expect(await sent(method, limited, { status: 201 })).toEqual({
      came: '201',
      aloneEach: [false, true],
      triedAgain: [400],
      own: [],
    });
  });

  test('has the same answer if the implementation repeats it to the request alone', async () => {
    expect(await sent('GET', limited, { status: 400 })).toMatchObject({ came: '400', triedAgain: [] });
  });
});

describe('a page that may belong to another system', () => {
  test('is requested again if it is a read', async () => {
    expect(await sent('GET', page, { status: 200 })).toMatchObject({
      came: '200',
      aloneEach: [false, false],
      own: [],
    });
  });

  test('belongs to the implementation if it comes each time', async () => {
    expect(await sent('GET', page, page, page, page)).toMatchObject({ came: '200', own: [200] });
  });

  test('is no answer to a write, which is not repeated', async () => {
    expect(await sent('POST', page)).toMatchObject({ came: '200 (a page)', aloneEach: [false] });
  });
});
