import { describe, expect, test } from 'vitest';
import type { Judgement, Level } from '../../../../clause/judgement.ts';
import type { Profile } from '../../../../clause/profile.ts';
import {
  judgedByReads,
  meansGiven,
  readOnlyReason,
  readOnlyScope,
} from '../../../../clause/read-only/reads.ts';
import type { ReadMeans, RegisterEntry, ReportedClause } from '../../../../clause/report.ts';
import type { ReasonCode } from '../../../../clause/sample.ts';
import { because, entry, judgement } from '../../../support/matrix-fixture.ts';

describe('the means of a profile', () => {
  test.each<[name: string, profile: Profile, means: readonly ReadMeans[]]>([
    ['that says nothing', {}, []],
    ['of no resource', { resource: {} }, []],
    ['of a fixture without an id', { resource: { fixture: {} } }, []],
    ['of a fixture with a key alone', { resource: { fixture: { key: 'k1' } } }, []],
    ['of a fixture with an id alone', { resource: { fixture: { id: 'r1' } } }, ['id']],
    ['of a fixture with both', { resource: { fixture: { id: 'r1', key: 'k1' } } }, ['id', 'key']],
    ['of a resource that may be changed', { resource: { sandbox: ['r1'] } }, ['id']],
    ['of one that may be deleted', { resource: { disposable: ['r1'] } }, ['id']],
    ['of one of each', { resource: { sandbox: ['r1'], disposable: ['r2'] } }, ['id']],
    ['of none that may be changed', { resource: { sandbox: [], disposable: [] } }, []],
    ['of a key in another resource than the one that is named', { resource: { sandbox: ['r1'], fixture: { key: 'k1' } } }, ['id']],
    ['of the place of a key', { resource: { keySource: 'body:/key' } }, []],
    ['of the place of a key in one that is named', { resource: { sandbox: ['r1'], keySource: 'body:/key' } }, ['id', 'key']],
    ['of a key of the fixture alone', { resource: { sandbox: ['r1'], keySource: 'fixture' } }, ['id']],
    ['of resources without keys', { resource: { fixture: { id: 'r1', key: 'k1' }, keySource: 'none' } }, ['id']],
    ['of a search by GET', { search: { method: 'GET' } }, ['search']],
    ['of a search by POST', { search: { method: 'POST' } }, []],
    ['of a search', { search: {} }, []],
  ])('%s', (_name, profile, means) => {
    expect(meansGiven(profile)).toEqual(new Set(['nothing', ...means]));
  }); // prettier-ignore
});

type Entry = Partial<RegisterEntry> & { readonly level?: Level };
const plain: ReadonlySet<ReadMeans> = new Set(['nothing']);
const writing = 'CONFORMANCE_READ_ONLY=0';

function of({ level = 'MUST', ...more }: Entry): RegisterEntry {
  return entry('4.1/one', level, more);
}

function ended(verdict: Judgement['verdict'], code?: ReasonCode): Judgement {
  const reason = code === undefined ? {} : because(code, `of ${code}`);
  return judgement(verdict, { ...reason, suspect: true, suspicion: { why: 'odd' } });
}

describe('a judgement of a run that writes nothing', () => {
  test.each<[name: string, entry: Entry, judged: Judgement]>([
    ['of a recommendation', { level: 'SHOULD' }, ended('not-tested', 'no-key')],
    ['of an open point', { level: 'OPEN' }, ended('not-tested', 'no-key')],
    ['that passes', {}, ended('pass')],
    ['that fails', {}, ended('fail')],
    ['with an error', {}, ended('error', 'premise-failed')],
    ['that does not apply', {}, ended('not-applicable', 'declared-absent')],
    ['of what was not selected', {}, ended('not-tested', 'not-selected')],
    ['of what is left out', {}, ended('not-tested', 'out-of-scope')],
    ['of what was stopped', {}, ended('not-tested', 'stopped')],
    ['of what was not reached', { level: 'DECLARED' }, ended('not-tested', 'unreachable')],
    ['of what need not occur, and did not', { blocks: 'when-seen' }, ended('not-tested', 'field-never-seen')],
    ['of what need not occur, and did', { blocks: 'when-seen' }, ended('inconclusive', 'flaky')],
    ['of what need not occur, and did, for no reason', { blocks: 'when-seen' }, ended('inconclusive')],
    ['that reads can decide', { readsWith: 'nothing' }, ended('not-tested', 'no-token')],
    ['that reads can decide, for no reason', { readsWith: 'nothing' }, ended('inconclusive')],
    ['of a declaration that reads can decide', { level: 'DECLARED', readsWith: 'nothing' }, ended('inconclusive', 'flaky')],
  ])('%s stays unchanged', (_name, more, judged) => {
    expect(judgedByReads(of(more), judged, plain)).toEqual(judged);
  }); // prettier-ignore

  test.each<[name: string, entry: Entry, judged: Judgement, verdict: Judgement['verdict'], supply: string]>([
    ['of what takes a write', {}, ended('not-tested', 'no-key'), 'not-tested', writing],
    ['of what takes a write, for no reason', {}, ended('not-tested'), 'not-tested', writing],
    ['of what a write would have decided', {}, ended('inconclusive', 'flaky'), 'not-tested', writing],
    ['of a declaration', { level: 'DECLARED' }, ended('inconclusive', 'not-observable'), 'inconclusive', writing],
    ['of a declaration of what was not tested', { level: 'DECLARED' }, ended('not-tested', 'no-key'), 'not-tested', writing],
    ['of a declaration of what need not occur', { level: 'DECLARED', blocks: 'when-seen' }, ended('inconclusive', 'flaky'), 'inconclusive', writing],
    ['of what need not occur, and was not looked for', { blocks: 'when-seen' }, ended('not-tested', 'no-key'), 'not-tested', writing],
    ['of what need not occur, and takes a write', { blocks: 'when-seen' }, ended('inconclusive', 'read-only'), 'not-tested', writing],
    ['of what takes a search', { readsWith: 'search' }, ended('not-tested', 'no-key'), 'not-tested', writing],
    ['of what takes an id', { readsWith: 'id' }, ended('not-tested', 'read-only'), 'not-tested', 'fixture'],
    ['of what takes a key', { readsWith: 'key' }, ended('not-tested', 'read-only'), 'not-tested', 'fixture'],
  ])('%s is beyond reads', (_name, more, judged, verdict, supply) => {
    const { reason, ...rest } = judgedByReads(of(more), judged, plain);
    const { suspicion: _suspicion, reason: _reason, ...before } = judged;
    expect(rest).toEqual({ ...before, verdict, suspect: false });
    expect([reason?.code, reason?.supply?.includes(supply)]).toEqual(['read-only', true]);
  }); // prettier-ignore

  test('names each of the missing means', () => {
    const asked = ([undefined, 'search', 'id', 'key'] as const).map((readsWith) => {
      const more = readsWith === undefined ? {} : { readsWith };
      return judgedByReads(of(more), ended('not-tested'), plain).reason?.text ?? '';
    });
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked.map((text) => /\bkey\b/.test(text))).toEqual([false, false, false, true]);
    expect(asked.map((text) => text.includes('4.14'))).toEqual([false, true, false, false]);
  });

  test.each<[readsWith: ReadMeans, means: readonly ReadMeans[]]>([
    ['nothing', ['nothing']],
    ['id', ['nothing', 'id']],
    ['key', ['nothing', 'id', 'key']],
    ['search', ['nothing', 'search']],
  ])('a judgement that takes %s, and has it, is never beyond reads', (readsWith, means) => {
    const judged = ended('not-tested', 'read-only');
    const { reason, ...rest } = judgedByReads(of({ readsWith }), judged, new Set(means));
    const { reason: _reason, ...before } = judged;
    expect([reason?.code, reason?.supply]).toEqual(['premise-failed', writing]);
    expect(rest).toEqual(before);
  });
});

type Reported = Pick<ReportedClause, 'verdict'> &
  Entry & { readonly code?: ReasonCode; readonly unknown?: true };

function reported({ verdict, code, unknown: _unknown, ...more }: Reported): ReportedClause {
  const of = entry('4.1/one', more.level ?? 'MUST', more);
  return { limits: [], source: '', ...of, ...judgement(verdict), ...(code && because(code, 'x')) };
}

describe('the scope of a run that writes nothing', () => {
  test.each<[name: string, clause: Reported, counts: readonly [decidable: number, decided: number, pass: number]]>([
    ['that passes', { verdict: 'pass', readsWith: 'nothing' }, [1, 1, 1]],
    ['that fails', { verdict: 'fail', readsWith: 'nothing' }, [1, 1, 0]],
    ['that is open', { verdict: 'inconclusive', readsWith: 'nothing' }, [1, 0, 0]],
    ['that is not tested', { verdict: 'not-tested', readsWith: 'nothing', code: 'no-token' }, [1, 0, 0]],
    ['with an error', { verdict: 'error', readsWith: 'nothing' }, [1, 0, 0]],
    ['that passes without means', { verdict: 'pass' }, [1, 1, 1]],
    ['that fails without means', { verdict: 'fail' }, [1, 1, 0]],
    ['with an error without means', { verdict: 'error' }, [1, 0, 0]],
    ['that passes with a search that is not known to read', { verdict: 'pass', readsWith: 'search' }, [1, 1, 1]],
    ['that lacks an id', { verdict: 'not-tested', readsWith: 'id' }, [0, 0, 0]],
    ['that is open without means', { verdict: 'inconclusive' }, [0, 0, 0]],
    ['that is not tested without means', { verdict: 'not-tested' }, [0, 0, 0]],
    ['of a declaration', { verdict: 'pass', level: 'DECLARED' }, [1, 1, 1]],
    ['of a declaration that is open', { verdict: 'inconclusive', level: 'DECLARED', blocks: 'when-seen' }, [0, 0, 0]],
    ['of a recommendation', { verdict: 'pass', level: 'SHOULD', readsWith: 'nothing' }, [0, 0, 0]],
    ['of an open point', { verdict: 'observed', level: 'OPEN', readsWith: 'nothing' }, [0, 0, 0]],
    ['that does not apply', { verdict: 'not-applicable', readsWith: 'nothing' }, [0, 0, 0]],
    ['that was not selected', { verdict: 'not-tested', readsWith: 'nothing', code: 'not-selected' }, [0, 0, 0]],
    ['that never occurred', { verdict: 'not-tested', readsWith: 'nothing', blocks: 'when-seen', code: 'field-never-seen' }, [0, 0, 0]],
    ['that occurred and is open', { verdict: 'inconclusive', blocks: 'when-seen' }, [1, 0, 0]],
    ['that occurred and is open for a reason', { verdict: 'inconclusive', blocks: 'when-seen', code: 'flaky' }, [1, 0, 0]],
    ['that occurred and takes a write', { verdict: 'inconclusive', blocks: 'when-seen', code: 'read-only' }, [0, 0, 0]],
    ['that was not looked for', { verdict: 'not-tested', blocks: 'when-seen', code: 'no-key' }, [0, 0, 0]],
    ['that the register does not know and that passes', { verdict: 'pass', unknown: true }, [1, 1, 1]],
    ['that the register does not know and that is open', { verdict: 'inconclusive', readsWith: 'nothing', unknown: true }, [0, 0, 0]],
  ])('counts a clause %s', (_name, clause, [decidable, decided, pass]) => {
    const one = reported(clause);
    const { readsWith, level } = clause;
    const known = entry(one.id, level ?? 'MUST', readsWith === undefined ? {} : { readsWith });
    const scope = readOnlyScope([one], clause.unknown === true ? [] : [known], plain);
    expect(scope).toEqual({ decidable, decided, pass });
  }); // prettier-ignore

  test('counts all of them, and says so', () => {
    const clauses = [
      reported({ verdict: 'pass' }),
      reported({ verdict: 'fail' }),
      reported({ verdict: 'pass' }),
      reported({ verdict: 'error' }),
      reported({ verdict: 'not-tested' }),
    ];
    const scope = readOnlyScope(clauses, [], plain);
    expect(scope).toEqual({ decidable: 4, decided: 3, pass: 2 });
    expect(readOnlyReason(scope, 7).match(/\d+/g)).toEqual(['2', '4', '7']);
  });
});
