/** The base for relative references: any base serves. */
const base = 'http://h.invalid/';

/** A control character: no standard allows it in a URL, even encoded. */
// oxlint-disable-next-line no-control-regex -- the characters that are searched for
const control = /[\u0000-\u001f\u007f]/;

/** A `data:` URL; base64 encoders break its lines, and browsers join the lines. */
const data = /^data:/i;
const lineBreaks = /[\t\n\r]+/g;

/** Distinguishes a URL, or a name with spaces, from a phrase: a character that words lack, or a dot within a word. */
const signOfUrl = /[/\\:?#%&=@_~+]|\.\S/;

/** Whether a text is a JSON object, array or string that replaces its content. */
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
 * Whether a text is a URL, absolute or relative (Resources, Variant): a URL parser resolves it, and readers take it
 * for a URL, even badly spelled. The empty text, markup, JSON, phrases, and texts with control characters are no URLs.
 */
export function isResolvableUrl(text: string): boolean {
  const trimmed = text.trim();
  const joined = data.test(trimmed) ? trimmed.replace(lineBreaks, '') : trimmed;
  if (joined === '' || isForeign(joined)) return false;
  if (joined.includes(' ') && !signOfUrl.test(joined)) return false;
  return isParsed(joined);
}

/** After some thousand calls, Node 20's `URL.canParse` refuses letters of Latin-1 beyond ASCII. */
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
 * Whether a text can be a relative path (Resources, LineItem): it begins with no scheme and no host, and is
 * no markup, no JSON, and without control characters. A first segment with a colon (`slug:12`) counts as a
 * scheme only if it can be nothing else. The empty text is a relative path.
 */
export function isRelativePath(text: string): boolean {
  const trimmed = text.trim();
  return !isForeign(trimmed) && !absolute.some((opening) => opening.test(trimmed));
}
