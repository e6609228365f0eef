import fc from 'fast-check';

const reserved = [
  '=',
  '&',
  '/',
  ' ',
  '+',
  '?',
  '#',
  '%',
  ';',
  ':',
  '@',
  ',',
  "'",
  '~',

  '%2F',
  'é',
  '😀',
  '日',
];

/** Names that need percent-encoding in a path or that paths give a meaning to; never empty, never only dots. */
export function reservedText(): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(fc.constantFrom(...reserved), fc.constantFrom('a', 'b', '1')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
    .map((text) => (/^\.*$/.test(text) ? `a${text}` : text));
}
