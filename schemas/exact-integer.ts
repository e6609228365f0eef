/**
 * Whether the source text of a JSON number denotes an integer exactly: `1.0`, `1e2` and `1e400` do,
 * `1.00000000000000000001` does not, although its nearest double does. Never expands an exponent.
 */
export function isExactInteger(source: string): boolean {
  const parts = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (parts === null) return false;
  const [whole = '', fraction = '', exponent = '0'] = parts.slice(1);
  if (fraction === '' && exponent === '0') return true;
  const digits = whole + fraction;
  // Only the first of zeros in a row begins a match: otherwise a million of them are gone through a million times.
  const significant = digits.replace(/(?<!0)0+$/, '');
  if (significant === '') return true;
  const trailingZeros = digits.length - significant.length;
  return fraction.length - trailingZeros <= Number(exponent);
}
