import type { Ask } from '../../run/ask.ts';
import { existenceCase } from './existence.ts';
import { otherReader } from '../../implementation/resources/other-reads.ts';
import { someInsufficient } from '../../judging/access/parts-access.ts';
import type { Stage } from '../../implementation/stage.ts';
import { notEveryTime, confirmations } from '../../judging/confirm.ts';
import type { Exchange } from '../../history/exchange.ts';

/**
 * No octet follows the header section of an answer to HEAD, neither until the close nor before the next answer (4.5).
 */
export async function judgeNoBody(on: Stage): Promise<void> {
  const both = [on.reader, otherReader(on)];
  const [one = on.reader, other = on.reader] = on.random.pick([both, both.toReversed()]);
  const asks: readonly Ask[] = [
    { as: one },
    { as: other, query: [['stringParameter', on.canary()]] },
    { as: one, query: [['floatParameter', 'abc']] },
    ...someInsufficient(on, existenceCase).map((as) => ({ as })),
  ];
  for (const { exchange, octets } of await Promise.all(asks.map((ask) => on.askRaw('exists', ask)))) {
    if (exchange.failure !== undefined) on.noise(exchange.label);
    else if (octets.length > 0)
      on.violated({
        expected: 'no octet after the header section',
        got: `${octets.length} octets after a ${exchange.label}: ${JSON.stringify(new TextDecoder('latin1').decode(octets.slice(0, 60)))}`,
        deviation: { kind: 'stray-octets' },
        exchanges: [exchange],
      });
    else on.held();
  }
  await judgeKeptConnection(on);
}

/** An open connection helps only with a server that ends its answer at the end of the header section. */
async function judgeKeptConnection(on: Stage): Promise<void> {
  const shown: Exchange[] = [];
  while (shown.length < 2 * confirmations) {
    const [first, second] = await on.askOnOneConnection([
      ['exists', {}],
      ['exists', {}],
    ]);
    const isBroken = first?.failure === undefined && second?.failure?.failure === 'framing';
    if (first === undefined || second === undefined || !isBroken) {
      if (shown.length > 0)
        notEveryTime(on, 'octets that begin no answer followed the answer to HEAD', shown);
      return;
    }
    shown.push(first, second);
  }
  on.violated({
    expected: 'another answer right after the header section of the one before, on the same connection',
    got: 'octets that are not the start of an answer',
    deviation: { kind: 'stray-octets' },
    exchanges: shown.slice(-2),
    reproduced: `${confirmations}/${confirmations}`,
  });
}
