import { Ajv2020 } from 'ajv/dist/2020.js';
import { addContractFormats } from './contract-formats.ts';
import { contractSchemas } from './published.ts';

function createAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: true,
    allErrors: true,
    ownProperties: true,
    // The schemas are ours: that they are schemas is for a test to say, not for every run.
    validateSchema: false,
    meta: false,
  });
  ajv.addSchema([...contractSchemas]);
  return addContractFormats(ajv);
}

let shared: Ajv2020 | undefined;

/**
 * One instance for all runs of a process: the schemas never change, and to compile them takes longer than some runs.
 */
export function contractAjv(): Ajv2020 {
  shared ??= createAjv();
  return shared;
}
