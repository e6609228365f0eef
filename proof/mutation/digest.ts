import { createHash } from 'node:crypto';

/** Sixteen hexadecimal digits; another text hardly ever has the same. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
