import fc from 'fast-check';

/** Signs that paths, queries or encodings give a meaning to, and signs beyond ASCII. */
const reserved = [...Array.from("=&/ +?#%;:@,'~"), '%2F', ...Array.from('é😀日')];

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

/** One for all: it is dear to make. */
const word = fc.noShrink(fc.stringMatching(/^[a-z][a-z0-9]{7}$/));

/** A name that nothing has, behind a word that keeps a server that cuts names from another operation. */
export function unknownName(): fc.Arbitrary<string> {
  return fc.tuple(word, reservedText()).map((parts) => parts.join(''));
}
