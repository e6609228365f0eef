import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { addContractFormats } from './formats.ts';
import { addStandardFormats } from './standard-formats.ts';

/** A schema names a format that the suite cannot judge. */
export class UnknownFormat extends Error {
  override readonly name = 'UnknownFormat';
}

/** With every format that a schema of a vendor may name: those of the standard, and the contract's own. */
function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    // Ajv only warns of an unknown format, as the standard allows; it would then check no value by that format.
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

/** Compiled checks, by schema: to compile a schema takes much longer than to check a value by it. */
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

/** Whether a plain JSON value meets a JSON Schema (2020-12) that a vendor has declared, formats included. Throws so. */
export function meetsSchema(schema: unknown, value: unknown): boolean {
  return compileVendorSchema(schema)(value);
}
