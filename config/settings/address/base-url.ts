import { quoted } from '../../input/configuration-error.ts';
import { didYouMean } from '../../input/did-you-mean.ts';
import { isQuoted } from '../marks.ts';
import { refused, type SettingReader } from '../values.ts';

export const embeddedReference = 'reference';

const placeholders = { region: 'REGION', cloudProvider: 'CLOUD_PROVIDER' } as const;

/**
 * The base URL in its normal spelling, with values for its placeholders. It ends without a slash, since paths are
 * appended to it as text (contract, General rules 1). Undefined means the embedded reference.
 *
 * @throws ConfigurationError
 */
export function readBaseUrl(reader: SettingReader): string | undefined {
  const written = reader.text('BASE_URL')?.trim();
  if (written === undefined || written === embeddedReference) return undefined;
  // The error shows no user name, password or query: they may be secrets.
  const refuse = (why: string, remedy?: string) => refused(reader.given, 'BASE_URL', remedy, why);
  if (isQuoted(written)) throw refuse('a URL in quotation marks', 'Leave the quotation marks out.');
  if (/[?#]/.test(written))
    throw refuse('a URL with a query or a fragment', 'Leave out the part from ? or # on.');
  if (/^\w+:\/*[^/]*@/.test(written))
    throw refuse('a URL with a user name', 'Leave it out; pass tokens as settings.');
  const filled = fillIn(reader, written, refuse);
  // The URL parser accepts a missing slash, spaces and backslashes; in a setting they are a slip.
  if (!/^https?:\/\/[^/]/i.test(filled) || /[\s\\{}]/.test(filled)) throw refuse(quoted(written));
  try {
    const { origin, pathname } = new URL(filled);
    return origin + pathname.replace(/\/+$/, '');
  } catch {
    throw refuse(quoted(written));
  }
}

function fillIn(
  reader: SettingReader,
  template: string,
  refuse: (why: string, remedy: string) => Error,
): string {
  return template.replaceAll(/\{([^{}]*)\}/g, (whole, placeholder: string) => {
    if (placeholder !== 'region' && placeholder !== 'cloudProvider')
      throw refuse(
        `the unknown placeholder ${quoted(whole)}`,
        didYouMean(
          placeholder,
          Object.keys(placeholders),
          'Only {region} and {cloudProvider} are filled in.',
        ),
      );
    const setting = placeholders[placeholder];
    const value = reader.text(setting);
    if (value === undefined)
      throw refuse(`${whole} in ${quoted(template)} but no value for it`, `Set CONFORMANCE_${setting}.`);
    if (!/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(value)) throw refused(reader.given, setting);
    return value;
  });
}
