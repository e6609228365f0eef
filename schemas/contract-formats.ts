import { textFormats } from './formats.ts';

/** What formats are added to: an Ajv of any version or dialect. */
export interface FormatHost {
  addFormat(name: string, format: { type: 'string'; validate: (text: string) => boolean }): unknown;
}

/** Adds the formats that the schemas of the records name, and returns the same validator. */
export function addContractFormats<Host extends FormatHost>(ajv: Host): Host {
  for (const [name, { accepts }] of Object.entries(textFormats))
    ajv.addFormat(name, { type: 'string', validate: accepts });
  return ajv;
}
