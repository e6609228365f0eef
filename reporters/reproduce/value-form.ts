/** The form of a value, which similar values of other runs share; the function `form` of a script computes the same. */
export function formOf(raw: string | undefined): string {
  if (raw === undefined) return 'absent';
  if (raw.startsWith('{')) return 'object';
  if (raw.startsWith('[')) return 'array';
  if (!raw.startsWith('"')) return raw.replace(/\d{10,}/g, 'N').replace(/\d+/g, '9');
  if (raw.length > 60 || /[^ -~]/.test(raw)) return 'text';
  return raw.replace(/\d/g, '9').replace(/[A-Z]/g, 'A').replace(/[a-z]/g, 'a');
}

/** Every value of a JSON text, by its place; empty for text that is no JSON. Members that are twice count last. */
export function placesIn(text: string): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  try {
    JSON.parse(text);
  } catch {
    return places;
  }
  let at = 0;
  const skip = (): void => {
    while (/\s/.test(text[at] ?? '')) at += 1;
  };
  const string = (): string => {
    const from = at;
    at += 1;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    at += 1;
    return text.slice(from, at);
  };
  const value = (pointer: string): void => {
    skip();
    const from = at;
    const sign = text[at] ?? '';
    if (sign === '"') string();
    else if (sign === '{' || sign === '[') members(pointer, sign === '{');
    else while (/[^\s,\]}]/.test(text[at] ?? ' ')) at += 1;
    places.set(pointer, text.slice(from, at));
  };
  const members = (pointer: string, named: boolean): void => {
    at += 1;
    for (let index = 0; ; index += 1) {
      skip();
      if (text[at] === ',') at += 1;
      skip();
      if (text[at] === '}' || text[at] === ']') break;
      const name = named ? string().slice(1, -1).replaceAll('~', '~0').replaceAll('/', '~1') : `${index}`;
      skip();
      if (named) at += 1;
      value(`${pointer}/${name}`);
    }
    at += 1;
  };
  value('');
  return places;
}
