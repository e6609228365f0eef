import { validatorOf } from './contract-ajv.ts';
import { requests, type RequestSection } from './requests.ts';

/** The flaws of a plain JSON body as the request of a section, a line each; empty if it is well-typed. */
export function requestFlaws(section: RequestSection, body: unknown): readonly string[] {
  const schema = requests[section];
  const validate = validatorOf(schema);
  if (validate(body) === true) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message = '' }) => `${schema.title}${instancePath} ${message}`,
  );
}
