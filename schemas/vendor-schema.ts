import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * Whether a plain JSON value meets a JSON Schema (2020-12) that a vendor has declared. Formats are annotations, as the
 * dialect has them. Throws where the schema is none.
 */
export function meetsSchema(schema: unknown, value: unknown): boolean {
  if (typeof schema === 'boolean') return schema;
  if (typeof schema !== 'object' || schema === null)
    throw new TypeError('a schema is a boolean or an object');
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
  return ajv.validate({ ...schema }, value);
}
