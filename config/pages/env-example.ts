import { settingTable, variable } from '../settings/table.ts';

/** The text of `.env.example`: every setting unset, below a comment line of its own. */
export function asEnvExample(): string {
  const rows = settingTable
    .filter(({ name }) => name !== 'ENV_FILE')
    .map(
      ({ name, about, fallback, example }) =>
        `# ${about} (default: ${fallback}; e.g. ${example})\n${variable(name)}=`,
    );
  const head =
    '# Copy to .env and fill in, at least the base URL. Other empty lines count as unset; the environment and flags win over this file.';
  return `${[head, ...rows].join('\n')}\n`;
}
