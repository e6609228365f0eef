/** Texts that are shorter are never a window on a longer one. */
const leastWindow = 13;

/**
 * The same text in memory of its own, an octet a character where that is possible: a text that is cut out of a longer one
 * keeps that in memory.
 */
export function detached(text: string): string {
  if (text.length < leastWindow) return text;
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}
