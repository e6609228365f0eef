/** Lists and objects of a JSON file stand in one another so deep at most; parsers and checks call themselves for each. */
export const mostNesting = 1_000;

/** Where, in characters, a JSON text goes deeper; undefined where it does not. What is no JSON is looked at as far as it is. */
export function tooDeepAt(text: string): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth > mostNesting) return at;
    } else if (sign === ']' || sign === '}') depth -= 1;
  }
  return undefined;
}
