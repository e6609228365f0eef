import { defined } from '../../clause/defined.ts';
import { namespace, type SshSignature } from './ssh-signature.ts';

/** The vendor whose signature is expected, and the present time. */
export interface Asked {
  /** The vendor in the certificate; empty if it names none. */
  readonly vendor: string;
  /** The reader states that the file belongs to that vendor: its lines may then name people alone. */
  readonly isTheirs: boolean;
  readonly now: Date;
}

/** Reasons why no signer has a key, the least specific first. */
const refusals = [
  'not listed',
  'for another vendor',
  'for another namespace',
  'not valid yet',
  'expired',
] as const;

/** The signer of a key by a file of allowed signers, or why the key has none. */
export type Allowed = { readonly signer: string } | { readonly refused: (typeof refusals)[number] };

/**
 * The signer of a key for a vendor, by a file of allowed signers, as `ssh-keygen -Y verify -I <vendor>` reads it
 * (ssh-keygen(1), "ALLOWED SIGNERS"). An unreadable line allows nobody; all other lines stay valid. Lines of
 * certificate authorities count for nothing: a key that an authority has certified is not supported.
 */
export function signerIn(
  text: string,
  signature: Pick<SshSignature, 'key' | 'keyType'>,
  asked: Asked,
): Allowed {
  let refused: (typeof refusals)[number] = 'not listed';
  // Takes one line at a time: a file may consist of line feeds alone.
  for (const [line] of text.matchAll(/[^\n]+/g)) {
    const read = lineOf(line);
    if (read === undefined || read.key !== signature.key || read.keyType !== signature.keyType) continue;
    const flaw = flawOf(read, asked);
    if (flaw === undefined) return { signer: read.principals };
    if (refusals.indexOf(flaw) > refusals.indexOf(refused)) refused = flaw;
  }
  return { refused };
}

/** The line that allows a key to sign certificates of a vendor; without a vendor the reader has to fill in a name. */
export function allowedSignerLine(
  { keyType, key }: Pick<SshSignature, 'keyType' | 'key'>,
  vendor = '',
): string {
  // A quotation mark ends the word, a comma the pattern; an exclamation mark at its beginning negates the pattern.
  const pattern = vendor.replace(/[",]|^!/g, '?');
  const isOneLine = /^[^\p{Cc}]{1,200}$/u.test(pattern);
  const principal = !isOneLine ? '<vendor>' : /^[\w.@+-]+$/.test(pattern) ? pattern : `"${pattern}"`;
  return `${principal} namespaces="${namespace}" ${keyType} ${key}`;
}

interface Line {
  readonly principals: string;
  readonly namespaces?: string;
  readonly after?: Date;
  readonly before?: Date;
  readonly keyType: string;
  readonly key: string;
}

const keyPattern = /^((?:sk-)?(?:ssh|ecdsa)-[\w.@-]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?=\s|$)/;

/** Undefined for a line that allows nobody: a comment, an authority, or a line that ssh-keygen cannot read. */
function lineOf(line: string): Line | undefined {
  const begin = line.replace(/^[ \t]+/, '');
  if (begin === '' || begin.startsWith('#')) return undefined;
  // The first word may have one quoted part, which ends the word.
  const [word, bare = '', quoted = ''] = /^([^\s"]*)(?:"([^"]*)"\s*|\s+)/.exec(begin) ?? [];
  if (word === undefined) return undefined;
  const rest = begin.slice(word.length);
  const [options = ''] = keyPattern.test(rest)
    ? []
    : (/^(?:\\"|"(?:\\"|\\(?!")|[^"\\])*"|\\(?!")|[^\s"\\])+/.exec(rest) ?? []);
  const [, keyType, key] = keyPattern.exec(rest.slice(options.length).replace(/^[ \t]+/, '')) ?? [];
  const told = options === '' ? {} : optionsIn(options);
  if (told === undefined || keyType === undefined || key === undefined) return undefined;
  return { principals: `${bare}${quoted}`, ...told, keyType, key };
}

const optionPattern =
  /(?<flag>cert-authority)|(?<name>namespaces|valid-after|valid-before)="(?<value>(?:\\"|\\(?!")|[^"\\])*)"/iy;

/** Undefined for an authority, and for unknown, repeated or empty options. */
function optionsIn(text: string): Omit<Line, 'principals' | 'keyType' | 'key'> | undefined {
  const found = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    optionPattern.lastIndex = at;
    const option = optionPattern.exec(text);
    const { name, value = '' } = option?.groups ?? {};
    if (option === null || name === undefined || found.has(name.toLowerCase())) return undefined;
    found.set(name.toLowerCase(), value.replaceAll('\\"', '"'));
    at = optionPattern.lastIndex;
    if (at === text.length) break;
    if (text[at] !== ',' || at + 1 === text.length) return undefined;
    at += 1;
  }
  const [namespaces, after, before] = ['namespaces', 'valid-after', 'valid-before'].map((name) =>
    found.get(name),
  );
  const [from, until] = [momentOf(after), momentOf(before)];
  const isOdd = [from, until].some((moment) => moment !== undefined && Number.isNaN(moment.getTime()));
  if (isOdd || (from !== undefined && until !== undefined && until <= from)) return undefined;
  return defined({ namespaces, after: from, before: until });
}

/** `YYYYMMDD[HHMM[SS]][Z|UTC]`, in local time without `Z` or `UTC`; an invalid date for an invalid text. */
function momentOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z|UTC)?$/i.exec(text) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map((one) => Number(one ?? 0));
  const isOne =
    month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second <= 60;
  if (!isOne) return new Date(Number.NaN);
  return parts[6] === undefined
    ? new Date(year, month - 1, day, hour, minute, second)
    : new Date(Date.UTC(year, month - 1, day, hour, minute, second));
}

function flawOf(
  { principals, namespaces, after, before }: Line,
  { vendor, isTheirs, now }: Asked,
): (typeof refusals)[number] | undefined {
  if (!isFor(principals, vendor, isTheirs)) return 'for another vendor';
  if (namespaces !== undefined && !isAmong(namespace, namespaces)) return 'for another namespace';
  if (after !== undefined && now < after) return 'not valid yet';
  return before !== undefined && now > before ? 'expired' : undefined;
}

/** A principal is the name of a vendor; the address of a signer says nothing about the vendor. */
function isFor(principals: string, vendor: string, isTheirs: boolean): boolean {
  if (vendor !== '' && isAmong(vendor, principals)) return true;
  return isTheirs && principals.split(',').every((one) => /^[^!].*@/.test(one));
}

/** Whether a text fits one of several patterns, but no pattern behind an exclamation mark. */
function isAmong(text: string, patterns: string): boolean {
  const all = patterns.split(',');
  const isRefused = all.some((one) => one.startsWith('!') && fits(one.slice(1), text));
  return !isRefused && all.some((one) => !one.startsWith('!') && fits(one, text));
}

/** Patterns may have `*` and `?` in them; each `?` is one octet, as in OpenSSH. */
function fits(pattern: string, text: string): boolean {
  const octets = (one: string): string => Buffer.from(one).toString('latin1');
  // Searches for each part after the previous part; this takes at most the product of both lengths.
  const parts = octets(pattern).split(/\*+/);
  const [whole, [first = '', ...rest]] = [octets(text), parts];
  const last = rest.pop();
  if (last === undefined) return whole.length === first.length && isAt(first, whole, 0);
  if (!isAt(first, whole, 0)) return false;
  let at = first.length;
  for (const part of rest) {
    while (at + part.length <= whole.length && !isAt(part, whole, at)) at += 1;
    at += part.length;
  }
  return at + last.length <= whole.length && isAt(last, whole, whole.length - last.length);
}

function isAt(part: string, text: string, at: number): boolean {
  if (at + part.length > text.length) return false;
  return Array.from(part).every((sign, index) => sign === '?' || sign === text[at + index]);
}
