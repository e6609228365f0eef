import type { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats, { type FormatName } from 'ajv-formats';

// A module of CommonJS: Node has its default export one level deeper than the types say.
const formats = ajvFormats.default;

/** The longest text that is tested as a `url`, because that pattern takes quadratic time. */
const longestUrl = 10_000;

/** Adds the formats of JSON Schema and OpenAPI, as `ajv-formats` judges them. Returns the same Ajv. */
export function addStandardFormats(ajv: Ajv2020): Ajv2020 {
  formats(ajv, { keywords: false });
  const isUrl = standardText('url');
  return ajv.addFormat('url', (text: string) => text.length <= longestUrl && isUrl(text));
}

/** The test of `ajv-formats` for texts under that name. Throws for a format of numbers. */
export function standardText(name: FormatName): (text: string) => boolean {
  const format = formats.get(name);
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return (text) => format(text) === true;
  const judge: unknown = typeof format === 'object' && 'validate' in format ? format.validate : undefined;
  if (typeof judge !== 'function') throw new TypeError(`${name} is no format of texts`);
  return (text) => judge(text) === true;
}
