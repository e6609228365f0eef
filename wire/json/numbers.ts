/** The greatest integer up to which a 32-bit float distinguishes all integers. */
export const greatestSafe = 2 ** 24;

/**
 * The exact value of a JSON number in normal form: `digits` × 10^`exponent`; `digits` neither begins nor ends with
 * `0`; zero has no digits, exponent 0 and no sign. Two numbers are equal if and only if their normal forms are equal.
 */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  readonly exponent: bigint;
}

/** The longest exponent that is read, in characters, and a value above it. */
const longestPower = 1_000;
const beyond = 10n ** BigInt(longestPower);

const numberPattern = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The normal form of a JSON number's source; throws `SyntaxError` for any other text. Exponents may be large. */
export function decimal(source: string): Decimal {
  const [, sign, whole = '', fraction = '', power = '0'] = numberPattern.exec(source) ?? [];
  if (sign === undefined) throw new SyntaxError(`Expected a JSON number, got \`${source.slice(0, 60)}\``);
  const all = whole + fraction;
  let start = 0;
  while (all[start] === '0') start += 1;
  if (start === all.length) return { negative: false, digits: '', exponent: 0n };
  // No code computes with such an exponent: the time would grow with its length. Equal texts are the same number.
  if (power.length > longestPower)
    return {
      negative: sign === '-',
      digits: `${all}e${power}`,
      exponent: power.startsWith('-') ? -1n : beyond,
    };
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  const exponent = BigInt(power.replace('+', '')) - BigInt(fraction.length) + BigInt(all.length - end);
  return { negative: sign === '-', digits: all.slice(start, end), exponent };
}

/** Whether two JSON numbers have the same exact value, as `1`, `1.0` and `10e-1` have. */
export function sameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [decimal(a), decimal(b)];
  return left.negative === right.negative && left.digits === right.digits && left.exponent === right.exponent;
}

/** Whether two JSON numbers are equal as doubles: beyond 2^53 they may still differ. */
export function sameDouble(a: string, b: string): boolean {
  return Number(a) === Number(b);
}

/** A JSON number without fraction and exponent (`100` for `1.0e2`); undefined if it is no integer up to 2^53. */
export function safeInteger(source: string): string | undefined {
  if (!isIntegerSource(source) || !Number.isSafeInteger(Number(source))) return undefined;
  return BigInt(Number(source)).toString();
}

/** Whether the exact value of a JSON number is an integer, as in JSON Schema (`1.0` and `1e2` are). */
export function isIntegerSource(source: string): boolean {
  return decimal(source).exponent >= 0n;
}

/** The exact value of a JSON number; undefined if it is not an integer, or has too many digits for a count. */
export function integerValue(source: string): bigint | undefined {
  const { negative, digits, exponent } = decimal(source);
  if (exponent < 0n || exponent > 400n || digits.length > 400) return undefined;
  const value = BigInt(digits === '' ? '0' : digits) * 10n ** exponent;
  return negative ? -value : value;
}
