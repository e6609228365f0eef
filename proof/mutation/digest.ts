import { createHash } from 'node:crypto';

/** Sixteen hexadecimal digits that another text has with next to no chance. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
