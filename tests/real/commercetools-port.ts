import { randomUUID } from 'node:crypto';
import type { StartedExample } from './started-example.ts';

/** What the mock shows of a category. */
interface Category {
  readonly id: string;
  readonly version: number;
  readonly custom: { readonly fields: Readonly<Record<string, unknown>> };
}

async function created(
  at: StartedExample,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Category> {
  const key = randomUUID();
  const custom = { type: { typeId: 'type', key: 'object' }, fields };
  const draft = { key, name: { en: key }, slug: { en: key }, custom };
  return (await at.ask('POST', '/demo/categories', draft)).body as Category;
}

/** The status of an update that sets the description, or of one without actions. */
async function updated(
  at: StartedExample,
  { id }: Category,
  version: number,
  description?: string,
): Promise<number> {
  const actions =
    description === undefined ? [] : [{ action: 'setDescription', description: { en: description } }];
  return (await at.ask('POST', `/demo/categories/${id}`, { version, actions })).status;
}

/** Answers to the version that was left: with the description that is there already, then with another one. */
export async function versionThatWasLeft(at: StartedExample): Promise<readonly number[]> {
  const category = await created(at);
  const moves = await updated(at, category, category.version, 'as it is');
  const same = await updated(at, category, category.version, 'as it is');
  const other = await updated(at, category, category.version, 'otherwise');
  return [moves, same, other];
}

/** Answers to a version that never was: without actions, then with one that changes something. */
export async function versionThatNeverWas(at: StartedExample): Promise<readonly number[]> {
  const category = await created(at);
  return [await updated(at, category, 7919), await updated(at, category, 7919, 'otherwise')];
}

/** Whether one of some rounds, each of eight updates at once that state one version, has several winners. */
export async function severalWinners(at: StartedExample): Promise<boolean> {
  for (let round = 0; round < 20; round += 1) {
    const category = await created(at);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, racer) => updated(at, category, category.version, `racer ${racer}`)),
    );
    if (statuses.filter((status) => status === 200).length > 1) return true;
  }
  return false;
}

/** What a later read shows of fields that were created so. */
export async function storedFields(
  at: StartedExample,
  fields: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const { id } = await created(at, fields);
  return ((await at.ask('GET', `/demo/categories/${id}`)).body as Category).custom.fields;
}
