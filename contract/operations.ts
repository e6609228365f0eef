import { byCodeUnits } from './code-units.ts';
import { endpoint, endpointNames, type EndpointName, type endpoints, type Section } from './endpoints.ts';
import { sections, type NamesWith } from './traits.ts';

type Table = typeof endpoints;

/** Whether another operation has the same section, as in 4.16. */
type IsShared<Name extends EndpointName> = Table[Name]['section'] extends Table[Exclude<
  EndpointName,
  Name
>]['section']
  ? true
  : false;

/** How a vendor names these operations: by the section, and by the method if two operations share the section. */
export type OperationOf<Names extends EndpointName> = {
  [Name in Names]: IsShared<Name> extends true
    ? Table[Name] extends { readonly method: infer Method extends string }
      ? `${Table[Name]['section']}.${Method}`
      : never
    : Table[Name]['section'];
}[Names];

type SectionOf<Names extends EndpointName> = Table[Names]['section'];

/** A numbered section, or one of the operations that share a section. */
export type Operation = Section | OperationOf<EndpointName>;

/** Operations for which a vendor may give a sample; every other operation uses the run's own resources. */
export type SampledOperation = Exclude<
  Operation,
  SectionOf<NamesWith<'needs', 'id' | 'key'> | NamesWith<'shows', 'match'>>
>;

/** Every endpoint in the order of the sections; the operations of one section by their methods. */
export const namesByOperation: readonly EndpointName[] = sections.flatMap((section) =>
  endpointNames
    .filter((name) => endpoint(name).section === section)
    .toSorted((one, other) => byCodeUnits(operationOf(one), operationOf(other))),
);

/** Whether a vendor may give a sample of a request. */
export function isSampled(name: EndpointName): boolean {
  const { needs, shows } = endpoint(name);
  return needs !== 'id' && needs !== 'key' && shows !== 'match';
}

type OpenScopesName = {
  [Name in EndpointName]: Table[Name] extends { readonly scopes: unknown } ? never : Name;
}[EndpointName];

/** The operations that list no scopes: a vendor may declare their scopes. */
export type OpenScopesOperation = OperationOf<OpenScopesName>;

/** In the contract's order. */
export const openScopesOperations: readonly OpenScopesOperation[] = namesByOperation
  .filter((name): name is OpenScopesName => endpoint(name).scopes === undefined)
  .map((name) => operationOf(name));

type WriteName = Exclude<EndpointName, NamesWith<'changes', 'nothing'>>;

/** The operations that write, or may write, and their sections. */
export type WriteOperation = SectionOf<WriteName> | OperationOf<WriteName>;

/** The name of an endpoint's operation for vendors. */
export function operationOf<Name extends EndpointName>(name: Name): OperationOf<Name> {
  const { section, method } = endpoint(name);
  const isShared = endpointNames.some((other) => other !== name && endpoint(other).section === section);
  return (isShared ? `${section}.${method ?? ''}` : section) as OperationOf<Name>;
}
