import { endpoint, type EndpointName } from '../../contract/endpoints.ts';
import { isList, mayShowResource } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Schemas } from '../../schemas/compile.ts';
import { fieldsIn, isVacuous } from '../../schemas/fields.ts';
import { eachMember } from '../../schemas/positions.ts';
import type { BodyShape } from '../../schemas/records.ts';
import { asObject, JsonNumber, plain, type Json, type JsonObject } from '../../wire/json/json.ts';
import { valueAt } from '../../wire/json/pointer.ts';
import { isJsonType, mediaType } from '../../wire/media-type.ts';
import { count, entryOf } from '../../wire/keyed.ts';
import { lets } from '../callers/lets.ts';
import { pageOf } from '../weather/pages.ts';
import { documentedIn, isAskedOf } from '../documented.ts';
import { ArrayContents } from './arrays.ts';
import { ListedResources } from './listed-resources.ts';
import {
  emptyRecord,
  unseen,
  type EndpointRecord,
  type FieldRecord,
  type Growing,
  type RefusalRecord,
  type ToEvidence,
} from './recorded.ts';

const mostKept = 3;

/** How answers are checked, and how they are presented. */
export interface AnsweredParts {
  readonly schemas: Schemas;
  readonly projectKey: string;
  readonly evidence: ToEvidence;
}

/** The statuses, media types and bodies that the run has seen: the basis of all clauses on types. */
export class AnsweredBodies {
  readonly #schemas: Schemas;
  readonly #projectKey: string;
  readonly #evidence: ToEvidence;
  readonly #fields = new Map<string, Growing<FieldRecord>>();
  readonly arrays = new ArrayContents();
  readonly #membersById = new Set<string>();
  /** The resources that lists, and undocumented answers, showed. */
  readonly listed: ListedResources;
  readonly #endpoints = new Map<EndpointName, Growing<EndpointRecord>>();
  readonly #refusals = new Map<EndpointName, Growing<EndpointRecord>>();
  /** The number of bodies that were compared with the schema of a documented shape. */
  validated = 0;

  constructor({ schemas, projectKey, evidence }: AnsweredParts) {
    this.#schemas = schemas;
    this.#projectKey = projectKey;
    this.#evidence = evidence;
    this.listed = new ListedResources(schemas);
  }

  /** Checks an answer; a long body must still be complete. */
  take(exchange: Exchange): void {
    const name = documentedIn(exchange);
    if (name === undefined || exchange.outcome.kind === 'failure') return;
    const book = exchange.succeeded ? this.#endpoints : this.#refusals;
    const record = entryOf(book, name, emptyRecord);
    const { status } = exchange.outcome;
    count(record.statuses, status);
    if (exchange.redirects > 0) record.redirected += 1;
    let evidence: ReturnType<ToEvidence> | undefined;
    const first = (key: number | string): void => {
      if (!record.first.has(key)) record.first.set(key, (evidence ??= this.#evidence(exchange)));
    };
    first(status);
    const label = mediaType(exchange.outcome.headers);
    const type = label?.essence ?? 'none';
    // The body of a gateway or limit says nothing about the bodies of the implementation.
    if (exchange.body.length > 0 && !exchange.is('noise')) {
      record.bodies += 1;
      count(record.mediaTypes, type);
      first(type);
      if (exchange.json.kind === 'json') record.json += 1;
    }
    if (!exchange.succeeded || !this.#chargeable(exchange)) return;
    const labelled = isJsonType(type);
    this.#judgeBody(name, exchange, record, labelled);
    if (exchange.value === undefined) return;
    if (isList(name) || mayShowResource(name)) this.listed.note(name, exchange.value);
    if (!labelled) this.#mislabelled(exchange, record, 'type', type);
    if (!['utf-8', 'utf8'].includes(label?.charset ?? 'utf-8'))
      this.#mislabelled(exchange, record, 'charset', label?.charset ?? '');
  }

  #mislabelled(
    exchange: Exchange,
    record: Growing<EndpointRecord>,
    what: 'type' | 'charset',
    got: string,
  ): void {
    if (record.mislabelled.filter((one) => one.what === what).length < mostKept)
      record.mislabelled.push({ what, got, evidence: this.#evidence(exchange) });
  }

  field(name: string): FieldRecord {
    return this.#fields.get(name) ?? unseen();
  }

  successes(name: EndpointName): EndpointRecord {
    return this.#endpoints.get(name) ?? emptyRecord();
  }

  refusals(name: EndpointName): RefusalRecord {
    return this.#refusals.get(name) ?? emptyRecord();
  }

  /** Judges a body against a shape and notes its fields, as for an endpoint whose answers have this shape. */
  charge(exchange: Exchange, name: EndpointName, shape: BodyShape, value: Json): void {
    this.validated += 1;
    const body = plain(value);
    const given = name === 'create' ? this.#givenBy(exchange) : () => false;
    const { seen, filled, absent } = fieldsIn(shape, body);
    for (const field of seen) this.#field(field).seen += 1;
    for (const field of filled) this.#field(field).filled += 1;
    for (const [field, times] of absent) this.#field(field).absent += times;
    if (name === 'create')
      eachMember('ExampleResource', body, (at) => {
        if (at.member && at.value !== null && given(at.pointer)) this.#field(at.field).echoed += 1;
      });
    // A page of a query may combine the content of several resources, so its lengths are not their lengths.
    if (name !== 'query') this.arrays.note(shape, body);
    for (const found of this.#schemas.judgeShape(shape, body, value)) {
      const deviation = { ...found, endpoint: name, given: found.grade === 'null' && given(found.pointer) };
      const { deviations } = this.#field(deviation.field);
      const sameAnswers = deviations.filter(
        (one) => one.grade === found.grade && one.given === deviation.given,
      );
      if (sameAnswers.length < mostKept || !sameAnswers.some((one) => one.endpoint === name))
        deviations.push({ ...deviation, evidence: this.#evidence(exchange, found.pointer) });
    }
  }

  /** Finds the places at which the body of a create has a value of the documented type. */
  #givenBy(exchange: Exchange): (pointer: string) => boolean {
    const { sent } = exchange;
    if (sent === undefined) return () => false;
    const refused = this.#schemas
      .judgeShape('ExampleResource', plain(sent), sent)
      .filter(({ got }) => got !== undefined)
      .map(({ pointer }) => pointer);
    return (pointer) => {
      const value = valueAt(sent, pointer);
      const isTyped = !refused.some((one) => one === pointer || one.startsWith(`${pointer}/`));
      return value !== undefined && value !== null && isTyped;
    };
  }

  #judgeBody(
    name: EndpointName,
    exchange: Exchange,
    record: Growing<EndpointRecord>,
    labelled: boolean,
  ): void {
    if (endpoint(name).method === 'HEAD') return;
    if (!exchange.mayNotExist) record.judged += 1;
    if (exchange.body.length === 0) {
      if (!exchange.mayNotExist) keepFew(record.empty, () => this.#evidence(exchange));
      return;
    }
    if (exchange.json.kind !== 'json') {
      const why = exchange.json.kind;
      if (why !== 'too-deep')
        keepFew(record.notJson, () => ({ labelled, why, evidence: this.#evidence(exchange) }));
      return;
    }
    const object = asObject(exchange.json.value);
    const shape = this.#shapeOf(name, object);
    if (shape === undefined) return;
    if (exchange.mayNotExist && (!looksLikeResource(object) || isByKey(exchange))) return;
    if (exchange.mayNotExist) record.judged += 1;
    if (object === undefined) {
      const got = kindOf(exchange.json.value);
      return keepFew(record.misshapen, () => ({ got, evidence: this.#evidence(exchange) }));
    }
    if (isVacuous(shape, object)) record.vacuous += 1;
    else record.telling += 1;
    this.charge(exchange, name, shape, object);
  }

  /** Of the answers by key, the contract shows only the form with the members of a read by id. */
  #shapeOf(name: EndpointName, object: JsonObject | undefined): BodyShape | undefined {
    const members = object === undefined ? '' : Object.keys(object).toSorted().join();
    if (name === 'readById') this.#membersById.add(members);
    if (name !== 'readByKey') return endpoint(name).response;
    return looksLikeResource(object) && this.#membersById.has(members) ? 'ExampleResource' : undefined;
  }

  /** An answer to a caller who may be refused is judged by the clauses on access alone. */
  #chargeable(exchange: Exchange): boolean {
    const { endpoint: name, caller } = exchange;
    if (name === undefined) return false;
    // Even where no scopes are shown, a page may ask a caller without a known token to log in.
    if (endpoint(name).scopes === undefined)
      return caller.kind === 'supplied' || pageOf(exchange) === undefined;
    return isAskedOf(this.#projectKey, exchange) && lets(name, caller, this.#projectKey) === 'in';
  }

  #field(name: string): Growing<FieldRecord> {
    return entryOf(this.#fields, name, unseen);
  }
}

/** If the id may not exist (yet, or any more), a 2xx answer may be an error in an envelope. */
function looksLikeResource(object: JsonObject | undefined): boolean {
  return object !== undefined && 'version' in object && 'objectTypeProperty' in object;
}

/** `key%3D…` may count as the route by key, which has variants that are not shown. */
function isByKey({ path }: Exchange): boolean {
  return /\/key%3D[^/]*$/i.test(path);
}

function keepFew<T>(kept: T[], make: () => T): void {
  if (kept.length < mostKept) kept.push(make());
}

function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return `a ${value instanceof JsonNumber ? 'number' : typeof value}`;
}
