import { Ajv2020 } from 'ajv/dist/2020.js';
import { plain, type Json } from '../wire/json.ts';
import type { DeclaredSchema } from './profile.ts';

/**
 * Whether a value meets a JSON Schema (2020-12) of the vendor's. Formats are notes, as the standard has it.
 *
 * @returns false for a body that is no JSON at all
 */
export function meetsSchema(schema: DeclaredSchema, value: Json | undefined): boolean {
  if (value === undefined) return false;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  return ajv.validate(typeof schema === 'boolean' ? schema : { ...schema }, plain(value));
}
