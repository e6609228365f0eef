import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import type { TlsMaterial } from '../../wire/sockets/open-socket.ts';
import { ConfigurationError } from '../input/configuration-error.ts';
import type { SettingInput } from './sources.ts';
import { variable } from './table.ts';
import { refused, type SettingReader } from './values.ts';

type PemSetting = 'CA_FILE' | 'CLIENT_CERT' | 'CLIENT_KEY';

/** @throws ConfigurationError for a file that cannot be read, or is of another format; `refuseBadPems` reads it */
export function readPem(reader: SettingReader, name: PemSetting): string | undefined {
  const file = reader.file(name);
  if (file !== undefined && !file.text.includes('-----BEGIN '))
    throw refused(reader.given, name, `Looked into ${file.path}.`, 'a file without "-----BEGIN …"');
  return file?.text;
}

/**
 * Refuses files that TLS could not use: every exchange would fail, as if the target were unreachable.
 *
 * @throws ConfigurationError
 */
export function refuseBadPems(reader: SettingReader, { ca, cert, key }: TlsMaterial): void {
  if (ca !== undefined) certificatesOf(reader, 'CA_FILE', ca);
  if (cert === undefined || key === undefined) return;
  const [own] = certificatesOf(reader, 'CLIENT_CERT', cert);
  if (own?.checkPrivateKey(privateKeyOf(reader, key)) === true) return;
  throw refused(
    reader.given,
    'CLIENT_KEY',
    'Name the two files that belong together; the client certificate comes first in its file.',
    'the key of a certificate other than CONFORMANCE_CLIENT_CERT',
  );
}

/** The settings with which Node accepts any certificate, so that any attacker in between could be the target. */
const unverified = { name: 'NODE_TLS_REJECT_UNAUTHORIZED', value: '0' } as const;

/**
 * Refuses to run without verified certificates: tokens would go to any server that answers.
 *
 * @throws ConfigurationError
 */
export function refuseUnverified({ env }: SettingInput): void {
  if (env[unverified.name] !== unverified.value) return;
  throw new ConfigurationError({
    setting: unverified.name,
    found: `${unverified.value}, which verifies no certificate and sends tokens to any server that answers`,
    expected: 'it not set',
    remedy: `Unset it; if your own authority signed the certificate, name it: ${variable('CA_FILE')}=ca.pem`,
  });
}

function certificatesOf(reader: SettingReader, name: PemSetting, text: string): readonly X509Certificate[] {
  const blocks = text.match(/-----BEGIN ([A-Z0-9 ]*CERTIFICATE)-----[^]*?-----END \1-----/g) ?? [];
  if (blocks.length === 0)
    throw refused(reader.given, name, 'Name a file of PEM certificates.', 'a file without a certificate');
  return blocks.map((block, at) => {
    try {
      return new X509Certificate(block);
    } catch {
      const which = blocks.length === 1 ? 'a certificate' : `a certificate (number ${at + 1})`;
      throw refused(reader.given, name, 'Copy the file again.', `${which} that cannot be read`);
    }
  });
}

function privateKeyOf(reader: SettingReader, text: string): KeyObject {
  try {
    return createPrivateKey(text);
  } catch {
    const found = text.includes('ENCRYPTED')
      ? 'an encrypted key'
      : 'a file without a private key that can be read';
    throw refused(reader.given, 'CLIENT_KEY', 'Name a PEM file of the private key, not encrypted.', found);
  }
}
