import fc from 'fast-check';

/** Characters with a meaning in paths, queries or encodings, and characters beyond ASCII. */
const reserved = [...Array.from("=&/ +?#%;:@,'~"), '%2F', ...Array.from('é😀日')];

/** Names that need percent-encoding in a path or have a meaning there; never empty, never only dots. */
export function reservedText(): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(fc.constantFrom(...reserved), fc.constantFrom('a', 'b', '1')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.join(''))
    .map((text) => (/^\.*$/.test(text) ? `a${text}` : text));
}

/** One instance, because a new instance is expensive. */
const word = fc.noShrink(fc.stringMatching(/^[a-z][a-z0-9]{7}$/));

/** A name that no resource has, after a word, so that a server that cuts names reaches no other operation. */
export function unknownName(): fc.Arbitrary<string> {
  return fc.tuple(word, reservedText()).map((parts) => parts.join(''));
}
