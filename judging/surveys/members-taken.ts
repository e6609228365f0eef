import { createNoted } from './noted-create.ts';
import { says } from '../../wire/status.ts';
import { refusalOfMember, wasTaken } from '../../world/shapes/taken-members.ts';
import type { World } from '../../world/world.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import type { Exchange } from '../../history/exchange.ts';
import { isOneForAll } from '../../implementation/learnt.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asObject, type JsonInput } from '../../wire/json/json.ts';
import { contentSent, type Content } from './contents.ts';

/** The array whose items have members of their own. */
const itemsArray = 'arrayOfObjectType';

const both = (value: number) => ({ integerExample: value, integerExampleInt32: value });
const [one, two, three, ten] = [both(1), both(2), both(3), both(10)];

/** Values of one to three elements each, at most six: of an array, or of the array whose items have the member. */
type Tries = (canary: () => string) => readonly (readonly JsonInput[])[];

const integers: Tries = () => [[1], [1, 2], [1, 2, 3], [10], [10, 20], [100, 200, 300]];

const tries: Readonly<Record<string, Tries>> = {
  arrayOfIntExample: integers,
  arrayOfUniqueIntExample: integers,
  arrayOfTwonumbersExample: integers,
  arrayOfFloatExample: () => [[1.5], [1.5, 2.25], [1.5, 2.25, 3.5], [1], [1, 2], [10.5, 20.5, 30.5]],
  arrayOfNumberNoDefaultsExample: integers,
  arrayOfStringExample: (canary) => [
    [canary()],
    [canary(), 'b'],
    [canary(), 'b', 'c'],
    ['a'],
    ['a', 'b'],
    ['abc', 'def', 'ghi'],
  ],
  [itemsArray]: () => [
    [one],
    [one, two],
    [one, two, three],
    [ten],
    [{ integerExample: 1 }],
    [{ integerExampleInt32: 1 }],
  ],
  integerExample: () => [[{ integerExample: 1 }], [one], [one, two], [one, two, three], [ten]],
  integerExampleInt32: () => [[{ integerExampleInt32: 1 }], [one], [one, two], [one, two, three], [ten]],
};

/** The documented members of a create, in the contract's order. */
const createMembers: readonly string[] = Object.keys(tries);

/** The number of creates with drawn content, and of refused creates among them. */
export const drawnCreates = oncePerRun((_on: Stage) => Promise.resolve({ drawn: 0, refused: 0 }));

/** Tries each documented member that no accepted create of the run has brought, in a body that is accepted without it. */
export const tryMembers = oncePerRun(async (on: Stage): Promise<void> => {
  const isMissing = createMembers.some((name) => !wasTaken(on.world.history, name));
  if (isMissing && !on.options.readOnly && on.facts.writer !== undefined)
    await unlessInconclusive(isOneForAll(on.facts) ? tryAllOn(on) : tryAll(on));
});

/** The results of creates, by member: part of an accepted body, or refused with every value tried. */
export function membersOfCreates({ history }: Pick<World, 'history'>): {
  readonly taken: readonly string[];
  readonly refused: readonly string[];
} {
  return {
    taken: createMembers.filter((name) => wasTaken(history, name)),
    refused: createMembers.filter((name) => refusalOfMember(history, name) !== undefined),
  };
}

/** If creates update one resource, no other check may use it meanwhile. */
async function tryAllOn(on: Stage): Promise<void> {
  await on.own(async (own) => {
    await tryAll(on);
    own.mayHaveMoved(on.clock.now());
  });
}

/** A body without the members must be accepted before and after. */
async function tryAll(on: Stage): Promise<void> {
  const base = (await on.create()).exchange;
  if (!base.succeeded) return;
  const refused = new Set<string>();
  for (const name of createMembers) {
    if (wasTaken(on.world.history, name) || (isOfItems(name) && refused.has(itemsArray))) continue;
    if (await isRefused(on, asObject(contentSent(base)) ?? {}, name)) refused.add(name);
  }
  if (refused.size > 0) await on.create();
}

/** Whether every value is refused, each for its content. */
async function isRefused(on: Stage, base: Content, name: string): Promise<boolean> {
  for (const value of tries[name]?.(() => on.canary()) ?? []) {
    const create = await createWith(on, base, { [isOfItems(name) ? itemsArray : name]: value });
    if (!says(create, 'invalid', 'fault')) return false;
  }
  return true;
}

/** The lines of the profile that declare refused members; a line that the profile lacks comes first. */
export function takenSupply({ profile }: Pick<World, 'profile'>, names: readonly string[]): string {
  const sample = '"samples": {"4.6": {"body": {…}}}';
  const refused = `"fields": {"refused": ${JSON.stringify(names)}}`;
  return profile.samples?.['4.6']?.body === undefined ? `${sample} or ${refused}` : `${refused} or ${sample}`;
}

/** Members that are refused with every value, but not declared so; an array includes the members of its items. */
export function refusedUndeclared(world: Pick<World, 'history' | 'profile'>): readonly string[] {
  const declared = world.profile.fields?.refused ?? [];
  const isDeclared = (name: string): boolean =>
    declared.includes(name) || (isOfItems(name) && declared.includes(itemsArray));
  return membersOfCreates(world).refused.filter((name) => !isDeclared(name));
}

/** A create of its own without concurrent requests: some servers refuse writes during another write. */
async function createWith(on: Stage, base: Content, member: Content): Promise<Exchange> {
  const own = 'arrayOfStringExample' in base ? { arrayOfStringExample: [on.canary()] } : {};
  const objectTypeProperty = { ...base, ...own, ...member };
  // Other members may be additions of the vendor.
  const bodyIs = on.profile.samples?.['4.6'] === undefined ? 'well-typed' : 'either';
  return await createNoted(on, { as: on.writer, alone: true, json: { objectTypeProperty }, bodyIs });
}

function isOfItems(name: string): boolean {
  return !name.startsWith('array');
}
