/** A piece of source that means something by itself; what stands between pieces, blank or comment, is none. */
export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'template' | 'pattern' | 'sign';
  readonly source: string;
}

/** Blanks and comments. */
const between = /(?:\s+|\/\/[^\n]*|\/\*[^]*?\*\/|^#![^\n]*)+/y;
const template = /(?:[^`\\$]+|\\[^]|\$(?!\{))*(?:`|\$\{)/y;
const pattern = /\/(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
const name = /[\w$#@\u0080-\uffff][\w$\u0080-\uffff]*/y;
const number = /(?:0[xob][\da-f_]+|(?:\d[\d_]*\.?|\.\d)[\d_]*(?:e[+-]?\d[\d_]*)?)n?/iy;
const text = /'(?:[^'\\\n]+|\\[^])*'|"(?:[^"\\\n]+|\\[^])*"/y;
/** The longest first. */
const sign =
  />>>=|\.\.\.|[!=]==|(?:\*\*|<<|>>|&&|\|\||\?\?)=?|>>>|=>|[-+*/%&|^=!<>]=|\?\.(?!\d)|\+\+|--|[-+*/%&|^=!<>?:;,.~(){}[\]]/y;

/** Words behind which an expression begins, so that a slash begins a regular expression. */
const leading = /^(?:await|case|delete|do|else|in|instanceof|new|of|return|throw|typeof|void|yield)$/;

/**
 * The tokens of a TypeScript source, without comments. A string is one token, however long; a template is one for each
 * stretch of text in it, beside the tokens of what is filled in.
 *
 * @throws Error with the line where the source cannot be read
 */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  // For each bracket that is open, what stands before it; `undefined` for what is filled into a template.
  const open: (string | undefined)[] = [];
  let closed: string | undefined;
  let at = 0;

  const fail = (what: string): never => {
    throw new Error(`line ${source.slice(0, at).split('\n').length}: ${what}`);
  };
  const take = (kind: Token['kind'], form: RegExp, from = at): string => {
    form.lastIndex = from;
    const found = form.exec(source)?.[0];
    if (found === undefined) return fail(`no ${kind} begins with ${source.slice(at, at + 10)}`);
    at = from + found.length;
    tokens.push({ kind, source: found });
    return found;
  };
  const takeTemplate = (from: number): void => {
    if (take('template', template, from).endsWith('{')) open.push(undefined);
  };
  const takeSign = (): void => {
    const before = tokens.at(-1)?.source ?? '';
    const found = take('sign', sign);
    if (found === '(' || found === '[' || found === '{') open.push(before);
    else if (found === ')' || found === ']' || found === '}') {
      if (open.length === 0) fail(`${found} closes nothing`);
      closed = open.pop();
      if (closed !== undefined) return;
      // It ends what is filled into a template, and belongs to the text behind it.
      tokens.pop();
      takeTemplate(at);
    }
  };

  for (;;) {
    between.lastIndex = at;
    at += between.exec(source)?.[0].length ?? 0;
    const first = source[at];
    if (first === undefined) break;
    if (first === '`') takeTemplate(at + 1);
    else if (first === '"' || first === "'") take('text', text);
    else if (/\d/.test(first) || (first === '.' && /\d/.test(source[at + 1] ?? ''))) take('number', number);
    else if (/[\w$#@\u0080-\uffff]/.test(first)) take('name', name);
    else if (first === '/' && beginsExpression(tokens.at(-1), closed)) take('pattern', pattern);
    else takeSign();
  }
  if (open.length > 0) fail('something is open at the end');
  return tokens;
}

/** Whether an expression begins behind a token; behind a `)`, what stands before its `(` decides. */
function beginsExpression(before: Token | undefined, opening: string | undefined): boolean {
  if (before === undefined) return true;
  if (before.kind === 'name') return leading.test(before.source);
  if (before.kind === 'template') return before.source.endsWith('{');
  if (before.source === ')') return /^(?:for|if|while)$/.test(opening ?? '');
  return before.kind === 'sign' && !/^(?:[\]}]|\+\+|--)$/.test(before.source);
}

/** How many tokens a source has without comments, static imports, and commas that end a list only where it is long. */
export function sizeOf(source: string): number {
  const tokens = tokensOf(source);
  const named = (at: number): string => tokens[at]?.source ?? '';
  let size = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const isImport = named(at) === 'import' && !/^[(.:]$/.test(named(at + 1)) && named(at - 1) !== '.';
    const isLayout = named(at) === ',' && /^[)\]}]$/.test(named(at + 1));
    if (!isImport) size += isLayout ? 0 : 1;
    else while (at < tokens.length && named(at) !== ';') at += 1;
  }
  return size;
}
