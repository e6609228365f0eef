import { ConfigurationError, quoted, refusal } from '../input/configuration-error.ts';
import { variable, type SettingName } from './table.ts';
import { readReadOnly } from './consent.ts';
import type { SettingInput } from './sources.ts';
import { refuseStrayTarget, refuseStrayTerms } from './address/named-target.ts';
import { proxyVariable, type SettingReader } from './values.ts';
import { tokenNames, tokenSetting } from './tokens.ts';
import { unheeded } from '../../wire/sockets/proxy.ts';

/** Refuses settings that contradict one another. @throws ConfigurationError that names both */
export function refuseClashes(reader: SettingReader, input: SettingInput): void {
  const has = (name: SettingName) => reader.text(name) !== undefined;
  const refuse = (setting: SettingName, found: string, expected: string, remedy: string) =>
    refusal(variable(setting), found, expected, remedy);
  refusePastedTokens(reader);
  refuseStrayTarget(reader);
  if (has('OTHER_PROJECT_KEY') && reader.text('OTHER_PROJECT_KEY') === reader.text('PROJECT_KEY'))
    throw refuse(
      'OTHER_PROJECT_KEY',
      `${quoted(reader.text('PROJECT_KEY'))}, which is CONFORMANCE_PROJECT_KEY too`,
      'the key of another project',
      'Give the project that CONFORMANCE_TOKEN_OTHER_PROJECT is for.',
    );
  if (readReadOnly(reader).readOnly && has('CONSENT') && reader.text('CONSENT')?.trim() !== 'none')
    throw refuse(
      'CONSENT',
      `${quoted(reader.text('CONSENT'))}, beside CONFORMANCE_READ_ONLY=${reader.text('READ_ONLY')}`,
      'no consent to writes in a run that only reads',
      'Leave one of the two out; CONFORMANCE_CONSENT=none gives no consent.',
    );
  if (has('CLIENT_CERT') !== has('CLIENT_KEY')) {
    const [given, absent] = has('CLIENT_CERT')
      ? (['CLIENT_CERT', 'CLIENT_KEY'] as const)
      : (['CLIENT_KEY', 'CLIENT_CERT'] as const);
    throw refuse(given, `a file, but no ${variable(absent)}`, 'both or neither', `Set ${variable(absent)}.`);
  }
  refuseStrayTerms(reader, input);
}

/** Settings that are allowed but weaken the run, one sentence each. */
export function notesOn(reader: SettingReader): readonly string[] {
  const has = (name: SettingName) => reader.text(name) !== undefined;
  const notes: string[] = [...reader.notes];
  if (has('TOKEN_OTHER_PROJECT') && !has('OTHER_PROJECT_KEY'))
    notes.push(
      'CONFORMANCE_TOKEN_OTHER_PROJECT is given without CONFORMANCE_OTHER_PROJECT_KEY: it cannot be proved valid.',
    );
  if (has('OTHER_PROJECT_KEY') && !has('TOKEN_OTHER_PROJECT') && !has('TOKENS') && !has('TOKENS_COMMAND'))
    notes.push('CONFORMANCE_OTHER_PROJECT_KEY has no effect without CONFORMANCE_TOKEN_OTHER_PROJECT.');
  if (readReadOnly(reader).readOnlyGate && reader.onOff('ALLOW_INCOMPLETE', false))
    notes.push(
      'CONFORMANCE_ALLOW_INCOMPLETE=1 opens the gate of CONFORMANCE_READ_ONLY=gate: it also passes if reads leave clauses undecided.',
    );
  for (const entry of unheeded(proxyVariable(reader, 'NO_PROXY') ?? ''))
    notes.push(
      `NO_PROXY has ${quoted(entry)}, which exempts nothing: name hosts, domains or addresses, or * for all.`,
    );
  for (const [name, placeholder] of [
    ['REGION', '{region}'],
    ['CLOUD_PROVIDER', '{cloudProvider}'],
  ] as const)
    if (has(name) && reader.text('BASE_URL')?.includes(placeholder) !== true)
      notes.push(`${variable(name)} has no effect: the base URL has no ${placeholder}.`);
  return notes;
}

const shown: readonly SettingName[] = [
  'PROJECT_KEY',
  'OTHER_PROJECT_KEY',
  'REGION',
  'CLOUD_PROVIDER',
  'CONTACT',
];

/** Operators easily paste a token one line too high. */
function refusePastedTokens(reader: SettingReader): void {
  for (const name of shown) {
    const text = reader.text(name);
    const token = tokenNames.map(tokenSetting).find((one) => text !== undefined && text === reader.text(one));
    if (token === undefined) continue;
    throw new ConfigurationError({
      setting: variable(name),
      found: `the token that ${variable(token)} holds`,
      expected: name === 'CONTACT' ? 'an address' : 'a name, which reports show',
      remedy: `Give ${variable(name)} its own value.`,
    });
  }
}
