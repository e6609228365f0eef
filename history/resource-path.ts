import { encodeComponent } from '../wire/target.ts';

/** The path at which a project has a resource (4.2), as `Exchange.path` has it. */
export function resourcePath(projectKey: string, id: string): string {
  return `/${encodeComponent(projectKey)}/resource/${encodeComponent(id)}`;
}
