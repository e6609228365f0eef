const integer = /^(?:0|-?[1-9][0-9]*)$/;
const number = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

/** The longest run of zeros that is written out; else the exponent stays: `1e999999999` costs nothing. */
const longestExpansion = 1_000n;

/** The most characters in an exponent: a longer exponent costs too much time. */
const longestPower = 1_000;

/** True for a text that is a JSON number, of any size and precision. */
export function isVersionText(text: string): boolean {
  return number.test(text);
}

/**
 * The one text for the exact numeric value of a version: `3`, `3.0`, `3e0` and `30e-1` all give `3`. No digit
 * is lost to floating point. Throws a RangeError when the text is not a JSON number.
 */
export function canonicalVersion(text: string): string {
  if (integer.test(text)) return text;
  const parts = number.exec(text);
  if (parts === null) throw new RangeError(`version ${JSON.stringify(text)} is not a JSON number`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  // A match begins only at the first of successive zeros; otherwise a million zeros would be scanned a million times.
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return '0';
  if (exponent.length > longestPower) return `${sign}${significant}e${exponent}`;
  const scale = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length);
  if (scale < 0n || scale > longestExpansion) return `${sign}${significant}e${scale}`;
  return sign + significant + '0'.repeat(Number(scale));
}
