import { refusesInStyle } from '../../judging/access/declared-style.ts';
import { confirmations } from '../../judging/confirm.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { listNames, type ListName } from '../../contract/traits.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import { keptResource } from '../../implementation/resources/kept-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { Ask } from '../../run/ask.ts';
import { inScope } from '../../run/options.ts';

/** A read that strangers may not send: of a resource; of a list if no caller may create a resource. */
interface Read {
  readonly name: 'readById' | ListName;
  readonly ask: Ask;
}

/** Judges whether a request has access only because an earlier request on its connection had. */
export async function judgeOneConnection(on: Stage): Promise<void> {
  const read = await guardedRead(on);
  if (read === undefined) return on.discarded('premise-failed', 'neither a resource nor a list is read');
  const { none, random } = on.callers;
  for (const stranger of [none, random]) await judgeStranger(on, read, stranger);
}

async function guardedRead(on: Stage): Promise<Read | undefined> {
  const kept = await unlessInconclusive(keptResource(on));
  if (kept !== undefined) return { name: 'readById', ask: { path: { id: kept.own.id } } };
  const [name] = inScope(on.options, listNames);
  return name === undefined ? undefined : { name, ask: {} };
}

async function judgeStranger(on: Stage, read: Read, stranger: Caller): Promise<void> {
  let [first, probe] = await askedAfter(on, read, stranger);
  for (let again = 0; again < 2 && isLost(first, probe); again += 1)
    [first, probe] = await askedAfter(on, read, stranger);
  if (first === undefined || probe === undefined) return;
  if (!first.succeeded) on.discarded('premise-failed', `the authorised read was answered ${first.label}`);
  else if (probe.failure?.wrote === false)
    on.discarded('not-observable', 'the connection was closed after the authorised read');
  else if (probe.is('turned away')) on.held();
  else if (probe.succeeded && (await isByTheOther(on, read, stranger, probe)))
    on.violated({
      expected: `no access for ${stranger.label} on a connection that served another caller`,
      got: `${probe.label} with ${read.name === 'readById' ? 'the resource' : 'the list'}`,
      deviation: { kind: 'status' },
      exchanges: [first, probe],
    });
  else if (probe.is('noise')) on.noise(probe.label);
  else if (probe.succeeded && (await refusesInStyle(on, read.name, probe, first))) on.held();
  else on.undecided('two-readings', `${stranger.label} was answered ${probe.label}`, { exchanges: [probe] });
}

/** The read by a caller with access, and by the stranger on the same connection. */
function askedAfter(on: Stage, { name, ask }: Read, stranger: Caller): Promise<readonly Exchange[]> {
  return on.askOnOneConnection([
    [name, { ...ask, as: on.reader }],
    [name, { ...ask, as: stranger, once: true }],
  ]);
}

/** A resource shows that access was granted; a list shows it if the stranger is refused on connections of his own. */
async function isByTheOther(on: Stage, read: Read, stranger: Caller, probe: Exchange): Promise<boolean> {
  const { name, ask } = read;
  if (name === 'readById') return probe.object?.['version'] !== undefined;
  for (let time = 1; time <= confirmations; time += 1) {
    const [alone] = await on.askOnOneConnection([[name, { ...ask, as: stranger, once: true }]]);
    const [first, after] = await askedAfter(on, read, stranger);
    if (alone?.is('turned away') !== true || first?.succeeded !== true || after?.succeeded !== true)
      return false;
  }
  return true;
}

/** Whether one of the two requests got no usable answer; a server that closes after the first request has answered. */
function isLost(first: Exchange | undefined, probe: Exchange | undefined): boolean {
  return first?.is('noise') === true || (probe?.is('noise') === true && probe.failure?.wrote !== false);
}
