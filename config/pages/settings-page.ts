import { settingTable, variable } from '../settings/table.ts';

const begin = '<!-- settings: written by `npm run docs` from config/settings/table.ts -->';
const end = '<!-- end of settings -->';

/** A page with the table of settings between its two marks made again. Throws `Error` for a page without the marks. */
export function withSettings(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page lacks the lines ${begin} and ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${asTable()}\n\n${page.slice(to)}`;
}

/** Every setting as a row: its variable, its meaning, and its default. */
function asTable(): string {
  const rows = settingTable.map(({ name, about, fallback }) => {
    const cells = [`\`${variable(name)}\``, about, fallback];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| variable | meaning | default |', '| --- | --- | --- |', ...rows].join('\n');
}
