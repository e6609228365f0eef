import { hashText } from '../../../run/random.ts';
import { closenessOf, type Touched } from './touched.ts';

/** A test file that takes long and looks at the same each time, with modules that it is about. */
export interface RestingFile {
  readonly file: string;
  readonly about: readonly string[];
}

/**
 * Files that every third commit looks at, and any that touches what they are about: each takes half a minute or more, and
 * has no rows to draw a sample of. `npm run test:all` looks at all of them.
 */
export const restingFiles: readonly RestingFile[] = [
  { file: 'processes/leftovers/killed-runs-leave-nothing-unnamed', about: ['config/runs/ledgers/ledger-file.ts', 'implementation/resources/clean-up.ts'] },
  { file: 'processes/hostile/build-services-take-no-orders', about: ['reporters/visible.ts', 'reporters/ci/log-commands.ts'] },
  { file: 'processes/certificates/runs-are-certified', about: ['config/certificates/write-certificate.ts', 'bin/certificates/certify-command.ts'] },
  { file: 'processes/runs-stop-and-compare-as-told', about: ['clause/compare/compare-reports.ts', 'config/runs/channels/stop-channel.ts'] },
  { file: 'processes/the-second-implementation-conforms', about: ['tests/support/second-implementation/server.py'] },
  { file: 'processes/evidence-is-withheld-as-told', about: ['run/evidence/withheld.ts', 'run/evidence/evidence.ts'] },
  { file: 'processes/secrets/nothing-shows-a-secret', about: ['wire/redaction.ts', 'config/secrets/given-secrets.ts'] },
  { file: 'processes/pages/the-page-is-read-in-a-browser', about: ['reporters/page/as-page.ts', 'reporters/page/page.css', 'reporters/page/behaviour.js'] },
  { file: 'processes/tapes/tapes-are-judged-by-the-command', about: ['bin/tapes/judge-command.ts', 'config/runs/tapes/judged-tape.ts'] },
  { file: 'processes/hard-answers-are-borne', about: ['run/session/long-answers.ts', 'wire/undici-transport.ts'] },
  { file: 'processes/manners/no-report-is-lost', about: ['reporters/files/replace-report.ts', 'reporters/files/write-report.ts'] },
  { file: 'processes/manners/reads-alone-go-on-the-wire', about: ['implementation/read-only.ts', 'clause/read-only/reads.ts'] },
  { file: 'processes/manners-are-kept', about: ['run/session/governor.ts', 'run/session/session.ts'] },
  { file: 'rehearsed/disturbances/faults-show-under-disturbances', about: ['run/session/session.ts'] },
  { file: 'rehearsed/disturbances/habits-cost-no-clause', about: ['run/session/governor.ts'] },
  { file: 'rehearsed/reasons/nothing-passes-where-nothing-is', about: ['run/nothing-is-there.ts'] },
  { file: 'rehearsed/reasons/one-action-is-a-way-on', about: ['implementation/updates/known-actions.ts'] },
  { file: 'rehearsed/reasons/what-is-left-out-is-not-sent', about: ['run/session/dispatch.ts'] },
  { file: 'rehearsed/verdicts-repeat-on-a-server', about: ['implementation/resources/resource-pool.ts'] },
  { file: 'rehearsed/drafting/a-profile-is-drafted', about: ['config/drafting/profile-draft.ts'] },
  { file: 'rehearsed/drafting/drafts-decide', about: ['config/drafting/profile-draft.ts'] },
  { file: 'rehearsed/drafting/mistakes-break-no-drafted', about: ['clause/declarations.ts'] },
  { file: 'rehearsed/lost-answers-cost-little', about: ['run/session/session.ts'] },
  { file: 'rehearsed/statements-say-what-is-sent', about: ['config/register/register.ts'] },
  { file: 'rehearsed/constant-servers-never-conform', about: ['clause/verdict.ts'] },
  { file: 'rehearsed/neighbours-raise-no-alarm', about: ['judging/effects/foreign.ts'] },
]; // prettier-ignore

/** Those that rest on the commit of this salt. */
export function resting(
  salt: string,
  touched: Touched,
  files: readonly RestingFile[] = restingFiles,
): readonly string[] {
  return files
    .filter(({ about }) => closenessOf(touched, about) === undefined)
    .filter(({ file }) => hashText(`${salt} ${file}`) % 3 !== 0)
    .map(({ file }) => file);
}
