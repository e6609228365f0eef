/** What a JSON text says, with plain numbers; undefined for what is none. */
export function plainJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a text in quotation marks says; where it is quoted wrongly, as it stands. */
export function unquoted(text: string): string {
  const said = plainJson(text);
  return typeof said === 'string' ? said : text;
}

/** Whether a value is an object of JSON, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a value, whatever that is; those of a list by their places. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
