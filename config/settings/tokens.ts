import type { PlainJson } from '../../clause/profile.ts';
import { scopes } from '../../contract/endpoints.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { didYouMean } from '../input/did-you-mean.ts';
import { parseJsonFile, UnreadableJson } from '../input/json-file.ts';
import { cutNote, isQuoted, markIn, unmarked } from './marks.ts';
import { refused, type SettingReader } from './values.ts';
import { variable } from './table.ts';

/** The tokens that have a setting of their own: `CONFORMANCE_TOKEN_MANAGE_TEST` and so on. */
export const tokenNames = [...scopes, 'no_scope', 'other_project'] as const;

/** The name of a single token: the end of its setting's name. */
export type TokenName = (typeof tokenNames)[number];

export function tokenSetting(name: TokenName): `TOKEN_${Uppercase<TokenName>}` {
  return `TOKEN_${name.toUpperCase() as Uppercase<TokenName>}`;
}

/** A token by its only scope, or by its special purpose. */
export interface NamedToken {
  readonly name: TokenName;
  readonly token: string;
}

/** A further token with the scopes that the operator states. */
export interface ManifestToken {
  readonly token: string;
  /** Scopes as the token has them, project key included: `view_test:demo`. */
  readonly scopes: readonly string[];
  readonly expired: boolean;
}

export interface Tokens {
  readonly tokens: readonly NamedToken[];
  readonly manifestTokens: readonly ManifestToken[];
  /** Tokens that a command prints and that no setting gives. */
  readonly commandTokens: readonly ManifestToken[];
}

/**
 * The tokens of settings, manifest and the command that `print` runs.
 *
 * @throws ConfigurationError without any token
 */
export function readTokens(reader: SettingReader, print: (command: string) => string): Tokens {
  const tokens: NamedToken[] = [];
  const holders = new Map<string, string>();
  const claim = (token: string, holder: string) => {
    const other = holders.get(token);
    if (other !== undefined)
      throw new ConfigurationError({
        setting: holder,
        found: `the same token as in ${other}`,
        expected: 'each token once, under the name of the scope that it holds',
        remedy: 'Give each its own token, or leave one out.',
      });
    holders.set(token, holder);
  };
  for (const name of tokenNames) {
    const setting = tokenSetting(name);
    const token = reader.text(setting);
    if (token === undefined) continue;
    const flaw = flawOf(token);
    if (flaw !== undefined) throw refused(reader.given, setting, flaw.remedy, flaw.found);
    noteShort(reader, variable(setting), token);
    claim(token, variable(setting));
    tokens.push({ name, token });
  }
  const manifestTokens = readManifest(reader, claim);
  const command = reader.text('TOKENS_COMMAND');
  const printed = command === undefined ? [] : entriesOf('TOKENS_COMMAND', print(command), reader);
  // A token that is also given elsewhere stays among the printed tokens, so that it can be renewed.
  const commandTokens = printed.filter(({ token }) => !holders.has(token));
  commandTokens.forEach(({ token }, index) =>
    claim(token, `${variable('TOKENS_COMMAND')}, entry ${index + 1}`),
  );
  return { tokens, manifestTokens, commandTokens };
}

interface Flaw {
  readonly found: string;
  readonly remedy: string;
}

/** The flaw of a text that is no token. Names the characters around it, which are invisible. */
function flawOf(token: string): Flaw | undefined {
  const around = whatIsAround.find(([pattern]) => pattern.test(token));
  if (around !== undefined) return { found: around[1], remedy: around[2] };
  if (isQuoted(token))
    return { found: 'a value in quotation marks', remedy: 'Leave the quotation marks out.' };
  const mark = markIn(token);
  if (mark === undefined) return undefined;
  return {
    found: `a value with ${mark} in it`,
    remedy: mark === 'a space' ? 'Give only the token.' : 'Give only the token: copy it again.',
  };
}

const whatIsAround: readonly (readonly [RegExp, string, string])[] = [
  [/^bearer\s/i, 'a value that starts with "Bearer "', 'Give only the token, without "Bearer".'],
  [
    /^(?:proxy-)?authorization\s*:/i,
    'a whole header',
    'Give only the token, without "Authorization" and "Bearer".',
  ],
  [/^\{\s*"/, 'a JSON object', 'Give only the token: the value of its access_token.'],
  [/^<[^]*>$/, 'a value in angle brackets', 'Put the token in their place.'],
  [
    /^(?:\$\{[^]*\}|\$\([^]*\)|%\w+%)$/,
    'the name of a variable',
    'The variable was not replaced by its value: give the token.',
  ],
];

/** A short token is hidden only as a whole word, because too many words contain it. */
const leastHidden = 8;

function noteShort(reader: SettingReader, holder: string, { length }: string): void {
  if (length < leastHidden)
    reader.note(
      `${holder} has ${length === 1 ? '1 character' : `${length} characters`}: reports cannot reliably hide a token of fewer than ${leastHidden}.`,
    );
}

function readManifest(
  reader: SettingReader,
  claim: (token: string, holder: string) => void,
): readonly ManifestToken[] {
  const file = reader.file('TOKENS');
  if (file === undefined) return [];
  const tokens = entriesOf('TOKENS', file.text, reader);
  tokens.forEach(({ token }, index) => claim(token, `${variable('TOKENS')}, entry ${index + 1}`));
  return tokens;
}

/** The tokens of a manifest, whatever its source. */
function entriesOf(
  setting: 'TOKENS' | 'TOKENS_COMMAND',
  text: string,
  reader: SettingReader,
): readonly ManifestToken[] {
  const where = setting === 'TOKENS' ? quoted(reader.text('TOKENS')) : 'what the command printed';
  const refuse = (found: string, remedy?: string) =>
    new ConfigurationError({
      setting: variable(setting),
      found: `${found} in ${where}`,
      expected: 'an array of {"token" or "env": "…", "scopes": ["view_test:demo"], "expired": false}',
      remedy: remedy ?? `Correct the ${setting === 'TOKENS' ? 'file' : 'command'}, or leave the setting out.`,
    });
  return parseManifest(text, refuse).map((entry, index) => {
    const read = readEntry(entry, reader, (found, remedy) => refuse(`${found} (entry ${index + 1})`, remedy));
    const { text: token, cut } = unmarked(read.token);
    const holder = `${variable(setting)}, entry ${index + 1},`;
    if (cut !== undefined) reader.note(cutNote(holder, cut));
    noteShort(reader, holder.slice(0, -1), token);
    return { ...read, token };
  });
}

type Refuse = (found: string, remedy?: string) => ConfigurationError;

function parseManifest(text: string, refuse: Refuse): readonly PlainJson[] {
  let value: PlainJson;
  try {
    value = parseJsonFile(text);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    // A reason that quotes the text may show a token, so only reasons without quotes are shown.
    if (text.trim() === '') throw refuse('an empty file');
    throw refuse(`text that ${error.unquoted}`);
  }
  if (!Array.isArray(value)) throw refuse('JSON that is not an array');
  return value;
}

const members = ['token', 'env', 'scopes', 'expired'];

function readEntry(entry: PlainJson, reader: SettingReader, refuse: Refuse): ManifestToken {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    throw refuse('something other than an object');
  const unknown = Object.keys(entry).find((name) => !members.includes(name));
  if (unknown !== undefined)
    throw refuse(`the unknown member ${quoted(unknown)}`, didYouMean(unknown, members, 'Remove it.'));
  const { token, env, scopes, expired = false } = entry as Readonly<Record<string, PlainJson | undefined>>;
  if ((token === undefined) === (env === undefined)) throw refuse('not exactly one of "token" and "env"');
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string' && /^\S+$/.test(scope)))
    throw refuse('no "scopes" that are an array of scopes without spaces');
  if (typeof expired !== 'boolean') throw refuse('an "expired" that is neither true nor false');
  const text = token ?? lookUp(env, reader, refuse);
  if (typeof text !== 'string') throw refuse('a "token" that is not a string');
  const { text: alone } = unmarked(text);
  const flaw = alone === '' ? { found: 'an empty "token"', remedy: 'Remove the entry.' } : flawOf(alone);
  if (flaw !== undefined) throw refuse(flaw.found, flaw.remedy);
  return { token: text, scopes, expired };
}

function lookUp(name: PlainJson | undefined, reader: SettingReader, refuse: Refuse): string {
  if (typeof name !== 'string') throw refuse('an "env" that is not the name of a variable');
  const token = reader.given.lookUp(name);
  if (token === undefined)
    throw refuse(`the variable ${quoted(name)}, which is not set`, `Set ${name}, or remove the entry.`);
  return token;
}
