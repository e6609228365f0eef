import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../bin/main.ts';
import { limits } from '../../../config/settings/limits-of-scope.ts';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { printedPages } from '../../../config/pages/documents.ts';
import { plan } from '../../../config/plan.ts';
import { rows } from '../../../contract/rows.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { settingTable, variable } from '../../../config/settings/table.ts';
import { withSettings } from '../../../config/pages/settings-page.ts';
import { renderingNames } from '../../../reporters/renderings.ts';
import { choices, faults } from '../../../faults/catalogue.ts';

const pages = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs/settings.md',
  'docs/commands.md',
  'docs/profile.md',
  'docs/reports.md',
  'docs/ci.md',
  'docs/safety.md',
  'docs/glossary.md',
  'docs/questions.md',
  'docs/found.md',
  'examples/README.md',
  'schemas/README.md',
] as const;
const read = (page: string): string => readFileSync(join(packageFolder, page), 'utf8');
const found = (page: string, pattern: RegExp): readonly string[] => [
  ...new Set([...read(page).matchAll(pattern)].map((match) => match[1] ?? '')),
];
const ids = new Set<string>(plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
/** Names the text of the contract for the tests; the suite itself does not read it. */
const ofTests = 'CONFORMANCE_CONTRACT';
/** In CONTRIBUTING.md, the clause that the reader adds. */
const invented = '4.5/answers-promptly';

describe('the README', () => {
  test('links to every page that is written by hand', () => {
    const linked = found('README.md', /\]\(([^)\s#]+)/g);
    const own = new Set(['README.md', 'examples/README.md']);
    expect(pages.filter((page) => !linked.includes(page) && !own.has(page))).toEqual([]);
  });
});

describe('the pages of reference', () => {
  test('have the table of settings as it is (otherwise: npm run docs)', () => {
    expect(read('docs/settings.md')).toBe(withSettings(read('docs/settings.md')));
  });

  test('show a profile that is accepted', () => {
    const [profile] = found('docs/profile.md', /```json\n([\s\S]*?)```/g);
    expect(() => parseProfile(profile ?? '', 'docs/profile.md')).not.toThrow();
  });

  test('name every command', () => {
    const named = found('docs/commands.md', /^\| `resource-conformance ([a-z-]+)/gm);
    expect(named).toEqual(commands.map(({ name }) => name));
  });

  test('name every rendering', () => {
    const named = found('docs/reports.md', /^\| `([a-z]+)` +\|/gm);
    expect(named).toEqual(expect.arrayContaining(renderingNames.filter((name) => name !== 'json')));
  });

  test('name every limit of scope that is no section', () => {
    const named = found('docs/settings.md', /^\| `([a-z-]+)` +\|/gm);
    expect(named).toEqual(expect.arrayContaining(limits.filter((limit) => !/^\d/.test(limit))));
  });
});

describe.for(pages)('%s', (page) => {
  test('names settings that exist', () => {
    const known = [...settingTable.map(({ name }) => variable(name)), ofTests];
    expect(
      found(page, /\b(CONFORMANCE_[A-Z0-9_]*[A-Z0-9])\b/g).filter((name) => !known.includes(name)),
    ).toEqual([]);
  });

  test('names clauses that are stated, and rows that are there', () => {
    const named = found(
      page,
      /\b((?:4\.\d+|General|Resources|Authentication|Errors|Versioning)\/[a-z0-9-]{3,})/g,
    );
    expect(named.filter((id) => !ids.has(id) && !(id in rows) && id !== invented)).toEqual([]);
  });

  test('names files that exist', () => {
    const folders =
      'bench|bin|clause|config|contract|docs|faults|implementation|judging|properties|reporters|run|schemas|suites|tests|wire';
    const named = found(page, new RegExp(`\\b((?:${folders})/[\\w./-]+\\.(?:ts|mjs|json|md))\\b`, 'g'));
    const printed = printedPages(plan).map(({ path }) => path);
    const isThere = (file: string): boolean =>
      printed.includes(file) || existsSync(join(packageFolder, file));
    expect(named.filter((file) => !isThere(file))).toEqual([]);
  });

  test('names scripts, faults and choices that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
    expect(found(page, /npm run ([a-z:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
    const known = [...faults, ...choices].map(({ name }) => name);
    expect(found(page, /--(?:fault|choice) ([a-z0-9-]+)/g).filter((name) => !known.includes(name))).toEqual(
      [],
    );
  });

  test('links to places that exist', () => {
    const links = found(page, /\]\(([^)\s]+)\)/g).filter((link) => !/^https?:/.test(link));
    const broken = links.filter((link) => {
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : join(dirname(page), file);
      if (!existsSync(join(packageFolder, target))) return true;
      return anchor !== undefined && !anchors(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });
});

function anchors(page: string): readonly string[] {
  return found(page, /^#+ (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
