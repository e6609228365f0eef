import { says } from '../../wire/status.ts';
import { defined } from '../../clause/defined.ts';
import { JsonNumber } from '../../wire/json/json.ts';
import {
  deleteOwn,
  ifMatch,
  statedDelete,
  withDisposable,
} from '../../implementation/resources/disposable.ts';
import { versionOf, type OwnResource } from '../../implementation/resources/own-resource.ts';
import { plainDelete } from './plain-deletes.ts';
import { settles } from '../../run/settle.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { readOwn, versionToState } from '../../implementation/resources/read-own.ts';
import { afterReplicaLag } from '../../implementation/resources/lag.ts';

/** Observes the answers of a deleted resource, and the answer to an update beside a delete (4.11). */
export async function observeAfterwards(on: Stage): Promise<void> {
  const raced = await racedByUpdate(on);
  await withDisposable(on, async (disposable) => {
    const exchange = await deleteOwn(on, disposable);
    if (!exchange.succeeded)
      return on.discarded('premise-failed', `the delete was answered ${exchange.label}`);
    let read = await readOwn(on, disposable);
    await settles(on.clock, { since: on.clock.now(), ms: patienceMs(on) }, async () => {
      read = await readOwn(on, disposable);
      return !read.succeeded;
    });
    // A delete that is carried out later is first found by itself, and only then missing.
    if (says(exchange, 'later')) await afterReplicaLag(on, disposable);
    const second = await deleteOwn(on, disposable);
    const late = await update(on, disposable, new JsonNumber(versionOf(exchange.value) ?? '1'), [
      anyAction(on),
    ]);
    const after = says(read, 'not found')
      ? '404'
      : says(read, 'gone')
        ? '410'
        : read.succeeded
          ? 'softDeleted'
          : undefined;
    const repeat = second.succeeded ? '2xx' : second.is('turned away') ? '4xx' : undefined;
    on.observe({
      read: read.label,
      second: second.label,
      update: late.label,
      ...defined({ after, repeat, raced }),
    });
  });
}

/** How long a lagging replica may show a deleted resource: beyond it, it is shown on purpose. */
function patienceMs({ facts, grace, profile }: Stage): number {
  const { after, repeat } = profile.delete ?? {};
  const isExpected = after === 'softDeleted' || (after === undefined && repeat !== '4xx');
  return isExpected && !facts.lags ? briefMs : grace.readMs;
}

/** Long enough if no read was seen to lag, in milliseconds. */
const briefMs = 600;

/** Observes whether deletes must state the version, and in which parameter (4.11). */
export async function observeVersionParameter(on: Stage): Promise<void> {
  // A check that holds a resource must not wait for another check that wants the same resource.
  await plainDelete(on);
  await withDisposable(on, async (disposable) => {
    const exchange = await on.ask('remove', { path: { id: disposable.id }, as: on.writer });
    if (exchange.is('noise')) return;
    const parameter = on.profile.delete?.versionParam;
    const stated =
      parameter === undefined || parameter === 'none' ? undefined : await statedIsAccepted(on, disposable);
    const wantsOne = parameter === undefined && !exchange.succeeded && exchange.is('turned away');
    const takes = wantsOne ? await parameterTaken(on, disposable) : undefined;
    on.observe(
      {
        answer: exchange.label,
        bare: exchange.succeeded,
        ...defined({ stated, takes }),
      },
      {
        suspect: says(exchange, 'bad request', 'conflict', 'condition required') && {
          why: 'A delete without a version is refused, as if it had to state one.',
          pin: 'delete.versionParam',
        },
      },
    );
  });
}

/** Likely names of a parameter that states the version: the field's name, the contract's term, the usual header. */
const likelyParameters = ['version', 'expectedVersion', ifMatch];

/** The parameter with which a delete is accepted that was refused without a parameter. */
async function parameterTaken(on: Stage, disposable: OwnResource): Promise<string | undefined> {
  const path = { id: disposable.id };
  for (const name of likelyParameters) {
    const version = await versionToState(on, disposable);
    if (version === undefined) return undefined;
    const exchange = await on.ask('remove', { path, as: on.writer, ...statedDelete(name, version) });
    if (!exchange.is('accepted', 'turned away')) return undefined;
    if (!exchange.succeeded) continue;
    disposable.gone(on.clock.now());
    return name;
  }
  return undefined;
}

/** A concurrent update and delete of one resource: any answers and any final state are legitimate. */
async function racedByUpdate(on: Stage) {
  return await withDisposable(on, async (disposable) => {
    const stated = await versionToState(on, disposable);
    if (stated === undefined) return undefined;
    const [late, gone] = await Promise.all([
      update(on, disposable, new JsonNumber(stated), [anyAction(on)]),
      deleteOwn(on, disposable),
    ]);
    return { update: late.label, delete: gone.label };
  });
}

/**
 * Whether a delete with the version as declared is accepted: shown by an earlier plain delete, or in three
 * attempts on this resource.
 */
async function statedIsAccepted(on: Stage, disposable: OwnResource): Promise<boolean | undefined> {
  if ((await plainDelete(on)).succeeded) return true;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await afterReplicaLag(on, disposable);
    if (!(await readOwn(on, disposable)).succeeded) return undefined;
    const exchange = await deleteOwn(on, disposable);
    if (exchange.succeeded) return true;
    if (!exchange.is('turned away')) return undefined;
  }
  return false;
}
