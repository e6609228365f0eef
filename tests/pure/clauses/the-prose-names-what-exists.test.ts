import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commands } from '../../../bin/main.ts';
import { limits } from '../../../config/settings/consent.ts';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { printedPages, withSettings } from '../../../config/pages/documents.ts';
import { plan } from '../../../config/plan.ts';
import { rows } from '../../../contract/rows.ts';
import { parseProfile } from '../../../config/profile/profile.ts';
import { settingTable, variable } from '../../../config/settings/table.ts';
import { renderingNames } from '../../../reporters/renderings.ts';
import { choices, faults } from '../../../faults/catalogue.ts';

/** Pages that a program writes: what they name exists, or its own test fails. */
const printed: ReadonlySet<string> = new Set([
  ...printedPages(plan).map(({ path }) => path),
  'docs/power.md',
  'docs/proof.md',
  'THIRD-PARTY.md',
]);

const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  version: string;
};
/** Pages that are written by hand: at the root, in `docs/`, and beside what they are about. Of older releases, what they named may be gone. */
const pages = [
  ...pagesIn('.'),
  ...['docs', 'docs/dev'].flatMap(pagesIn),
  ...['unreleased', version]
    .map((name) => `docs/changes/${name}.md`)
    .filter((page) => existsSync(join(packageFolder, page))),
  'examples/README.md',
  'schemas/README.md',
].filter((page) => !printed.has(page));

function pagesIn(folder: string): readonly string[] {
  const names = readdirSync(join(packageFolder, folder)).filter((name) => name.endsWith('.md'));
  return names.map((name) => posix.join(folder, name));
}

const read = (page: string): string => readFileSync(join(packageFolder, page), 'utf8');
const found = (page: string, pattern: RegExp): readonly string[] => [
  ...new Set([...read(page).matchAll(pattern)].map((match) => match[1] ?? '')),
];
const ids = new Set<string>(plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id)));
/** Names the text of the contract for the tests; the suite itself does not read it. */
const ofTests = 'CONFORMANCE_CONTRACT';
/** In CONTRIBUTING.md, the clause that the reader adds. */
const invented = '4.5/no-other-success';

/** The pages that a page leads to, itself among them, from link to link. */
function ledTo(page: string, reached: Set<string> = new Set()): ReadonlySet<string> {
  reached.add(page);
  for (const link of found(page, /\]\(([^)\s#]+)/g)) {
    const target = posix.join(posix.dirname(page), link);
    if (pages.includes(target) && !reached.has(target)) ledTo(target, reached);
  }
  return reached;
}

describe('the README', () => {
  test('links every page that is written by hand', () => {
    const reached = ledTo('README.md');
    expect(pages.filter((page) => !reached.has(page))).toEqual([]);
  });
});

describe('the clause that CONTRIBUTING.md adds', () => {
  test('calls functions that exist', () => {
    const [example = ''] = found('CONTRIBUTING.md', /```ts\n([\s\S]*?)```/g);
    const called = [...example.matchAll(/\b([a-z]\w+)\(/g)].map(([, name = '']) => name);
    const sources = ['clause', 'implementation', 'judging', 'run', 'suites/4.05', 'wire']
      .flatMap((folder) =>
        readdirSync(join(packageFolder, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          posix.join(folder, name),
        ),
      )
      .filter((name) => name.endsWith('.ts'))
      .map(read);
    const isThere = (name: string): boolean => {
      const declared = new RegExp(`\\b(?:function|const|readonly) ${name}\\b|^ {2}${name}[(<]`, 'm');
      return sources.some((source) => declared.test(source));
    };
    expect(called).toContain('judgeWithControl');
    expect(called.filter((name) => !isThere(name))).toEqual([]);
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

  test('names clauses and rows that exist', () => {
    const named = found(
      page,
      /\b((?:4\.\d+|General|Resources|Authentication|Errors|Versioning)\/[a-z0-9-]{3,})/g,
    );
    expect(named.filter((id) => !ids.has(id) && !(id in rows) && id !== invented)).toEqual([]);
  });

  test('names files that exist', () => {
    const folders =
      'bench|bin|clause|config|contract|docs|examples|faults|implementation|judging|proof|properties|reference|reporters|run|schemas|suites|tape|tests|wire';
    const named = found(page, new RegExp(`\\b((?:${folders})/[\\w./-]+\\.(?:ts|mjs|json|md))\\b`, 'g'));
    const isThere = (file: string): boolean => printed.has(file) || existsSync(join(packageFolder, file));
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
