import type { Header } from './exchange.ts';

/** A media type: `type/subtype` in lower case, and the `charset` parameter in lower case. */
export interface MediaType {
  readonly essence: string;
  readonly charset?: string;
}

/** All values of a header field, in order; names compare without regard to case. */
export function headerValues(headers: readonly Header[], name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}

/** The first value of a header field. */
export function header(headers: readonly Header[], name: string): string | undefined {
  return headerValues(headers, name)[0];
}

const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const essencePattern = new RegExp(`^\\s*(${token}/${token})\\s*(?:;|$)`, 'i');
const charsetPattern = new RegExp(`;\\s*charset\\s*=\\s*(?:"([^"]*)"|(${token}))`, 'i');

/** Whether a media type says that the body is JSON. */
export function isJsonType(essence: string): boolean {
  return essence === 'application/json' || essence.endsWith('+json');
}

/** The media type in `Content-Type`; absent if the field is missing or has no media type (RFC 9110 8.3.1). */
export function mediaType(headers: readonly Header[]): MediaType | undefined {
  const value = header(headers, 'content-type') ?? '';
  const essence = essencePattern.exec(value)?.[1]?.toLowerCase();
  if (essence === undefined) return undefined;
  const [, quoted, bare] = charsetPattern.exec(value) ?? [];
  const charset = (quoted ?? bare)?.trim().toLowerCase();
  return charset === undefined ? { essence } : { essence, charset };
}
