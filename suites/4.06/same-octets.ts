import { writeJson } from '../../wire/json/json.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Random } from '../../run/random.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Content } from '../../judging/surveys/contents.ts';

/** A create with that content, and its answer. */
export interface SentContent {
  readonly content: Content;
  readonly exchange: Exchange;
}

/** This many contents of either kind, each sent again so often. */
const contents = 2;
const times = 3;

/**
 * If some creates with plain content are answered with server errors, and others are accepted: whether that depends
 * on the content, whichever part of it is the cause. The same octets are sent again, two contents of either kind
 * three times each, in drawn order: one of 924 orders, so that no rhythm of the server is mistaken for it. True if
 * the content decides every time.
 */
export async function judgeSameOctets(
  on: Stage,
  sent: readonly SentContent[],
  send: (content: Content) => Promise<Exchange>,
): Promise<boolean> {
  const failing = sent.filter(({ exchange }) => exchange.is('fault')).slice(0, contents);
  const accepted = sent.filter(({ exchange }) => exchange.succeeded).slice(0, contents);
  if (failing.length < contents || accepted.length < contents) return false;
  let control: Exchange | undefined;
  let probe: SentContent | undefined;
  for (const { content, exchange: before } of shuffled([...failing, ...accepted], on.random)) {
    const exchange = await send(content);
    if (!exchange.is(before.succeeded ? 'accepted' : 'fault')) return false;
    if (exchange.succeeded) control = exchange;
    else probe = { content, exchange };
  }
  if (probe === undefined || control === undefined) return false;
  on.violated({
    expected: 'no server error for plain content',
    got: `${probe.exchange.label} each time for the same octets, as others are accepted each time`,
    deviation: { kind: 'status' },
    exchanges: [control, probe.exchange],
    reproduced: `${contents * times}/${contents * times}`,
    counterexample: { content: writeJson(probe.content) },
  });
  return true;
}

function shuffled(ones: readonly SentContent[], random: Random): readonly SentContent[] {
  const all = ones.flatMap((one) => Array.from({ length: times }, () => one));
  const left = [...all];
  return all.flatMap(() => left.splice(random.integer(0, left.length - 1), 1));
}
