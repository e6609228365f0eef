import { isIntegerSource } from '../../wire/json/numbers.ts';
import { JsonNumber, readJson, sameJson, type Json, asObject } from '../../wire/json/json.ts';
import type { Exchange } from '../../history/exchange.ts';
import { mentions } from '../../wire/json/pointer.ts';

/** Members about paging or about the server, which are the same for every caller. */
const settings =
  /^(?:limit|offset|page|pages|size|pageSize|perPage|status|statusCode|code|version|apiVersion|took|time|duration|level|max|min|success)$/i;
/** Arrays that an empty list may contain. */
const trimmings =
  /facet|sort|link|error|warning|message|suggest|filter|field|aggregation|expand|scope|schema|meta|parameter/i;

/** A list as JSON; if each line is a JSON text, an array of these. Undefined if the body is neither. */
export function listed(exchange: Exchange): Json | undefined {
  if (exchange.value !== undefined) return exchange.value;
  if (exchange.body.length === 0) return undefined;
  const lines = new TextDecoder()
    .decode(exchange.body)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const values: Json[] = [];
  for (const line of lines) {
    const reading = readJson(new TextEncoder().encode(line));
    if (reading.kind !== 'json') return undefined;
    values.push(reading.value);
  }
  return values;
}

/** Greater integers are points in time, not counts. */
const greatestCount = 1e9;

function isCount(value: JsonNumber): boolean {
  return Number.isSafeInteger(value.value) && Math.abs(value.value) < greatestCount;
}

/** Whether a list shows any of its content: an element, or a count other than zero. */
export function isTelling(value: Json | undefined): boolean {
  if (value instanceof JsonNumber) return isCount(value) && value.value !== 0;
  if (Array.isArray(value)) return value.length > 0;
  return Object.entries(asObject(value) ?? {}).some(([name, member]) => {
    if (settings.test(name) || trimmings.test(name)) return false;
    return isTelling(member);
  });
}

/** Whether an answer equals the answers to a sufficient caller, except for parts that vary between these answers; the rest must be significant. */
export function equalsAuthorised(probe: Exchange, control: Exchange, again: Exchange): boolean {
  const [mine, one, other] = [listed(probe), listed(control), listed(again)];
  if (mine === undefined) return false;
  for (const authorised of [one, other])
    if (authorised !== undefined && isTelling(authorised) && sameJson(mine, authorised)) return true;
  if (one === undefined || other === undefined) return false;
  const rest = restOf(mine, one, other);
  return rest.equal && rest.telling;
}

interface Rest {
  readonly equal: boolean;
  readonly telling: boolean;
}

function restOf(mine: Json | undefined, one: Json, other: Json, name = ''): Rest {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return arrayRest(mine, one, other, name);
  const [first, second] = [asObject(one), asObject(other)];
  if (first !== undefined && second !== undefined) {
    const object = asObject(mine);
    if (object === undefined) return { equal: false, telling: false };
    const common = Object.keys(first).filter((member) => Object.hasOwn(second, member));
    const unknown = Object.keys(object).some(
      (member) => !Object.hasOwn(first, member) && !Object.hasOwn(second, member),
    );
    const parts = common.map((member) =>
      restOf(object[member], first[member] ?? null, second[member] ?? null, member),
    );
    return {
      equal: !unknown && parts.every(({ equal }) => equal),
      telling: parts.some(({ telling }) => telling),
    };
  }
  if (!sameJson(one, other)) return { equal: true, telling: false };
  const equal = mine !== undefined && sameJson(mine, one);
  return { equal, telling: !settings.test(name) && isTelling(one) };
}

function arrayRest(mine: Json | undefined, one: readonly Json[], other: readonly Json[], name: string): Rest {
  if (!Array.isArray(mine) || mine.length !== one.length) return { equal: false, telling: false };
  const equal = one.every((item, at) => restOf(mine[at], item, other[at] ?? null).equal);
  return { equal, telling: one.length > 0 && !trimmings.test(name) };
}

/** Whether a value holds an ExampleResource: an object with an integer `version` and an `objectTypeProperty`. */
export function holdsResource(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(holdsResource);
  const object = asObject(value);
  if (object === undefined) return false;
  const { version, objectTypeProperty } = object;
  const isResource =
    version instanceof JsonNumber &&
    isIntegerSource(version.source) &&
    asObject(objectTypeProperty) !== undefined;
  return isResource || Object.values(object).some(holdsResource);
}

/** Whether a value shows a resource by its unique string, or by its id unless the id is a common word. */
export function shows(
  value: Json | undefined,
  resource: { readonly id: string; readonly canary: string },
): boolean {
  if (resource.canary !== '' && mentions(value, resource.canary)) return true;
  return resource.id.length >= 8 && names(value, resource.id);
}

function names(value: Json | undefined, id: string): boolean {
  if (value === id) return true;
  if (Array.isArray(value)) return value.some((element) => names(element, id));
  return Object.entries(asObject(value) ?? {}).some(([name, member]) => name === id || names(member, id));
}

/** Integers that count something, by their JSON Pointer. */
export function counts(value: Json | undefined, pointer = ''): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  if (value instanceof JsonNumber && isCount(value)) found.set(pointer, value.value);
  for (const [name, member] of Object.entries(asObject(value) ?? {}))
    if (!settings.test(name))
      for (const [at, count] of counts(member, `${pointer}/${name}`)) found.set(at, count);
  return found;
}
