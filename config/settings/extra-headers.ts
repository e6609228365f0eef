import { isObject, plainJson } from '../../wire/json/plain-json.ts';
import { ConfigurationError } from '../input/configuration-error.ts';
import { cutNote, markIn, unmarked } from './marks.ts';
import { refused, type SettingReader } from './values.ts';
import { variable } from './table.ts';

/** Headers that the checks or the transport set, or leave out on purpose. */
const reserved = new Set([
  'authorization',
  'accept',
  'content-type',
  'service-locale',
  'traceparent',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
  'expect',
]);

/**
 * The extra headers of every request. No message contains their values, which may be secrets.
 *
 * @throws ConfigurationError
 */
export function readHeaders(reader: SettingReader): Readonly<Record<string, string>> {
  const text = reader.text('HEADERS');
  if (text === undefined) return {};
  const headers = new Map<string, string>();
  const seen = new Set<string>();
  for (const [name, written] of Object.entries(parseObject(reader, text))) {
    const refuse = (found: string, remedy?: string) => refused(reader.given, 'HEADERS', remedy, found);
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw refuse(`${JSON.stringify(name)} as a header name`);
    if (typeof written !== 'string') throw refuse(`a value of ${name} that is not a string`);
    // A field has no white space at its ends, whoever sends it.
    const { text: value, cut } = unmarked(written);
    if (cut !== undefined) reader.note(cutNote(`${variable('HEADERS')}, ${name},`, cut));
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw refuse(`a value of ${name} with ${markIn(value.replace(/[\t ]/g, ''))} in it`);
    if (seen.has(name.toLowerCase())) throw refuse(`${name} twice`);
    if (reserved.has(name.toLowerCase()))
      throw new ConfigurationError({
        setting: variable('HEADERS'),
        found: `the header ${name}`,
        expected: 'only headers that the checks neither set nor leave out themselves',
        remedy: `Leave ${name} out.`,
      });
    seen.add(name.toLowerCase());
    headers.set(name, value);
  }
  return Object.fromEntries(headers);
}

function parseObject(reader: SettingReader, text: string): object {
  const value = plainJson(text);
  if (isObject(value)) return value;
  const found = value === undefined ? 'text that is not JSON' : 'JSON that is not an object';
  throw refused(reader.given, 'HEADERS', undefined, found);
}
