import { createNoted } from './noted-create.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { idFrom } from '../../implementation/id-source.ts';
import { versionOf } from '../../implementation/resources/own-resource.ts';
import { changeTo } from '../../implementation/updates/changes.ts';
import type { Stage } from '../../implementation/stage.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import { inScope } from '../../run/options.ts';
import { JsonNumber } from '../../wire/json/json.ts';

/** Two letters beyond ASCII, one of them in Latin-1, to find code that uses another encoding than UTF-8. */
export const beyondAscii = 'éł';

/** Characters that JSON must escape or writers treat specially; not NUL, which many stores cannot hold. */
export const rareSigns: readonly string[] =
  '\u0001 \u0008 \u000b \u000c \u001b \u001f \u007f \u0080 \u009f \ufdd0 \uffff \u{1ffff}'.split(' ');

/** Sends them in a create and an update, all at once or each alone: a server may refuse them, but an answer is JSON. */
export async function sendRareSigns(on: Stage): Promise<void> {
  if (on.options.readOnly || on.facts.writer === undefined || !isLeft(on, 'create')) return;
  // If all creates update one resource, no other check may rely on its version meanwhile.
  if (isOneForAll(on.facts)) return await on.own(() => createWithSigns(on));
  await createWithSigns(on);
}

function isLeft(on: Stage, name: EndpointName): boolean {
  return inScope(on.options, [name]).length > 0;
}

async function createWithSigns(on: Stage): Promise<void> {
  const all = await changed(on, await createWith(on, rareSigns));
  if (all.succeeded || all.is('noise')) return;
  const each: Exchange[] = [];
  for (const sign of rareSigns) each.push(await changed(on, await createWith(on, [sign])));
  const [crash] = [all, ...each].filter((one) => one.is('fault'));
  if (crash !== undefined)
    on.suspect(`A create whose text holds a control character or a noncharacter is answered ${crash.label}.`);
}

async function createWith(on: Stage, signs: readonly string[]): Promise<Exchange> {
  const arrayOfStringExample = [on.canary(), ...signs.map((sign) => `a${sign}b`)];
  return await createNoted(on, { as: on.writer, json: { objectTypeProperty: { arrayOfStringExample } } });
}

/** Changes, reads and deletes a resource with that text, so that no list shows it for long. */
async function changed(on: Stage, created: Exchange): Promise<Exchange> {
  const { idSource, readable, updater } = on.facts;
  const id = created.succeeded && idSource !== undefined ? idFrom(created, idSource) : undefined;
  if (id === undefined || isOneForAll(on.facts)) return created;
  const one = { path: { id }, mayNotExist: true };
  const version = versionOf(created.value);
  if (version !== undefined && isLeft(on, 'update')) {
    const actions = [changeTo(`${on.canary()}${rareSigns.join('')}`)];
    await on.ask('update', { ...one, as: updater, json: { version: new JsonNumber(version), actions } });
  }
  if (readable && isLeft(on, 'readById')) await on.ask('readById', one);
  if (isLeft(on, 'remove')) await on.ask('remove', { ...one, as: on.writer });
  return created;
}
