import {
  isArray,
  isObject,
  JsonNumber,
  member,
  number,
  without,
  writeJson,
  type Json,
  type JsonObject,
} from '../../reference/json.ts';
import type { Profile } from '../../clause/profile.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import { Refused } from '../../reference/refused.ts';
import { asItIs, imitated, policy, type Behaviour, type Layers } from './layers.ts';

type Bounds = NonNullable<NonNullable<Profile['arrays']>['arrayOfIntExample']>;

const refusing = (reason: string, isOdd: (content: JsonObject) => boolean): PolicyOverride => {
  return (base) => ({
    contentOf(value) {
      const stored = base.contentOf(value);
      if (isOdd(stored)) throw new Refused(400, reason);
      return stored;
    },
  });
};

/** A create is refused if its array is out of bounds. */
export const bounded = (name: string): Behaviour =>
  imitated<Bounds>((bounds) =>
    policy(
      refusing(`${name} is out of bounds`, (content) => {
        const given = member(content, name);
        return isArray(given) && isOutside(given, bounds);
      }),
    ),
  );

function isOutside(array: readonly Json[], bounds: Bounds): boolean {
  const { minItems = 0, maxItems = Infinity, minimum = -Infinity, maximum = Infinity } = bounds;
  if (array.length < minItems || array.length > maxItems) return true;
  if (bounds.uniqueItems === true && new Set(array.map(writeJson)).size < array.length) return true;
  return array.some((item) => {
    const value = item instanceof JsonNumber ? Number(item.text) : undefined;
    return value !== undefined && (value < minimum || value > maximum);
  });
}

/** Members of a create or of its items that are refused with any value. */
export const refusedMembers: Behaviour = imitated<readonly string[]>((names) =>
  policy(
    refusing(`${names.join(' or ')} is not taken`, (content) => {
      const items = member(content, 'arrayOfObjectType');
      const parts = [content, ...(isArray(items) ? items : [])];
      return names.some((name) => parts.some((part) => isFilled(member(part, name))));
    }),
  ),
);

function isFilled(value: Json | undefined): boolean {
  return value !== undefined && !(isArray(value) && value.length === 0);
}

/** The invented records of the reference, with the places of each type in them. */
const madeUp = ['Cart', 'LineItem', 'Variant', 'Attributes', 'Money', 'DateExamples'];

const inner: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Cart: { lineItems: 'LineItem', sum: 'Money' },
  LineItem: { variant: 'Variant', price: 'Money', totalPrice: 'Money' },
  Variant: { attributes: 'Attributes', price: 'Money' },
};

/** Changes the members of these fields (`Cart.sum`) wherever they are. */
function changed(
  value: Json,
  type: string | undefined,
  fields: readonly string[],
  to: Json | undefined,
): Json {
  if (isArray(value)) return value.map((item) => changed(item, type, fields, to));
  if (!isObject(value) || type === undefined) return value;
  const members = Object.entries(value).flatMap(([name, held]): readonly (readonly [string, Json])[] => {
    if (!fields.includes(`${type}.${name}`)) return [[name, changed(held, inner[type]?.[name], fields, to)]];
    return to === undefined ? [] : [[name, to]];
  });
  return Object.fromEntries(members);
}

/** Fields that are never shown, or null. */
export const shownAs = (to: null | undefined): Behaviour =>
  imitated<readonly string[]>((fields) => {
    const others = fields.filter((field) => !madeUp.includes(field.split('.')[0] ?? ''));
    if (others.length > 0) return `${others.join(', ')}: what is stored is shown as it came`;
    const change = (value: JsonObject, type: string): JsonObject => {
      const made = changed(value, type, fields, to);
      return isObject(made) ? made : value;
    };
    return policy((base) => ({
      cart: (call) => change(base.cart(call), 'Cart'),
      dates: (instant) => change(base.dates(instant), 'DateExamples'),
    }));
  });

/** Fields that are always shown; invented records have them all. */
export const alwaysShown: Behaviour = imitated<readonly string[]>((fields): Layers | string => {
  const others = fields.filter((field) => !madeUp.includes(field.split('.')[0] ?? ''));
  return others.length === 0 ? asItIs : `${others.join(', ')}: what is stored is shown as it came`;
});

/** The sets of fields in answers of 4.9. */
export const variants: Behaviour = imitated<readonly (readonly string[])[]>((sets) =>
  policy((base) => ({
    recordContent(record, one) {
      const whole = base.recordContent(record, 0);
      const at = Math.abs(Math.floor(one ?? Object.keys(record).length)) % sets.length;
      const names = sets[at] ?? [];
      return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));
    },
  })),
);

type Refuse = (record: JsonObject) => string | undefined;

/** Records that are refused for another reason. */
const refusingRecords = (reason: Refuse): Layers =>
  policy((base) => ({ recordRefusal: (record) => base.recordRefusal(record) ?? reason(record) }));

export const requiredOfRecords: Behaviour = imitated<readonly string[]>((names) =>
  refusingRecords((record) => {
    const missing = names.find((name) => member(record, name) === undefined);
    return missing === undefined ? undefined : `${missing} is missing`;
  }),
);

export const omittedOfRecords: Behaviour = imitated<readonly string[]>((names) =>
  refusingRecords((record) => {
    const stray = names.find((name) => member(record, name) !== undefined);
    return stray === undefined ? undefined : `${stray} is not taken`;
  }),
);

/** Types of a record's members that are accepted besides the types of the contract. */
export const typesOfRecords: Behaviour = imitated<Readonly<Record<string, string>>>((types) =>
  policy((base) => ({
    recordRefusal(record) {
      const declared = Object.entries(types).filter(([name, type]) => {
        const value = member(record, name);
        return value !== undefined && isOf(value, type);
      });
      return base.recordRefusal(without(record, ...declared.map(([name]) => name)));
    },
  })),
);

function isOf(value: Json, type: string): boolean {
  if (value === null || isArray(value)) return type === (value === null ? 'null' : 'array');
  if (value instanceof JsonNumber)
    return type === 'number' || (type === 'integer' && Number.isInteger(Number(value.text)));
  return typeof value === type;
}

const examples: Readonly<Record<string, Json>> = {
  string: 'a',
  number: new JsonNumber('0.5'),
  integer: number(0),
  boolean: true,
  object: {},
  array: [],
  null: null,
};

/** The members of 4.1 that ObjectTypeProperty lacks; members that count keep their value. */
export const pagingMembers: Behaviour = imitated<Readonly<Record<string, string>>>((types) =>
  policy((base) => ({
    collectionPage(call, seen, fields) {
      const page = base.collectionPage(call, seen, fields);
      const beside = Object.entries(types).map(([name, type]) => {
        const usual = member(page, name);
        return [name, usual !== undefined && isOf(usual, type) ? usual : (examples[type] ?? null)] as const;
      });
      return { ...fields, ...Object.fromEntries(beside) };
    },
  })),
);
