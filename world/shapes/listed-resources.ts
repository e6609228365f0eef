import type { EndpointName } from '../../contract/endpoints.ts';
import type { Schemas } from '../../schemas/compile.ts';
import type { Growing } from './recorded.ts';
import { asObject, plain, type Json, type JsonObject } from '../../wire/json/json.ts';
import { entryOf } from '../../wire/keyed.ts';

/** The resources that the answers of an operation showed. */
export interface Listed {
  readonly hasResources: boolean;
  /** The value in place of a documented value, by `Type.field`, in words that follow "is". */
  readonly illTyped: ReadonlyMap<string, string>;
}

function empty(): Growing<Listed> {
  return { hasResources: false, illTyped: new Map() };
}

/** Resources in lists and undocumented answers, and their types: the contract shows no place for them there. */
export class ListedResources {
  readonly #schemas: Schemas;
  readonly #listed = new Map<EndpointName, Growing<Listed>>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  note(name: EndpointName, value: Json): void {
    this.#look(value, entryOf(this.#listed, name, empty), false);
  }

  of(name: EndpointName): Listed {
    return this.#listed.get(name) ?? empty();
  }

  #look(value: Json, listed: Growing<Listed>, isElement: boolean): void {
    if (Array.isArray(value)) for (const element of value) this.#look(element, listed, true);
    const object = asObject(value);
    if (object === undefined) return;
    if (!showsAsResource(object, isElement))
      for (const member of Object.values(object)) this.#look(member, listed, false);
    else {
      listed.hasResources = true;
      this.#judge(object, listed);
    }
  }

  #judge(resource: JsonObject, { illTyped }: Growing<Listed>): void {
    const body = plain(resource);
    if (this.#schemas.accepts('ExampleResource', body)) return;
    const found = this.#schemas.judgeShape('ExampleResource', body, resource);
    for (const { field, grade, got, expected } of found)
      if (grade === 'violation') illTyped.set(field, got === undefined ? 'missing' : `not ${expected}`);
  }
}

/** With both members of an ExampleResource; or, among others of a list, with the member that holds its content. */
function showsAsResource(object: JsonObject, isElement: boolean): boolean {
  if (!('objectTypeProperty' in object)) return false;
  return 'version' in object || (isElement && asObject(object['objectTypeProperty']) !== undefined);
}
