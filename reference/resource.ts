import type { JsonObject, Json } from './json.ts';

/** A resource between two writes. */
export interface Snapshot {
  readonly id: string;
  readonly key: string;
  readonly version: bigint;
  readonly objectTypeProperty: JsonObject;
  /** Last value that changeSomeProperty set. */
  readonly someProperty?: string;
  readonly deleted: boolean;
  /** Milliseconds since the epoch, like all times here. */
  readonly createdAt: number;
  readonly modifiedAt: number;
}

/** A resource with all its snapshots, oldest first. */
export interface Resource {
  readonly id: string;
  readonly key: string;
  readonly history: { readonly at: number; readonly snapshot: Snapshot }[];
}

/** The records of one project key, resources in the order of their creation. */
export interface Project {
  readonly key: string;
  readonly resources: Map<string, Resource>;
  /** The data of POST on the namespace action for GET (4.16). */
  namespaceData: Json;
}
