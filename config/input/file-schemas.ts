import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { addStandardFormats } from '../../schemas/standard-formats.ts';
import { packageText } from '../packaging/package-folder.ts';
import certificateSchema from '../certificates/certificate.schema.json' with { type: 'json' };

/** The format that endpoint badges of shields.io read. */
const badgeSchema = {
  type: 'object',
  properties: {
    schemaVersion: { const: 1 },
    label: { type: 'string', maxLength: 100 },
    message: { type: 'string', maxLength: 10_000 },
    color: { enum: ['brightgreen', 'red', 'lightgrey'] },
    isError: { const: true },
  },
  required: ['schemaVersion', 'label', 'message', 'color'],
  additionalProperties: false,
};

const schemas = {
  certificate: () => certificateSchema,
  report: () => JSON.parse(packageText('reporters/report.schema.json')) as object,
  /** A report of another release may have unknown members. */
  'report of another release': () =>
    JSON.parse(packageText('reporters/report.schema.json'), (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ) as object,
  badge: () => badgeSchema,
} as const;

const compiled = new Map<keyof typeof schemas, ValidateFunction>();

/** The first place at which a value breaks the schema, with the reason; undefined for a valid value. */
export function unlike(name: keyof typeof schemas, value: unknown): ErrorObject | undefined {
  const holds = compiled.get(name) ?? compile(name);
  return holds(value) ? undefined : holds.errors?.[0];
}

function compile(name: keyof typeof schemas): ValidateFunction {
  const ajv = new Ajv2020({ strict: false });
  addStandardFormats(ajv);
  const holds = ajv.compile(schemas[name]());
  compiled.set(name, holds);
  return holds;
}
