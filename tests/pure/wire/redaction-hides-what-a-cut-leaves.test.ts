import { describe, expect, test } from 'vitest';
import { createRedaction } from '../../../wire/redaction.ts';
import { canaries, spellings } from '../../support/canaries/canaries.ts';
import { secretsIn } from '../../support/canaries/found-secrets.ts';

const secrets = canaries.map((secret, at) => ({ label: `TOKEN_${at}`, secret }));
const redact = createRedaction(secrets);
/** A part of a second half is less than what is hidden anywhere. */
const whole = Object.entries(spellings).filter(([name]) => name !== 'second half');

describe('a text that was cut within a secret', () => {
  test.each(whole)('reveals no part of it for any cut: %s', (_, spell) => {
    for (const secret of canaries) {
      const text = `http://elsewhere.invalid/?at=${spell(secret)}`;
      for (let to = 'http://elsewhere.invalid/?at='.length; to < text.length; to += 1)
        expect(secretsIn(redact(`${text.slice(0, to)}…, and more`))).toEqual([]);
    }
  });

  test('stays unchanged if it contains only a few characters of a secret, or was not cut', () => {
    const [secret = ''] = canaries;
    for (const text of [`${secret.slice(0, 7)}…`, `${secret.slice(0, 10)} and more`, '100 %…', 'a&b\\…'])
      expect(redact(text)).toBe(text);
  });
});
