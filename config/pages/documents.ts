import type { Plan } from '../../implementation/plan.ts';
import { clausesPage, openPointsPage } from './clause-pages.ts';
import { coveragePage } from './coverage-page.ts';
import { packageText } from '../packaging/package-folder.ts';
import { publishedSchema, wholeSchema } from '../profile/schema.ts';
import { registerText } from '../register/pinned-clauses.ts';
import { settingTable, variable } from '../settings/table.ts';

/** The page on settings: its table is generated, the rest is written by hand. */
const settingsPage = 'docs/settings.md';

/** Every file of the repository that `npm run docs` writes. */
export function documents(plan: Plan) {
  return [
    { path: 'contract/clauses.json', text: registerText(plan.sections) },
    { path: '.env.example', text: asEnvExample() },
    { path: publishedSchema, text: `${JSON.stringify(wholeSchema(), undefined, 2)}\n` },
    { path: settingsPage, text: withSettings(packageText(settingsPage)) },
  ];
}

/** Every file that the build writes into the package, and the repository does not keep. */
export function printedPages(plan: Plan) {
  return [
    { path: 'docs/clauses.md', text: clausesPage(plan) },
    { path: 'docs/open-points.md', text: openPointsPage(plan) },
    { path: 'docs/coverage.md', text: coveragePage(plan) },
  ];
}

/** The text of `.env.example`: every setting is unset, below a comment on its own line. */
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

const begin = '<!-- settings: written by `npm run docs` from config/settings/table.ts -->';
const end = '<!-- end of settings -->';

/** The same page with a new table of settings between its two marks. Throws `Error` for a page without the marks. */
export function withSettings(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page lacks the lines ${begin} and ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${asTable()}\n\n${page.slice(to)}`;
}

function asTable(): string {
  const rows = settingTable.map(({ name, about, fallback }) => {
    const cells = [`\`${variable(name)}\``, about, fallback];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| variable | meaning | default |', '| --- | --- | --- |', ...rows].join('\n');
}
