import type { Scope } from '../contract/endpoints.ts';
import type {
  OpenScopesOperation,
  Operation,
  SampledOperation,
  WriteOperation,
} from '../contract/operations.ts';
import type { ObjectTypeProperty } from '../schemas/types.ts';

/** A JSON value as `JSON.parse` gives it. */
export type PlainJson =
  null | boolean | number | string | readonly PlainJson[] | { readonly [name: string]: PlainJson };

/** A JSON Schema (2020-12) in a vendor's declaration. */
export type DeclaredSchema = boolean | { readonly [keyword: string]: PlainJson };

/** A type as JSON Schema names it. */
export type JsonTypeName = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'array' | 'null';

type Reaction = 'reject' | 'ignore';
type Acceptance = 'reject' | 'accept';
type Statuses = readonly number[];

/** The callers of an operation whose scopes the contract does not show. */
interface DeclaredAuth {
  readonly required: boolean;
  /** Any one suffices. Absent: any valid token of the project. */
  readonly anyOf?: readonly Scope[];
}

/** The effect of PATCH and PUT on the collection (4.7, 4.8). */
export interface DeclaredOverwrite {
  readonly target?: 'singleton' | 'none' | `body:/${string}` | `query:${string}`;
  readonly versionCheck?: boolean;
  readonly response?: 'ExampleResource' | 'empty' | 'other';
}

/** A request that the vendor says is accepted. */
export interface DeclaredRequest {
  readonly path?: Readonly<Record<string, string>>;
  /** Raw, not percent-encoded; an array is a parameter passed several times. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: PlainJson;
}

type Members<Key extends string, Value> = { readonly [Name in Key]?: Value };

/** The declarations of a vendor about open points, each a requirement (`declared/<key>`), and the means to test. */
export interface Profile {
  readonly implementation?: Members<'name' | 'version' | 'vendor' | 'url' | 'contact', string>;
  readonly resource?: {
    /** The place of the id of a created resource. */
    readonly idSource?: `body:/${string}` | `header:${string}` | 'fixture';
    readonly keySource?: `body:/${string}` | 'fixture' | 'none';
    /** An existing resource, only ever read. */
    readonly fixture?: { readonly id?: string; readonly key?: string };
    /** Ids of resources that may be changed and need not be created; never deleted. */
    readonly sandbox?: readonly string[];
    /** Ids of existing resources that may be changed and deleted. */
    readonly disposable?: readonly string[];
    /** The number of resources that the server keeps: one more create is refused, or removes the oldest. */
    readonly keeps?: {
      readonly newest?: number;
      /** Or how long the server keeps each resource, in milliseconds. */
      readonly forMs?: number;
    };
  };
  /** Fields as `Type.field`: `Cart.price` does not exist, `LineItem.price` does. */
  readonly fields?: {
    readonly always?: readonly string[];
    readonly never?: readonly string[];
    readonly nullable?: readonly string[];
    /** Members that the server counts up by itself: `ObjectTypeProperty.arrayOfIntExample`. */
    readonly computed?: readonly string[];
    /** Documented members of a create that are refused, by their names alone: `arrayOfIntExample`. */
    readonly refused?: readonly string[];
  };
  readonly samples?: Members<SampledOperation, DeclaredRequest>;
  readonly success?: Members<Operation, Statuses>;
  readonly auth?: Members<OpenScopesOperation, DeclaredAuth> & {
    readonly carrier?: { readonly '4.14'?: 'bearer' | 'form'; readonly '4.15'?: 'bearer' | 'form' };
  };
  readonly async?: Members<WriteOperation, boolean>;
  readonly refusal?: {
    readonly style?: 'status' | 'filter' | 'envelope' | 'close' | 'page';
    /** The page of a filter before the server, which refuses some spellings of JSON. */
    readonly page?: { readonly status: number; readonly type: string };
  } & Members<'unauthenticated' | 'insufficientScope' | 'unknownId' | 'validation' | 'expired', Statuses>;
  readonly arrays?: Members<
    keyof ObjectTypeProperty,
    Members<'minItems' | 'maxItems' | 'minimum' | 'maximum', number> & { readonly uniqueItems?: boolean }
  >;
  readonly int32?: { readonly signed?: boolean };
  readonly create?: {
    readonly mode?: 'alwaysNew' | 'upsert' | 'mixed';
    readonly roundTrip?: 'exact' | 'normalised' | 'none';
  };
  readonly version?: {
    readonly step?: 'plusOne' | 'increasing' | 'arbitrary';
    readonly initial?: number;
    /**
     * The cause that changes the version of a resource without writes; the last shown version is the actual
     * version.
     */
    readonly movesBy?: readonly ('time' | 'reads' | 'others')[];
  };
  readonly update?: {
    readonly response?: 'ExampleResource' | 'empty' | 'other';
    readonly unknownAction?: Reaction;
    readonly noopBumps?: boolean;
    readonly bumps?: { readonly doSomeThing?: boolean; readonly changeSomeProperty?: boolean };
    /** JSON Pointer to the member that changeSomeProperty changes. */
    readonly observable?: `/${string}` | 'none';
    readonly emptyActions?: Acceptance;
    readonly missingVersion?: 'reject' | 'unconditional';
    readonly stringVersion?: 'reject' | 'coerce';
    readonly atomic?: boolean;
  };
  readonly delete?: {
    readonly after?: '404' | '410' | 'softDeleted';
    /** Name of the query parameter, `header:If-Match`, or `none`. */
    readonly versionParam?: string;
    readonly repeat?: '2xx' | '4xx';
  };
  readonly overwrite?: {
    readonly patch?: DeclaredOverwrite;
    readonly put?: DeclaredOverwrite & { readonly creates?: boolean };
  };
  readonly consistency?: { readonly readAfterWriteMs?: number; readonly queryLagMs?: number };
  readonly query?: {
    /** The answer of 4.1 is a page of resources, and no object with the fields of ObjectTypeProperty. */
    readonly shape?: 'paged';
    readonly paging?: Readonly<Record<string, JsonTypeName>>;
    readonly invalidType?: Reaction;
    readonly unknownParameter?: Reaction;
  };
  readonly head?: {
    readonly noMatch?: {
      readonly status?: number;
      /** A query that matches nothing. */
      readonly query?: Readonly<Record<string, string | readonly string[]>>;
    };
    readonly unionParameter?: Reaction;
  };
  readonly byKey?: { readonly variants?: readonly DeclaredSchema[] };
  readonly 'search-api'?: { readonly schema?: DeclaredSchema };
  readonly sorted?: { readonly schema?: DeclaredSchema };
  readonly search?: { readonly method?: string; readonly schema?: DeclaredSchema };
  readonly image?: {
    readonly method?: string;
    readonly schema?: DeclaredSchema;
    readonly missingContentType?: Acceptance;
    readonly otherContentType?: 'reject';
  };
  readonly complexPath?: { readonly variants?: readonly (readonly (keyof ObjectTypeProperty)[])[] };
  readonly records?: {
    readonly required?: readonly string[];
    /** Members whose presence makes the server refuse a record. */
    readonly omits?: readonly string[];
    readonly types?: Readonly<Record<string, JsonTypeName>>;
  };
  readonly namespace?: {
    readonly schema?: { readonly GET?: DeclaredSchema; readonly POST?: DeclaredSchema };
  };
  readonly namespaceHeaders?: {
    readonly missing?: { readonly Accept?: Acceptance; readonly 'Service-Locale'?: Acceptance };
  };
  readonly cart?: { readonly itemSchemas?: Readonly<Record<string, DeclaredSchema>> };
  readonly errors?: {
    readonly schema?: DeclaredSchema;
    readonly precedence?: readonly ('auth' | 'exists' | 'validation' | 'version')[];
  };
  readonly limits?: {
    /** Bytes. */
    readonly maxBody?: number;
    /** Requests a second. */
    readonly rps?: number;
  };
  readonly request?: { readonly wrongContentType?: Acceptance };
  readonly response?: { readonly contentType?: readonly string[] };
  readonly probe?: { readonly undeclaredMethods?: boolean };
}
