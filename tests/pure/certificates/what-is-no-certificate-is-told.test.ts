import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifyCommand } from '../../../bin/certificates/verify-command.ts';
import { perform } from '../../../bin/help.ts';
import { ConfigurationError } from '../../../config/input/configuration-error.ts';

const cwd = mkdtempSync(join(tmpdir(), 'reports-'));
afterAll(() => rmSync(cwd, { recursive: true }));
for (const name of ['conformance.html', 'conformance.json']) writeFileSync(join(cwd, name), '{}');

test.each([
  ['a folder of reports', '.', /found "[^"]*", which holds no certificate; expected a folder with certificate\.json/],
  ['a report', 'conformance.json', /conformance\.json", which is no certificate; expected a folder/],
  ['the file of a certificate in it', 'certificate.json', /certificate\.json", which is missing/],
])('verify refuses %s, and names the command that makes a certificate', async (_what, named, message) => {
  const refusal = perform(verifyCommand, [named], { cwd, env: {} });
  await expect(refusal).rejects.toThrow(ConfigurationError);
  await expect(refusal).rejects.toThrow(message);
  if (named !== 'certificate.json') await expect(refusal).rejects.toThrow('npx --offline resource-conformance certify');
}); // prettier-ignore
