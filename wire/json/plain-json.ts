/** The value of a JSON text, with plain numbers; undefined for a text that is not JSON. */
export function plainJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The content of a text in quotation marks; unchanged if it is quoted wrongly. */
export function unquoted(text: string): string {
  const said = plainJson(text);
  return typeof said === 'string' ? said : text;
}

/** Whether a value is a JSON object, not a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of any value; for a list, by index. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
