import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { addContractFormats } from './formats.ts';
import { addStandardFormats } from './standard-formats.ts';

/** The schema names a format that the suite cannot judge. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';
}

/** An Ajv with every format that a vendor's schema may name: the standard's formats, and the contract's. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    // For an unknown format Ajv only warns, as the standard allows, and would check no value.
    logger: { log: () => {}, error: () => {}, warn: refuseUnknownFormat },
  });
  return addContractFormats(addStandardFormats(ajv));
}

function refuseUnknownFormat(...told: readonly unknown[]): void {
  const [, format, path] =
    /^unknown format (".*") ignored in schema at path "(.*)"$/s.exec(String(told[0])) ?? [];
  if (format !== undefined) throw new UnknownFormat(`unknown format ${format} at ${path ?? '#'}`);
}

/** The names of all formats that a schema of a vendor may use, in alphabetical order. */
export function knownFormats(): readonly string[] {
  return Object.keys(createAjv().formats).toSorted();
}

/** Compiled checks by schema, because compiling takes much longer than checking. */
const compiled = new WeakMap<object, ValidateFunction>();

/** Compiles a JSON Schema (2020-12) of a vendor. @throws UnknownFormat for an unknown `format` */
export function compileVendorSchema(schema: unknown): (value: unknown) => boolean {
  if (typeof schema === 'boolean') return () => schema;
  if (typeof schema !== 'object' || schema === null)
    throw new TypeError('a schema is a boolean or an object');
  const validate = compiled.get(schema) ?? createAjv().compile(schema);
  compiled.set(schema, validate);
  return (value) => validate(value) === true;
}

/** Whether a plain JSON value meets a vendor's JSON Schema (2020-12), including formats. Throws so. */
export function meetsSchema(schema: unknown, value: unknown): boolean {
  return compileVendorSchema(schema)(value);
}
