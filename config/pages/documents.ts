import type { Plan } from '../../implementation/plan.ts';
import { clausesPage, openPointsPage } from './clause-pages.ts';
import { coveragePage } from './coverage-page.ts';
import { asEnvExample } from './env-example.ts';
import { packageText } from '../packaging/package-folder.ts';
import { publishedSchema, wholeSchema } from '../profile/schema.ts';
import { registerText } from '../register/pinned-clauses.ts';
import { withSettings } from './settings-page.ts';

/** The page on settings: the table in it is printed, the rest is written by hand. */
const settingsPage = 'docs/settings.md';

/** A file that follows from the suites and the settings; `path` is relative to the package. */
interface GeneratedDocument {
  readonly path: string;
  readonly text: string;
}

/** Every file of the repository that `npm run docs` writes. */
export function documents(plan: Plan): readonly GeneratedDocument[] {
  return [
    { path: 'contract/clauses.json', text: registerText(plan.sections) },
    { path: '.env.example', text: asEnvExample() },
    { path: publishedSchema, text: `${JSON.stringify(wholeSchema(), undefined, 2)}\n` },
    { path: settingsPage, text: withSettings(packageText(settingsPage)) },
  ];
}

/** Every file that is written when the package is built, carried by it, and not kept in the repository. */
export function printedPages(plan: Plan): readonly GeneratedDocument[] {
  return [
    { path: 'docs/clauses.md', text: clausesPage(plan) },
    { path: 'docs/open-points.md', text: openPointsPage(plan) },
    { path: 'docs/coverage.md', text: coveragePage(plan) },
  ];
}
