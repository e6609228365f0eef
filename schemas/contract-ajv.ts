import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { addContractFormats } from './formats.ts';
import { contractSchemas } from './published.ts';
import type { RecordSchema } from './records.ts';

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: true,
    allErrors: true,
    ownProperties: true,
    // The schemas belong to the suite: a test shows that they are valid, so runs need not check it.
    validateSchema: false,
    meta: false,
  });
  ajv.addSchema([...contractSchemas]);
  return addContractFormats(ajv);
}

let shared: Ajv2020 | undefined;

/** The validator of a schema, one for all runs of a process, as compiling takes longer than some runs. */
export function validatorOf({ $id, title }: RecordSchema): ValidateFunction {
  shared ??= createAjv();
  const validate = shared.getSchema($id);
  if (validate === undefined) throw new Error(`no schema is known for ${title}`);
  return validate;
}
