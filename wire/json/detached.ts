/** Shorter texts are never a window on a longer text. */
export const leastWindow = 13;

/** The same text in separate memory: a part of a longer text would keep the longer text in memory. */
export function detached(text: string): string {
  if (text.length < leastWindow) return text;
  const encoding = /[^\0-\xff]/.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}
