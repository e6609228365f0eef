import { describe, expect, test } from 'vitest';
import { rowsPlayed } from '../../support/played-rows.ts';
import { judgeServer, serversOf } from '../../support/servers/contract-alone/served.ts';
import { clausesThat } from '../../support/whole-run.ts';

/** By server, the clause whose sentence it breaks. */
const broken = {
  'access/delete-foreign-scope': '4.11/refused-to-other-project',
  'access/grant-remembered': '4.2/refused-to-no-scope',
  'access/head-204-viewer': '4.5/200-stays',
  'access/head-after-delete': '4.5/200-stays',
  'access/head-any-token': '4.5/refused-to-no-scope',
  'access/key-of-other-project': 'General/resources-belong-to-their-project',
  'access/key-view-prefix': '4.3/refused-to-other-scopes',
  'access/staged-needs-manage': '4.4/any-one-scope-suffices',
  'access/without-total-open': '4.12/refused-to-other-scopes',
  'content/amount-localised': 'Resources/cent-amount-is-integer',
  'content/fourth-alternative': '4.9/answers-with-content',
  'content/grouped-integers': 'Resources/array-of-int-example-holds-integers',
  'content/length-in-characters': '4.6/answers-with-a-resource',
  'content/repeated-var-500': '4.12/repeatable-parameters',
  'content/time-unpadded': 'Resources/time-only-example-is-time',
  // Two further variants of the answer by key are not shown, so that only its label says that it is JSON.
  'content/unescaped-strings': 'General/labelled-as-json-is-json',
  'content/version-text-by-key': 'Resources/version-is-integer',
  'updates/far-future-version': '4.10/conflict-on-mismatch',
  'updates/former-version-later': '4.10/stale-version-conflicts',
  'updates/fraction-cut': '4.10/no-success-for-odd-versions',
  'updates/future-is-400': '4.10/conflict-on-mismatch',
  'updates/noop-unchecked': '4.10/conflict-on-mismatch',
  'updates/old-unchecked': '4.10/conflict-on-mismatch',
  'updates/race-different-lists': '4.10/one-winner',
  'updates/race-third': '4.10/one-winner',
  'updates/race-two-lists': '4.10/one-winner',
  'updates/refused-but-applied': '4.10/conflict-has-no-effect',
  'updates/refused-but-counted': '4.10/conflict-has-no-effect',
  'updates/replay-accepted': '4.10/stale-version-conflicts',
  'updates/shortest-first': '4.10/actions-in-order',
  'updates/three-actions-backwards': '4.10/actions-in-order',
  'updates/twin-touched': '4.10/changes-the-named-resource',
  'updates/version-goes-back': 'Versioning/states-differ-in-version',
  'updates/version-stays': 'Versioning/states-differ-in-version',
  'updates/young-unchecked': '4.10/conflict-on-mismatch',
};

/** The hardest to see, of each folder: played whenever the file is. */
const always: readonly string[] = [
  'access/head-after-delete',
  'access/without-total-open',
  'content/grouped-integers',
  'updates/race-third',
  'updates/twin-touched',
];

const rows = Object.entries(broken);

const drawn = rowsPlayed({
  table: 'subtle defects',
  rows: rows.filter(([name]) => !always.includes(name)),
  nameOf: ([name]) => name,
  oneIn: 4,
});

describe('a server that was written only from the contract and breaks one sentence', () => {
  test.each([...rows.filter(([name]) => always.includes(name)), ...drawn])(
    '%s fails %s',
    async (name, clause) => {
      const run = await judgeServer(`defects/${name}.mjs`);
      expect(clausesThat('fail', run), run.text).toContain(clause);
      expect(run.exitCode).toBe(1);
    },
  );
});

test('each server has its clause', () => {
  expect(rows.map(([name]) => `defects/${name}.mjs`).toSorted()).toEqual(serversOf('defects'));
  expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining([...always]));
});
