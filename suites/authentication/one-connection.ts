import { refusesInStyle } from '../../judging/access/declared-style.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import type { Stage } from '../../implementation/stage.ts';

/** Judges whether a request is granted access by what an earlier one on its connection was allowed. */
export async function judgeOneConnection(on: Stage): Promise<void> {
  const { own } = await keptResource(on);
  const path = { id: own.id };
  const { none, random } = on.callers;
  for (const stranger of [none, random]) {
    const send = () =>
      on.askOnOneConnection([
        ['readById', { path, as: on.reader }],
        ['readById', { path, as: stranger, once: true }],
      ]);
    let [first, probe] = await send();
    for (let again = 0; again < 2 && isLost(first, probe); again += 1) [first, probe] = await send();
    if (first === undefined || probe === undefined) continue;
    if (!first.succeeded) on.discarded('premise-failed', `the authorised read was answered ${first.label}`);
    else if (probe.failure?.wrote === false)
      on.discarded('not-observable', 'the connection was closed after the authorised read');
    else if (probe.is('turned away')) on.held();
    else if (probe.succeeded && probe.object?.['version'] !== undefined)
      on.violated({
        expected: `no access for ${stranger.label} on a connection that served another caller`,
        got: `${probe.label} with the resource`,
        deviation: { kind: 'status' },
        exchanges: [first, probe],
      });
    else if (probe.is('noise')) on.noise(probe.label);
    else if (probe.succeeded && (await refusesInStyle(on, 'readById', probe, first))) on.held();
    else
      on.undecided('two-readings', `${stranger.label} was answered ${probe.label}`, { exchanges: [probe] });
  }
}

/** The network spoke in place of one of them; a connection that was closed after the first says something. */
function isLost(first: Exchange | undefined, probe: Exchange | undefined): boolean {
  return first?.is('noise') === true || (probe?.is('noise') === true && probe.failure?.wrote !== false);
}
