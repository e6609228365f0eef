import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents, printedPages } from '../config/pages/documents.ts';
import { packageFolder, packageText } from '../config/packaging/package-folder.ts';
import { plan } from '../config/plan.ts';

const usage = `Usage: npm run docs [-- --pages] Writes the files that follow from the suites, the settings and the operations: the register of clauses, .env.example, the schema of the profile, and the table in docs/settings.md. With --pages it also writes the pages that only the package contains: docs/clauses.md, docs/coverage.md and docs/open-points.md; npm run build does that.
`;

/** Rewrites the files that are generated from suites and settings: the register and the pages about both. */
export function main(argv: readonly string[]): void {
  const isPages = argv.join(' ') === '--pages';
  if (argv.length > 0 && !isPages) return void process.stdout.write(usage);
  for (const { path, text } of isPages ? printedPages(plan) : documents(plan)) {
    const file = join(packageFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    const changed = textOf(path) !== text;
    if (changed) writeFileSync(file, text);
    process.stdout.write(`${path}: ${changed ? 'written' : 'current'}\n`);
  }
}

function textOf(path: string): string | undefined {
  try {
    return packageText(path);
  } catch {
    return undefined;
  }
}
