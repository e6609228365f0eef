import {
  endpoint,
  endpointNames,
  type Endpoint,
  type EndpointName,
  type endpoints,
  type Scope,
  type Section,
} from './endpoints.ts';

/** The traits of an endpoint, each in one word. */
type Told = Omit<Endpoint, 'scopes' | 'parameters'>;

/** Endpoints that have one of these values of a trait: `NamesWith<'shows', 'list' | 'hits'>`. */
export type NamesWith<T extends keyof Told, V extends Told[T]> = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends Readonly<Record<T, V>> ? Name : never;
}[EndpointName];

/** The same endpoints as a list, in the contract's order. */
export function namesWith<T extends keyof Told, const V extends NonNullable<Told[T]>>(
  trait: T,
  ...values: readonly V[]
): readonly NamesWith<T, V>[] {
  const isOne = (value: Told[T]): boolean => (values as readonly Told[T][]).includes(value);
  return endpointNames.filter((name): name is NamesWith<T, V> => isOne(endpoint(name)[trait]));
}

/** An endpoint whose answer lists resources (4.1, 4.4, 4.12). */
export type ListName = NamesWith<'shows', 'list' | 'hits'>;

export const listNames = namesWith('shows', 'list', 'hits');

export function isList(name: EndpointName): name is ListName {
  return (listNames as readonly EndpointName[]).includes(name);
}

/** An endpoint that overwrites (4.7, 4.8). */
export type OverwriteName = NamesWith<'changes', 'overwrites' | 'creates or overwrites'>;

export const overwriteNames = namesWith('changes', 'overwrites', 'creates or overwrites');

export function isOverwrite(name: EndpointName | undefined): name is OverwriteName {
  return (overwriteNames as readonly (EndpointName | undefined)[]).includes(name);
}

const unshownChanges = namesWith('changes', 'updates', 'overwrites', 'creates or overwrites');

/** Whether an endpoint changes a resource in an answer that the contract does not show (4.7, 4.8, 4.10). */
export function mayShowResource(name: EndpointName): boolean {
  return (unshownChanges as readonly EndpointName[]).includes(name);
}

/** An endpoint that takes an OrderedRecord (4.9, 4.13). */
export type RecordEndpoint = NamesWith<'takes', 'record'>;

/** An endpoint that shows the one resource that its path names (4.2, 4.3, 4.11). */
export type AddressedName = NamesWith<'needs', 'id' | 'key'> & NamesWith<'shows', 'resource'>;

export const addressedNames = namesWith('shows', 'resource').filter(
  (name): name is AddressedName => endpoint(name).needs !== 'nothing',
);

/** An endpoint that lists the two scopes of reads. */
export type ReadName = {
  [Name in EndpointName]: (typeof endpoints)[Name] extends {
    readonly scopes: readonly ['manage_test', 'view_test'];
  }
    ? Name
    : never;
}[EndpointName];

/** A read that needs nothing but a token (4.1, 4.4, 4.5, 4.12). */
export type PlainRead = ReadName & NamesWith<'needs', 'nothing'>;

/** The endpoints that list a scope, in the contract's order; for manage_test, the endpoints that list nothing else. */
export const namesListing: Readonly<Record<Scope, readonly EndpointName[]>> = {
  manage_test: endpointNames.filter((name) => endpoint(name).scopes?.join() === 'manage_test'),
  view_test: listing('view_test'),
  manage_products: listing('manage_products'),
  view_products: listing('view_products'),
  view_published_products: listing('view_published_products'),
};

function listing(scope: Scope): readonly EndpointName[] {
  return endpointNames.filter((name) => endpoint(name).scopes?.includes(scope) === true);
}

export const readNames = namesListing.view_test as readonly ReadName[];

/** The plain reads, in the contract's order. */
export const plainReads = readNames.filter((name): name is PlainRead => endpoint(name).needs === 'nothing');

/** A section that no limit of scope can leave out. */
type CoreSection = (typeof endpoints)[NamesWith<'core', true>]['section'];

export type OptionalSection = Exclude<Section, CoreSection>;

/** Every section, in the contract's order. */
export const sections: readonly Section[] = [...new Set(endpointNames.map((name) => endpoint(name).section))];

/** The sections without which a run states no conformance. */
export const coreSections: readonly Section[] = namesWith('core', true).map((name) => endpoint(name).section);

/** The sections that a stated limit of scope may leave out. */
export const optionalSections = sections.filter(
  (section): section is OptionalSection => !coreSections.includes(section),
);
