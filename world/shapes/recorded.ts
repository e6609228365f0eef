import type { EndpointName } from '../../contract/endpoints.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { ExchangeEvidence } from '../../clause/sample.ts';
import type { SchemaDeviation } from '../../schemas/deviation.ts';

/** Makes evidence of an exchange; `pointer` is the place at which its body deviates. */
export type ToEvidence = (exchange: Exchange, pointer?: string) => ExchangeEvidence;

/** A deviation from a documented type, with the place at which it was seen. */
export interface RecordedDeviation extends SchemaDeviation {
  readonly endpoint: EndpointName;
  readonly evidence: ExchangeEvidence;
  /** Null although the answered create gave a value of the documented type. */
  readonly given: boolean;
}

/** The run's observations of one documented field. */
export interface FieldRecord {
  /** The number of bodies in which the field occurred with a value. */
  readonly seen: number;
  /** The number of bodies in which that value was no empty array. */
  readonly filled: number;
  /** Records that lacked it. */
  readonly absent: number;
  /** The number of creates that gave the field a value, and whose answers showed it with a value. */
  readonly echoed: number;
  readonly deviations: readonly RecordedDeviation[];
}

/** A record that still grows. */
export type Growing<T> = {
  -readonly [K in keyof T]: T[K] extends ReadonlyMap<infer Key, infer Value>
    ? Map<Key, Value>
    : T[K] extends readonly (infer Element)[]
      ? Element[]
      : T[K];
};

/** The run's observations of the successful answers of one endpoint. */
export interface EndpointRecord {
  /** Each final 2xx status, and how often it came. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly mediaTypes: ReadonlyMap<string, number>;
  readonly bodies: number;
  /** The number of bodies that were JSON objects without any documented member. */
  readonly vacuous: number;
  /** The number of answers of the documented shape, with a documented member. */
  readonly telling: number;
  readonly empty: readonly ExchangeEvidence[];
  /** Non-empty bodies that are not JSON in UTF-8, and whether they were labelled as JSON. */
  readonly notJson: readonly {
    readonly labelled: boolean;
    readonly why: 'not-json' | 'not-utf8';
    readonly evidence: ExchangeEvidence;
  }[];
  /** JSON bodies that are no objects, or whose whole shape is wrong. */
  readonly misshapen: readonly { readonly got: string; readonly evidence: ExchangeEvidence }[];
  /** JSON bodies that are labelled as another media type, or with another charset than theirs. */
  readonly mislabelled: readonly {
    readonly what: 'type' | 'charset';
    readonly got: string;
    readonly evidence: ExchangeEvidence;
  }[];
  readonly json: number;
  /** Answers whose body, or its absence, was checked against the documented shape of the endpoint. */
  readonly judged: number;
  readonly redirected: number;
  /** The first answer with each status or media type. */
  readonly first: ReadonlyMap<number | string, ExchangeEvidence>;
}

/** The run's observations of refusals at one endpoint. */
export type RefusalRecord = Pick<
  EndpointRecord,
  'statuses' | 'mediaTypes' | 'bodies' | 'first' | 'redirected'
>;

/** The record of a field that was never seen. */
export function unseen(): Growing<FieldRecord> {
  return { seen: 0, filled: 0, absent: 0, echoed: 0, deviations: [] };
}

/** The record of an endpoint that has not answered. */
export function emptyRecord(): Growing<EndpointRecord> {
  return {
    statuses: new Map(),
    mediaTypes: new Map(),
    bodies: 0,
    vacuous: 0,
    telling: 0,
    json: 0,
    judged: 0,
    first: new Map(),
    empty: [],
    notJson: [],
    misshapen: [],
    mislabelled: [],
    redirected: 0,
  };
}
