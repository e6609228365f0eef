import { flawOfJson, type JsonBounds } from '../../../wire/json/json-flaw.ts';
import { plainJson } from '../../../wire/json/plain-json.ts';
import { mostNesting } from '../../input/json-file.ts';

/** The longest file is a report, with hundreds of clauses and a finding or two for each clause. */
const bounds: JsonBounds = { levels: mostNesting, values: 500_000 };

/** The content of a file of a certificate, or why it is refused, in words that follow the name of the file. */
export type StrictJson = { readonly value: unknown } | { readonly flaw: string };

/** Reads JSON that every reader reads alike: UTF-8 without a byte order mark, without repeated members, without `__proto__`. */
export function strictJson(octets: Uint8Array): StrictJson {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return { flaw: 'is not UTF-8' };
  }
  const flaw = flawOfJson(text, bounds);
  if (flaw !== undefined) return { flaw };
  const value = plainJson(text);
  return value === undefined ? { flaw: 'is no JSON' } : { value };
}
