import { parse } from 'dotenv';
import { createRedaction, type Redact } from '../../wire/redaction.ts';
import { readTextFile } from '../input/text-file.ts';
import { absolute, type SettingInput } from '../settings/sources.ts';
import { unmarked } from '../settings/marks.ts';
import { flag, settingTable, variable } from '../settings/table.ts';
import { writeSync } from 'node:fs';
import type { ConfigurationError } from '../input/configuration-error.ts';
import { visibleLines } from '../../reporters/visible.ts';

/** Shorter values may be words of messages. */
const shortest = 8;

/** Hides values of secret settings in messages about settings that are not yet checked. */
export function givenRedaction(input: SettingInput): Redact {
  const variables = { ...fileOf(input), ...input.env };
  const given = settingTable.flatMap((row) => {
    if (!('secret' in row)) return [];
    const name = variable(row.name);
    const values = [variables[name], input.flags?.[flag(row.name)]];
    return values.flatMap((value) =>
      value === undefined ? [] : [{ label: name, secret: unmarked(value).text }],
    );
  });
  const headers = given.filter(({ label }) => label === variable('HEADERS'));
  const inside = headers.flatMap(({ label, secret }) =>
    [...secret.matchAll(/"((?:[^"\\]|\\.)*)"\s*[,}]/g)].map(([, value = '']) => ({ label, secret: value })),
  );
  return createRedaction([...given, ...inside].filter(({ secret }) => secret.length >= shortest));
}

function fileOf({ env, flags, cwd }: SettingInput): Readonly<Record<string, string>> {
  try {
    const named = flags?.[flag('ENV_FILE')] ?? env[variable('ENV_FILE')] ?? '.env';
    return parse(readTextFile(absolute(cwd, named)));
  } catch {
    // A file that cannot be read reveals no secret.
    return {};
  }
}

/** Reports the mistake in the settings, and ends the process with exit code 2 before it does anything else. */
export function refuseSettings(error: ConfigurationError, input: SettingInput): never {
  writeSync(2, `resource-conformance: ${visibleLines(givenRedaction(input)(error.message))}\n`);
  process.exit(2);
}
