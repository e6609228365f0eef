import { unlessInconclusive } from '../../clause/thrown.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import { namesWith } from '../../contract/traits.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { deleteOwn } from '../../implementation/resources/disposable.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import { readOwn } from '../../implementation/resources/read-own.ts';
import type { Stage } from '../../implementation/stage.ts';
import { confirmations } from '../../judging/confirm.ts';
import { laterPages } from '../../judging/surveys/later-pages.ts';
import { awaited } from '../../run/awaited.ts';
import { lets } from '../../world/callers/lets.ts';
import type { Exchange } from '../../history/exchange.ts';
import { inScope } from '../../run/options.ts';
import { settles } from '../../run/settle.ts';
import { mentions } from '../../wire/json/pointer.ts';

/** Resources that are created if some were never found; and the least number that is looked for. */
const several = 12;
const some = 8;

/** A resource for this purpose, with a text of its own. */
interface Made {
  readonly own: OwnResource;
  readonly canary: string;
}

/**
 * A created resource that a list keeps showing is found by its id (4.2). If some were never found, several are
 * created at once and looked for when no lag can hide them any more. A client that deletes them meanwhile also
 * removes them from lists: a list counts only if it has just lost a resource that the run has deleted. Sends nothing
 * if a run has made enough resources, and all of them were found.
 */
export async function judgeNeverFound(on: Stage): Promise<void> {
  if (isOneForAll(on.facts) || on.facts.writer === undefined) return;
  if (on.made.length < some) for (const { own } of await make(on, some)) await readOwn(on, own);
  if (!wereSomeUnfound(on)) return;
  const made = await make(on, several);
  const { found, missing } = await lookForThem(on, made);
  const [control] = found;
  if (control === undefined || missing.length < confirmations) return;
  const truthful = await followingDeletes(on, control);
  const looks = (await lists(on)).filter(({ endpoint }) => truthful.has(endpoint));
  const contradicted = missing.flatMap((one) => {
    const look = looks.find(({ value }) => mentions(value, one.canary));
    return look === undefined ? [] : [{ ...one, look }];
  });
  const [first] = contradicted;
  if (first === undefined || contradicted.length < confirmations) return;
  const again = await readOwn(on, first.own);
  if (!isAbsent(again) || on.world.passing.isDisturbance(again)) return;
  on.violated({
    expected: 'a resource that a list shows to be found by its id',
    got: `${again.label}, as for ${contradicted.length} of ${made.length} that were created`,
    deviation: { kind: 'status', exchange: again },
    exchanges: [
      { exchange: first.look, role: 'look' },
      { exchange: again, role: 'look', culprit: true },
    ],
    reproduced: `${contradicted.length}/${made.length}`,
  });
}

function wereSomeUnfound(on: Stage): boolean {
  const own = new Set(on.made.map(({ id }) => id));
  return on.world.flickers.unfound.some(
    ({ id, missed }) => own.has(id) && lets('readById', missed.caller, on.options.projectKey) === 'in',
  );
}

async function make(on: Stage, most: number): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (let count = 0; count < most; count += 1) {
    const canary = on.canary();
    const own = (await unlessInconclusive(on.create(canary)))?.own;
    if (own === undefined) break;
    on.keep(own);
    made.push({ own, canary });
  }
  return made;
}

async function lookForThem(
  on: Stage,
  made: readonly Made[],
): Promise<{ readonly found: readonly Made[]; readonly missing: readonly Made[] }> {
  await on.clock.sleep(on.grace.queryMs, awaited.age);
  const found: Made[] = [];
  const missing: Made[] = [];
  for (const one of made) {
    const read = await readOwn(on, one.own);
    if (read.succeeded) found.push(one);
    else if (isAbsent(read)) missing.push(one);
  }
  return { found, missing };
}

/** Operations whose lists show a resource, and no longer once it is deleted. */
async function followingDeletes(
  on: Stage,
  { own, canary }: Made,
): Promise<ReadonlySet<EndpointName | undefined>> {
  const showing = async (): Promise<ReadonlySet<EndpointName | undefined>> =>
    new Set((await lists(on)).flatMap(({ endpoint, value }) => (mentions(value, canary) ? [endpoint] : [])));
  const before = await showing();
  if (before.size === 0 || !(await deleteOwn(on, own)).succeeded) return new Set();
  let after = before;
  await settles(on.clock, { since: on.clock.now(), ms: on.grace.queryMs }, async () => {
    after = await showing();
    return after.size === 0;
  });
  return new Set([...before].filter((name) => !after.has(name)));
}

async function lists(on: Stage): Promise<readonly Exchange[]> {
  const wide = await Promise.all(inScope(on.options, namesWith('shows', 'list')).map((name) => on.ask(name)));
  return [...wide, ...(await laterPages(on))].filter(({ succeeded }) => succeeded);
}

function isAbsent(exchange: Exchange): boolean {
  return exchange.is('nothing there');
}
