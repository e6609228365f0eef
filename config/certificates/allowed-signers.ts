import { namespace, type SshSignature } from './ssh-signature.ts';

/** What a file of allowed signers says of a key: who signs with it, or why that is nobody. */
export type Allowed =
  | { readonly signer: string }
  | { readonly refused: 'not listed' | 'not for this namespace' | 'not at that time' };

/**
 * Who signs with a key by a file of allowed signers (ssh-keygen(1), "ALLOWED SIGNERS").
 *
 * @param at - when it was signed
 */
export function signerIn(text: string, signature: Pick<SshSignature, 'key'>, at: Date): Allowed {
  let refused: 'not listed' | 'not for this namespace' | 'not at that time' = 'not listed';
  // One line at a time: a file may hold nothing but line feeds.
  for (const [line] of text.matchAll(/[^\n]+/g)) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [principals = '', ...rest] = wordsOf(line);
    const key = rest.findIndex((word) => /^(?:sk-)?(?:ssh|ecdsa)-/.test(word));
    const options = key > 0 ? optionsOf(rest[0] ?? '') : new Map<string, string>();
    if (key < 0 || rest[key + 1] !== signature.key || options.has('cert-authority')) continue;
    if (mayFor(options) && isValid(options, at)) return { signer: principals };
    refused = mayFor(options) ? 'not at that time' : 'not for this namespace';
  }
  return { refused };
}

/**
 * The line of a file of allowed signers that allows a key to sign certificates, and nothing else.
 *
 * @param name - who signs; what could not be one word there is left for the reader to fill in
 */
export function allowedSignerLine(
  { keyType, key }: Pick<SshSignature, 'keyType' | 'key'>,
  name = '',
): string {
  const principal = /^[\w.@+-]{1,100}$/.test(name) ? name : '<who>';
  return `${principal} namespaces="${namespace}" ${keyType} ${key}`;
}

/** Words between blanks, those in quotes as one. */
function wordsOf(line: string): readonly string[] {
  return line.trim().match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
}

function optionsOf(word: string): ReadonlyMap<string, string> {
  const options = word.match(/(?:[^,"]|"[^"]*")+/g) ?? [];
  return new Map(
    options.map((option) => {
      const [name = '', value = ''] = option.split(/=(.*)/s);
      return [name.toLowerCase(), value.replace(/^"|"$/g, '')];
    }),
  );
}

/** Names of namespaces may have `*` and `?` in them. */
function mayFor(options: ReadonlyMap<string, string>): boolean {
  const patterns = options.get('namespaces')?.split(',');
  return patterns === undefined || patterns.some((pattern) => fits(pattern, namespace));
}

function fits(pattern: string, text: string): boolean {
  const source = pattern
    .replace(/[.+^$()|[\]\\{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`).test(text);
}

function isValid(options: ReadonlyMap<string, string>, at: Date): boolean {
  const [after, before] = [options.get('valid-after'), options.get('valid-before')].map(momentOf);
  return (after === undefined || at >= after) && (before === undefined || at <= before);
}

/** `YYYYMMDD[HHMM[SS]][Z]`, in local time unless it ends with Z. */
function momentOf(text: string | undefined): Date | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone = ''] =
    /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)$/.exec(text ?? '') ?? [];
  if (text === undefined) return undefined;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
}
