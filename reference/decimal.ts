const parts = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const most = 5_000;

/** An exact decimal number: `digits` times ten to the power `exponent`; `digits` has no trailing zeros. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Reads a number exactly; undefined for text that is no number, or is absurdly long. */
function decimalOf(text: string): Decimal | undefined {
  const found = parts.exec(text);
  if (!found || text.length > most) return undefined;
  const [, sign = '', whole = '0', fraction = '', power = '0'] = found;
  const digits = `${whole}${fraction}`.replace(/0+$/, '');
  const dropped = whole.length + fraction.length - digits.length;
  if (digits === '') return { digits: 0n, exponent: 0 };
  const exponent = Number(power) - fraction.length + dropped;
  return { digits: BigInt(`${sign === '-' ? '-' : ''}${digits}`), exponent };
}

/** Whether the text of a number means an integer: `1`, `1.0` and `1e2` do. */
export function isInteger(text: string): boolean {
  const decimal = decimalOf(text);
  return decimal !== undefined && decimal.exponent >= 0;
}

/** The exact integer that the text of a number means; undefined if it has a fraction or more than 400 digits. */
export function integerOf(text: string): bigint | undefined {
  const decimal = decimalOf(text);
  if (decimal === undefined || decimal.exponent < 0 || decimal.exponent > 400) return undefined;
  return decimal.digits * 10n ** BigInt(decimal.exponent);
}
