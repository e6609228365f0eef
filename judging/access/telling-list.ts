import { says } from '../../wire/status.ts';
import type { PlainRead } from '../../contract/traits.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { awaited } from '../../run/awaited.ts';
import type { Exchange } from '../../history/exchange.ts';
import { settles } from '../../run/settle.ts';
import { oncePerRunFor } from '../../implementation/once-per-run.ts';
import { keptResource, type KeptResource } from '../../implementation/resources/kept-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { plainOrFresh } from '../parameters/bare-answers.ts';
import { isTelling, listed } from './disclosure.ts';

/** The shared resource, if one exists: lists are read without it too. */
export async function keptIfAny(on: Stage): Promise<KeptResource | undefined> {
  return await unlessInconclusive(keptResource(on));
}

/** The list of a sufficient caller once it shows something, or the last list when the lag of queries is over. */
export const tellingList = oncePerRunFor((on: Stage, name: PlainRead) =>
  listOnce(on, name, (answer) => hopeless(answer) || isTelling(listed(answer))),
);

/** The list of a sufficient caller once it is answered 2xx, whatever its content. */
export const answeredList = oncePerRunFor((on: Stage, name: PlainRead) =>
  listOnce(on, name, (answer) => hopeless(answer) || answer.succeeded),
);

/** The list once it is enough, or the last list when the lag of queries is over. */
export async function listOnce(
  on: Stage,
  name: PlainRead,
  isEnough: (answer: Exchange) => boolean,
): Promise<Exchange> {
  const kept = await keptIfAny(on);
  let answer = await plainOrFresh(on, name);
  if (kept === undefined) return answer;
  await settles(
    on.clock,
    { since: kept.own.lastWriteAt, ms: on.grace.queryMs, for: awaited.queries },
    async () => {
      if (isEnough(answer)) return true;
      answer = await on.ask(name);
      return isEnough(answer);
    },
  );
  return answer;
}

/** An answer that no wait turns into a list with content: an undocumented form, or a refusal of caller or request. */
export function hopeless(answer: Exchange): boolean {
  if (!answer.succeeded)
    return (
      answer.is('fault') ||
      says(answer, 'denied') ||
      says(answer, 'invalid') ||
      says(answer, 'method not supported')
    );
  if (answer.endpoint === 'query') return answer.body.length > 0 && answer.json.kind !== 'json';
  return answer.body.length === 0 || answer.json.kind !== 'json';
}
