import type { JsonObject, Json } from './json.ts';

/** A resource between two writes. */
export interface Snapshot {
  readonly id: string;
  readonly key: string;
  readonly version: bigint;
  readonly objectTypeProperty: JsonObject;
  /** The last value of changeSomeProperty. */
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

/** The resources of a project key in their order of creation, and the data of 4.16. */
export interface Project {
  readonly key: string;
  readonly resources: Map<string, Resource>;
  /** The data that POST stores and GET shows (4.16). */
  namespaceData: Json;
}
