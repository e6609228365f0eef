import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents } from '../config/pages/documents.ts';
import { packageFolder } from '../config/packaging/package-folder.ts';
import { plan } from '../config/plan.ts';

const usage = `Usage: npm run docs

Writes anew what is made from the suites and the settings: the register of
clauses, docs/clauses.md, docs/open-points.md, .env.example, and the settings in
README.md.
`;

/** Writes anew what is made from the suites and the settings: the pinned register, the pages about both. */
export function main(argv: readonly string[]): void {
  if (argv.length > 0) return void process.stdout.write(usage);
  for (const { path, text } of documents(plan)) {
    const file = join(packageFolder, path);
    mkdirSync(dirname(file), { recursive: true });
    const changed = textOf(file) !== text;
    if (changed) writeFileSync(file, text);
    process.stdout.write(`${path}: ${changed ? 'written' : 'current'}\n`);
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
