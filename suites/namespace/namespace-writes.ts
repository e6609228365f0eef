import type { JsonInput } from '../../wire/json/json.ts';
import type { Caller } from '../../history/caller.ts';
import { requireConsent } from '../../implementation/permission.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import { likeliestCaller, type Granted } from '../../implementation/callers/likeliest-caller.ts';
import { askNamespace, namespaceReader } from '../../implementation/namespace-asks.ts';
import { sampleAsk } from '../../implementation/sample-ask.ts';
import { cartsAgain } from './surveyed-carts.ts';
import type { Stage } from '../../implementation/stage.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** Content of a write that contains a word of the run. */
export type NamespaceContent = (word: string) => JsonInput;

const note: NamespaceContent = (word) => ({ note: word });

/** Contents of several kinds: the contract shows no body of a write (4.16). */
export const namespaceContents: readonly NamespaceContent[] = [
  note,
  (word) => ({
    note: `${word} "b" \\ é\n`,
    count: 0,
    share: -1.5,
    isFirst: false,
    nothing: null,
    list: [],
    more: {},
  }),
  (word) => word,
  (word) => [word],
];

/** The name of a content in observations, the same in each run. */
export function nameOf(content: NamespaceContent): string {
  return JSON.stringify(content('conformance'));
}

/** One write to the namespace (4.16), with the declared sample if one is declared. Throws without consent. */
export async function writeNamespace(on: Stage, as: Caller, json = note): Promise<Exchange> {
  requireConsent(on, 'namespace', '4.16');
  const content = { json: json(on.canary()) };
  const sample = sampleAsk(on, '4.16.POST', '4.16');
  const exchange = await insist(() => on.ask('namespaceWrite', { ...content, ...sample, as }));
  if (exchange.succeeded) (await taken(on)).content ??= json;
  return exchange;
}

/** The first content that was answered 2xx: it is the documented request of this server. */
const taken = oncePerRun((_on: Stage): Promise<{ content?: NamespaceContent }> => Promise.resolve({}));

/** Content that writes of the run have shown to be accepted; undefined if no write was accepted. */
export async function takenContent(on: Stage): Promise<NamespaceContent | undefined> {
  return (await taken(on)).content;
}

/** The caller whose write is accepted, and the answer; once per run, alone. Throws without consent. */
export async function namespaceWriter(on: Stage): Promise<Granted> {
  requireConsent(on, 'namespace', '4.16');
  await on.until('overwrites');
  const writer = await likeliestCaller(on, '4.16.POST', 'namespaceWrite', (as) => writeNamespace(on, as));
  if (writer.exchange.succeeded) await readWritten(on);
  return writer;
}

/** From then on, reads may show the written content; their answers are checked like all others. */
const readWritten = oncePerRun(async (on: Stage) => {
  const { caller } = await namespaceReader(on);
  await cartsAgain(on);
  return await askNamespace(on, caller);
});

const namespaceForUnknownToken = oncePerRun((on: Stage) => askNamespace(on, on.callers.random));

/** Provokes successes and refusals at 4.16: reads, a read by an unknown token, and with consent a write. */
export async function provokeNamespace(on: Stage): Promise<void> {
  await namespaceReader(on);
  await namespaceForUnknownToken(on);
  if (!on.options.readOnly && on.options.consent.has('namespace')) await namespaceWriter(on);
}
