import { contractAjv } from './contract-ajv.ts';
import { requests, type RequestSection } from './requests.ts';

/**
 * What is wrong with a body as the request of a section, one line each; empty if it is well-typed. The body is a plain
 * JSON value.
 */
export function requestFlaws(section: RequestSection, body: unknown): readonly string[] {
  const { $id, title } = requests[section];
  const validate = contractAjv().getSchema($id);
  if (validate === undefined) throw new Error(`no schema is known for ${title}`);
  if (validate(body) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = '' }) => `${title}${instancePath} ${message}`,
  );
}
