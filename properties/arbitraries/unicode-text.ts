import fc from 'fast-check';

/** Texts that parsers, loosely typed stores and templates mistake for other values. */
const telling = [
  '', ' ', '0', '1', '-1', '007', '42', '1.5', '1e3', 'true', 'false', 'null', 'NaN', '"', '\\"', "'", '\\',
  '\n', 'a\r\nb', '\t', '{}', '[]', '%41', '${a}', '<b>', '&amp;', 'é', 'e\u0301', 'ß', 'İ', '😀', '👩‍👩‍👧', '𝔘',
  '\u202eabc', '\u2028', '\ufeff', 'שלום', '日本',
] as const; // prettier-ignore

/** Any code point but NUL and the surrogates. (The unit of fast-check would build a table of all of them.) */
const codePoint = fc
  .integer({ min: 1, max: 0x10f7ff })
  .map((at) => String.fromCodePoint(at < 0xd800 ? at : at + 0x800));

/** Text that survives JSON in UTF-8 unchanged: no lone surrogate, and no NUL, which many stores cannot hold. */
export function unicodeText(longest = 24): fc.Arbitrary<string> {
  const any = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: longest }),
    fc.string({ unit: codePoint, maxLength: longest }),
  );
  return fc.oneof(fc.constantFrom(...telling), any);
}

/** Text of printable ASCII and line feeds only. */
export function asciiText(longest = 24): fc.Arbitrary<string> {
  const plain = telling.filter((text) => /^[\n\x20-\x7e]*$/.test(text));
  return fc.oneof(fc.constantFrom(...plain), fc.string({ unit: 'grapheme-ascii', maxLength: longest }));
}

/** Kinds of text, each of which some parser, store or template mistakes for another value. */
export const textKinds: readonly fc.Arbitrary<string>[] = [
  fc.constant(''),
  fc.constantFrom('0', '1', '42', '007', '20240101', '9007199254740993'),
  fc.constantFrom('true', 'false', 'null', 'NaN', 'undefined', '-1', '1.5', '1e3'),
  fc.string({ unit: 'grapheme-ascii', minLength: 300, maxLength: 320 }),
  fc.constantFrom('é', 'e\u0301', 'ß', 'İ', 'שלום', '日本', '\u202eabc', '\u2028', '\ufeff'),
  fc.constantFrom('😀', '👩‍👩‍👧', '𝔘', 'a😀b'),
  fc.constantFrom(
    '"',
    '\\"',
    "'",
    '\\',
    '\n',
    'a\r\nb',
    '\t',
    ' ',
    '{}',
    '[]',
    '%41',
    '${a}',
    '<b>',
    '&amp;',
  ),
  unicodeText(),
];
