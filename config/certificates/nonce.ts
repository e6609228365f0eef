import { ConfigurationError, quoted } from '../input/configuration-error.ts';

/** A nonce that somebody else has drawn, and the number of its attempt; hexadecimal digits in lower case. */
const noncePattern = /^([0-9a-f]{16,128})(?:-([1-9]\d{0,5}))?$/;

const nonceInWords =
  '16 to 128 hexadecimal digits in lower case, then, if attempts are numbered, a dash and the number: 00112233445566778899aabbccddeeff-3';

/** Whether a text can be a nonce. */
export function isNonce(text: string): boolean {
  return noncePattern.test(text);
}

/**
 * The nonce of a command line.
 *
 * @throws ConfigurationError for an invalid text
 */
export function nonceIn(text: string | undefined, remedy: string): string | undefined {
  if (text === undefined || isNonce(text)) return text;
  throw new ConfigurationError({ setting: '--nonce', found: quoted(text), expected: nonceInWords, remedy });
}

/** ` (attempt 3)` if the nonce has a number; else nothing. */
export function attemptInShort(nonce: string): string {
  const attempt = noncePattern.exec(nonce)?.[2];
  return attempt === undefined ? '' : ` (attempt ${attempt})`;
}
