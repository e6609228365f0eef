/** The base for relative references: any base serves. */
const base = 'http://h.invalid/';

/** A character of control: no standard allows it in a URL, encoded or not. */
// oxlint-disable-next-line no-control-regex -- the characters that are searched for
const control = /[\u0000-\u001f\u007f]/;

/** A `data:` URL; encoders of base64 break its lines, and browsers join them. */
const data = /^data:/i;
const lineBreaks = /[\t\n\r]+/g;

/** Distinguishes a name or a URL with spaces from a phrase: a character that words do not have, or a dot within a word. */
const signOfUrl = /[/\\:?#%&=@_~+]|\.\S/;

/** Whether a text is a JSON object, array or string, written in place of its content. */
function isJsonText(text: string): boolean {
  if (!/^[{["]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text cannot be a reference of any kind: it contains a control character, markup or JSON. */
function isForeign(text: string): boolean {
  return control.test(text) || text.startsWith('<') || isJsonText(text);
}

/**
 * Whether a text is a URL, absolute or relative (Resources, Variant): a URL parser resolves it, and a reader would take
 * it for one, even badly spelled. The empty text, markup, JSON, phrases and control characters are none.
 */
export function isResolvableUrl(text: string): boolean {
  const trimmed = text.trim();
  const joined = data.test(trimmed) ? trimmed.replace(lineBreaks, '') : trimmed;
  if (joined === '' || isForeign(joined)) return false;
  if (joined.includes(' ') && !signOfUrl.test(joined)) return false;
  return isParsed(joined);
}

/** Node 20's `URL.canParse` refuses letters of Latin-1 beyond ASCII once it has been called some thousand times. */
function isParsed(text: string): boolean {
  try {
    return new URL(text, base).href !== '';
  } catch {
    return false;
  }
}

/** Beginnings that make a reference absolute, by RFC 3986 or in a browser, which reads `\` as `/`. */
const absolute: readonly RegExp[] = [
  /^[/\\]{2}/,
  /^[a-z][a-z0-9+.-]*:\/\//i,
  /^https?:/i,
  /^(?:wss?|ftp|file):[/\\]/i,
  /^mailto:/i,
  /^data:[a-z]+\/[a-z0-9.+-]+[;,]/i,
];

/**
 * Whether a text can be a relative path (Resources, LineItem): no scheme and no host open it, nor is it markup, JSON
 * or of control characters. A first segment with a colon (`slug:12`) is taken for a scheme only if it can be nothing
 * else. The empty text is a relative path.
 */
export function isRelativePath(text: string): boolean {
  const trimmed = text.trim();
  return !isForeign(trimmed) && !absolute.some((opening) => opening.test(trimmed));
}
