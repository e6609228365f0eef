/** A piece of a laid-out text; `isMarked` if it is the value in question. */
export interface Stretch {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The place in question: a JSON Pointer (RFC 6901), or the offset from which a text is no JSON. */
export interface TextPosition {
  readonly pointer?: string;
  readonly at?: number;
}

/** Texts that fit on one line stay there. */
const mostOnOneLine = 96;

/** Lays out a JSON text over lines, with its tokens unchanged and a mark on the value at a pointer. */
export function layOut(text: string, place: TextPosition): readonly Stretch[] {
  if (place.at !== undefined) return markedFrom(text, place.at);
  const tokens = [...tokensOf(text)];
  const isLong = text.length > mostOnOneLine;
  const marked = place.pointer === undefined || place.pointer === '' ? undefined : place.pointer;
  const stretches: Stretch[] = [];
  for (const { text: written, before, pointer } of tokens) {
    const isMarked = marked !== undefined && (pointer === marked || pointer.startsWith(`${marked}/`));
    const gap = isLong ? before : before === '' ? '' : ' ';
    if (gap !== '') push(stretches, gap, isMarked && (stretches.at(-1)?.isMarked ?? false));
    push(stretches, written, isMarked);
  }
  return stretches;
}

function push(stretches: Stretch[], text: string, isMarked: boolean): void {
  const last = stretches.at(-1);
  if (last === undefined || last.isMarked !== isMarked) stretches.push({ text, isMarked });
  else stretches[stretches.length - 1] = { text: last.text + text, isMarked };
}

function markedFrom(text: string, at: number): readonly Stretch[] {
  return [
    { text: text.slice(0, at), isMarked: false },
    { text: text.slice(at), isMarked: true },
  ].filter((stretch) => stretch.text !== '');
}

interface Token {
  readonly text: string;
  /** What precedes the token: a line feed with indent at the beginning of a line, or a space after a colon. */
  readonly before: string;
  /** The pointer of the token's value; brackets belong to their content. */
  readonly pointer: string;
}

interface Level {
  readonly kind: '{' | '[';
  readonly pointer: string;
  /** The present member or index. */
  key: string;
  isName: boolean;
  /** What the brackets contain so far: no values, values on one line, or values on several lines. */
  content: 'none' | 'inline' | 'lines';
}

const lexeme = /[{}[\],:]|"(?:[^"\\]|\\.)*"?|[^\s{}[\],:"]+/gs;

/** The tokens of a text with their places; even a text with brackets that are not JSON is shown whole. */
function* tokensOf(text: string): Generator<Token> {
  const levels: Level[] = [];
  const line = (depth: number): string => `\n${'  '.repeat(depth)}`;
  const here = (): string => {
    const level = levels.at(-1);
    return level === undefined ? '' : `${level.pointer}/${escaped(level.key)}`;
  };
  for (const [sign] of text.matchAll(lexeme)) {
    const level = levels.at(-1);
    if (sign === '}' || sign === ']') {
      const closed = levels.pop();
      yield {
        text: sign,
        before: closed?.content === 'lines' ? line(levels.length) : '',
        pointer: closed?.pointer ?? '',
      };
      continue;
    }
    if (sign === ',' || sign === ':') {
      if (level?.kind === '[' && sign === ',') level.key = String(Number(level.key) + 1);
      if (level?.kind === '{') level.isName = sign === ',';
      yield { text: sign, before: '', pointer: level?.pointer ?? '' };
      continue;
    }
    const isName = level?.kind === '{' && level.isName;
    if (level !== undefined && isName) level.key = nameOf(sign);
    const opens = sign === '{' || sign === '[';
    // The plain values of an array share lines.
    const before =
      level === undefined
        ? ''
        : isName || (level.kind === '[' && opens)
          ? line(levels.length)
          : level.content === 'none'
            ? ''
            : ' ';
    if (level !== undefined)
      level.content = before.startsWith('\n') || level.content === 'lines' ? 'lines' : 'inline';
    const pointer = here();
    yield { text: sign, before, pointer: isName ? `${level?.pointer ?? ''}\u0000` : pointer };
    if (opens) levels.push({ kind: sign, pointer, key: '0', isName: sign === '{', content: 'none' });
  }
}

function nameOf(lexemeOfName: string): string {
  try {
    return String(JSON.parse(lexemeOfName));
  } catch {
    return lexemeOfName;
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
