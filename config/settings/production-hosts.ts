import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { variable } from './table.ts';
import type { SettingReader } from './values.ts';

const pattern = /^[A-Za-z0-9.*-]+(?::\d+)?$/;

/**
 * Refuses to write on a host that the operator calls a production host, unless the operator confirms the host.
 *
 * @throws ConfigurationError
 */
export function refuseProductionHosts(
  reader: SettingReader,
  { baseUrl, readOnly }: { readonly baseUrl: string | undefined; readonly readOnly: boolean },
): void {
  const patterns = patternsIn(reader);
  if (baseUrl === undefined || readOnly) return;
  const { host, hostname } = new URL(baseUrl);
  const names = [host, hostname];
  const matching = patterns.find((one) => names.some((name) => matches(one, name)));
  const confirmed = reader.text('CONFIRM')?.trim().toLowerCase();
  if (matching === undefined || (confirmed !== undefined && names.includes(confirmed))) return;
  throw new ConfigurationError({
    setting: variable('BASE_URL'),
    found: `${quoted(host)}, which ${quoted(matching)} of ${variable('PRODUCTION_HOSTS')} lists as a production host`,
    expected: `a host on which the suite may write, or ${variable('CONFIRM')}=${host}`,
    remedy: `Point ${variable('BASE_URL')} at staging, set ${variable('READ_ONLY')}=1, or confirm the host.`,
  });
}

function patternsIn(reader: SettingReader): readonly string[] {
  const text = reader.text('PRODUCTION_HOSTS');
  const patterns = (text ?? '').split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
  const wrong = patterns.find((one) => !pattern.test(one));
  if (wrong === undefined) return patterns;
  throw new ConfigurationError({
    setting: variable('PRODUCTION_HOSTS'),
    found: quoted(wrong),
    expected: 'host names, separated by commas; * matches any characters',
    remedy: `Write ${variable('PRODUCTION_HOSTS')}=api.example.com,*.prod.example.com, without scheme or path.`,
  });
}

/** `*` matches any characters, including dots; the case of letters makes no difference. */
function matches(one: string, name: string): boolean {
  const parts = one.split('*').map((part) => part.replaceAll(/[.-]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(name);
}

const longestContact = 100;

/** The contact for the owners of a server, as the operator states it. @throws ConfigurationError */
export function readContact(reader: SettingReader): string | undefined {
  const contact = reader.text('CONTACT')?.trim();
  if (
    contact === undefined ||
    (/^[\x20-\x7e]+$/.test(contact) && !/[()\\]/.test(contact) && contact.length <= longestContact)
  )
    return contact;
  throw new ConfigurationError({
    setting: variable('CONTACT'),
    found: quoted(contact),
    expected: `at most ${longestContact} printable characters of ASCII, without parentheses and backslashes`,
    remedy: `Write an address or a page: ${variable('CONTACT')}=api-team@example.com.`,
  });
}
