import { createHash } from 'node:crypto';

/** Sixteen hexadecimal digits, which hardly ever are the same for another text. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
