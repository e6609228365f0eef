/** A test file that `npm test` leaves to another command. */
export interface ApartFile {
  /** Its path below `tests`, without `.test.ts`. */
  readonly file: string;
  readonly because: string;
}

/**
 * Files that only `npm run test:processes` plays: a pull request has a job of its own for them, and the night plays them
 * too. `.ci/run`, which has six minutes for everything, plays the others (`npm run test:build`).
 */
export const longFiles: readonly ApartFile[] = [
  { file: 'processes/the-packed-package-runs', because: 'packs, installs and starts the package' },
  { file: 'processes/tapes/tapes-are-judged-by-the-command', because: 'records and judges whole runs' },
  { file: 'processes/one-run-stands-behind-all-suites', because: 'starts the suite in each way that vitest knows' },
  { file: 'processes/names-in-vitest-are-of-the-contract', because: 'starts the suite for each kind of name' },
  { file: 'processes/pages/the-page-is-read-in-a-browser', because: 'has a job of its own' },
  { file: 'processes/pages/pages-of-real-runs-fit-each-window', because: 'has a job of its own' },
  { file: 'processes/certificates/a-registry-verifies-pull-requests', because: 'certifies and verifies whole runs' },
  { file: 'processes/certificates/runs-are-certified', because: 'certifies several whole runs' },
  { file: 'processes/certificates/edited-packages-are-refused', because: 'verifies 5,000 packages' },
  { file: 'processes/certificates/foreign-packages-write-nothing', because: 'certifies a whole run' },
  { file: 'processes/certificates/attestations-are-read-in-python', because: 'starts Python for each envelope' },
  { file: 'processes/certificates/packages-stay-within-bounds', because: 'certifies a whole run' },
  { file: 'processes/runs-stop-and-compare-as-told', because: 'starts a whole run for each of its tests' },
  { file: 'processes/secrets/nothing-shows-a-secret', because: 'starts each command' },
  { file: 'processes/manners/no-report-is-lost', because: 'starts a whole run for each of its tests' },
  { file: 'processes/manners/reads-alone-go-on-the-wire', because: 'starts a whole run for each of its tests' },
  { file: 'processes/manners/flags-of-vitest-do-no-harm', because: 'starts a run for each flag' },
  { file: 'processes/manners/caps-hold-over-shards', because: 'runs in shards' },
  { file: 'processes/manners/nothing-is-lost-on-a-full-disk', because: 'starts whole runs on a small disk' },
  { file: 'processes/mocks/states-outlast-a-kill', because: 'starts a mock for each kill' },
  { file: 'processes/manners-are-kept', because: 'waits for limits of pace' },
  { file: 'processes/leftovers/killed-runs-leave-nothing-unnamed', because: 'kills whole runs' },
  { file: 'processes/leftovers/quiet-runs-are-cleaned-up', because: 'waits for the lags of a server' },
  { file: 'processes/leftovers/updated-resources-are-removed', because: 'kills whole runs' },
  { file: 'processes/leftovers/clean-goes-on-with-any-ledger', because: 'starts a run and a clean-up for each ledger' },
  { file: 'processes/leftovers/living-runs-are-left-alone', because: 'starts runs side by side' },
  { file: 'processes/the-second-implementation-conforms', because: 'plays whole runs on a slower server' },
  { file: 'processes/second-implementation-answers', because: 'starts a server for each fault' },
  { file: 'processes/ci/the-reference-is-judged-by-name', because: 'starts a whole run for each rendering' },
  { file: 'processes/a-draft-keeps-what-is-there', because: 'drafts for each kind of file' },
  { file: 'processes/disturbances/verdicts-repeat-over-sockets', because: 'plays whole runs' },
  { file: 'processes/disturbances/runs-at-once-raise-no-alarm', because: 'plays whole runs' },
  { file: 'processes/disturbances/tokens-are-renewed-in-mid-run', because: 'plays whole runs' },
  { file: 'processes/hostile/build-services-take-no-orders', because: 'starts each command' },
  { file: 'processes/hard-answers-are-borne', because: 'plays whole runs on hard answers' },
  { file: 'processes/evidence-is-withheld-as-told', because: 'plays whole runs' },
  { file: 'processes/operators/redirects-are-followed-to-the-operation', because: 'plays whole runs' },
  { file: 'processes/echoed-tokens-stay-hidden', because: 'plays a whole run' },
  { file: 'processes/pages/the-front-page-answers-at-a-glance', because: 'has a job of its own' },
  { file: 'processes/errors-of-the-tools-below-are-told', because: 'starts a run for each error' },
  { file: 'processes/a-plan-sends-only-reads', because: 'starts plans and runs beside a count of requests' },
  { file: 'processes/proof/mutants-end-as-before', because: 'tries mutants' },
  { file: 'rehearsed/drafting/drafts-decide-what-can-be-found-out', because: 'plays two whole runs a row' },
  { file: 'rehearsed/drafting/a-profile-is-drafted-from-observations', because: 'plays two whole runs a row' },
  { file: 'rehearsed/reasons/one-action-is-a-way-on-where-the-other-is-shut', because: 'plays whole runs' },
  { file: 'rehearsed/statements-say-what-is-sent', because: 'rehearses each clause by itself' },
  { file: 'rehearsed/neighbours-raise-no-alarm', because: 'plays whole runs beside other clients' },
  { file: 'rehearsed/constant-servers-never-conform', because: 'plays whole runs' },
  { file: 'rehearsed/contract-alone/honest-servers-do-not-fail', because: 'a whole run a row' },
  { file: 'rehearsed/contract-alone/defects-fail-their-clause', because: 'a whole run a row' },
  { file: 'rehearsed/lost-answers-cost-little', because: 'plays whole runs' },
  { file: 'rehearsed/reference-faults-and-choices-leave-traces', because: 'tours the reference under each fault and choice' },
  { file: 'rehearsed/faults-show-where-creates-land-on-one-resource', because: 'plays whole runs' },
  { file: 'rehearsed/blame/circumstances-excuse-no-fault', because: 'plays whole runs' },
  { file: 'rehearsed/blame/habits-excuse-no-fault', because: 'plays whole runs' },
  { file: 'rehearsed/blame/closings-excuse-no-fault', because: 'plays whole runs' },
  { file: 'rehearsed/tapes/histories-say-the-same-to-the-letter', because: 'plays whole runs' },
  { file: 'rehearsed/choices/choices-go-together', because: 'plays twenty whole runs' },
  { file: 'rehearsed/choices/choices-alone-raise-no-alarm', because: 'plays each choice alone' },
  { file: 'rehearsed/quiet/quiet-runs-look-like-any-client', because: 'plays twenty whole runs' },
  { file: 'rehearsed/quiet/two-faced-servers-are-refuted', because: 'plays whole runs' },
  { file: 'rehearsed/disturbances/bans-cost-no-clause', because: 'plays a whole run that waits' },
  { file: 'rehearsed/mocks/profiles-are-imitated', because: 'plays whole runs' },
  { file: 'rehearsed/mocks/drawn-habits-are-honest', because: 'plays whole runs' },
  { file: 'rehearsed/disturbances/habits-cost-no-clause', because: 'plays whole runs' },
]; // prettier-ignore

/** Files of `tests/pure` and `tests/rehearsed` that `npm run test:build` plays instead of `npm test`. */
export const inBuilds: readonly ApartFile[] = [
  { file: 'pure/history/histories-are-judged-exactly', because: 'tries all histories up to a size' },
  { file: 'pure/run/long-answers-are-let-go', because: 'holds answers of many megabytes' },
  { file: 'pure/wire/redaction-hides-what-a-cut-leaves', because: 'cuts each text at each place' },
  { file: 'pure/wire/redaction-hides-tokens', because: 'writes tokens in thousands of spellings' },
  { file: 'pure/reports/build-services-take-no-orders', because: 'writes each command into each rendering' },
  { file: 'pure/clauses/documented-fields-have-one-clause-each', because: 'loads each section by itself' },
  { file: 'pure/schemas/generated-bodies-are-well-typed', because: 'generates and validates thousands of bodies' },
  { file: 'pure/reference/reference-choices-keep-what-is-determined', because: 'tours the reference under each choice' },
  { file: 'pure/tape/tapes-are-read-as-they-were-written', because: 'writes and reads large tapes' },
  { file: 'pure/settings/named-files-are-bounded', because: 'writes files beyond each bound' },
  { file: 'rehearsed/faults-of-endpoints-and-access-are-caught', because: 'plays each of 400 faults' },
  { file: 'rehearsed/faults-of-content-are-caught', because: 'plays each fault' },
  { file: 'rehearsed/faults-of-updates-are-caught', because: 'plays each fault' },
  { file: 'rehearsed/waits-are-made-where-a-verdict-hinges-on-them', because: 'plays whole runs with lags' },
  { file: 'rehearsed/disturbances/disturbances-are-no-fault', because: 'plays whole runs' },
  { file: 'rehearsed/disturbances/copies-that-take-turns-raise-no-alarm', because: 'plays whole runs' },
  { file: 'rehearsed/disturbances/deletes-beside-others-find-what-is-there', because: 'plays whole runs' },
  { file: 'rehearsed/reasons/nothing-passes-where-nothing-is', because: 'plays whole runs' },
  { file: 'rehearsed/reasons/what-is-left-out-is-not-sent', because: 'plays whole runs' },
  { file: 'rehearsed/blame/writes-are-blamed-for-what-they-do', because: 'plays whole runs' },
  { file: 'rehearsed/blame/what-succeeds-meanwhile-does-not-always-fail', because: 'plays whole runs' },
  { file: 'rehearsed/pictures-take-turns-at-any-seed', because: 'plays whole runs' },
  { file: 'rehearsed/disturbances/limits-are-kept-to', because: 'plays whole runs' },
  { file: 'rehearsed/leftovers/nothing-is-left-that-can-be-found', because: 'plays whole runs' },
  { file: 'rehearsed/leftovers/what-overwrites-make-is-not-left', because: 'plays whole runs' },
  { file: 'rehearsed/leftovers/lent-resources-stay', because: 'plays whole runs' },
  { file: 'rehearsed/leftovers/limits-to-living-resources-cost-no-clause', because: 'plays whole runs' },
  { file: 'rehearsed/what-is-not-seen-stands-in-no-script', because: 'plays whole runs' },
  { file: 'rehearsed/what-no-clause-forbids-does-not-fail', because: 'plays whole runs' },
  { file: 'rehearsed/tapes/differ', because: 'judges each family with a planted mistake' },
  { file: 'rehearsed/blame/4.10-stale-version-conflicts', because: 'plays whole runs' },
  { file: 'rehearsed/reads-decide-what-is-recorded', because: 'plays whole runs of reads alone' },
]; // prettier-ignore

/** Journeys that `.ci/run` walks; `npm run test:processes` and the night walk all. */
export const quickJourneys: readonly ApartFile[] = [
  { file: 'journeys/newcomer', because: 'is what README says first' },
];

/** A file whose tables are too long for anything but a night. */
export interface NightFile extends ApartFile {
  /** Names of its tables: where one of them has a fixed row, `npm run test:processes` plays the file as well. */
  readonly tables: readonly string[];
}

/** Files that `npm run test:night` plays, by rows that its seed draws. */
export const nightFiles: readonly NightFile[] = [
  { file: 'rehearsed/disturbances/faults-show-under-disturbances', tables: ['weathers of faults'], because: 'thirty whole runs a row' },
  { file: 'rehearsed/disturbances/answers-that-pass-raise-no-alarm', tables: ['statuses in between'], because: 'a whole run a row' },
  { file: 'rehearsed/blame/faults-blame-no-other-clause', tables: ['blame'], because: 'each fault on a third of the plan' },
  { file: 'rehearsed/blame/faults-show-under-habits', tables: ['faults under habits'], because: 'each fault on a third of the plan' },
  { file: 'rehearsed/blame/one-mistake-is-one-cause', tables: ['causes', 'two causes'], because: 'a whole run a row' },
  { file: 'rehearsed/sections-left-out-are-not-sent', tables: ['sections left out'], because: 'a whole run a row' },
  { file: 'rehearsed/verdicts-repeat-on-a-server-that-keeps-its-data', tables: ['habits of servers that keep their data'], because: 'three whole runs a row' },
  { file: 'rehearsed/tapes/runs-are-judged-again', tables: ['tapes of faults', 'tapes of choices'], because: 'records and judges a whole run a row' },
  { file: 'rehearsed/drafting/mistakes-break-no-drafted-choice', tables: ['mistakes beside a draft'], because: 'two whole runs a row' },
  { file: 'rehearsed/reasons/nothing-reads-prose', tables: ['reworded'], because: 'two whole runs a row' },
  { file: 'rehearsed/reasons/reasons-claim-what-was-seen', tables: ['claims of faults', 'claims of habits', 'claims of mistakes'], because: 'a whole run a row' },
  { file: 'rehearsed/reasons/advice-argues-no-case', tables: ['advice on faults of access', 'advice on choices'], because: 'a whole run a row' },
  { file: 'rehearsed/drafting/every-habit-has-a-way-out', tables: ['ways out'], because: 'four whole runs a row' },
  { file: 'rehearsed/reasons/advice-is-followed-to-its-end', tables: ['advice followed'], because: 'several whole runs a row' },
]; // prettier-ignore
