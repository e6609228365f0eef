import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../history/caller.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { conclude } from '../../../judge/sentence.ts';
import { thereIs } from '../../../judging/answers/routes.ts';
import { exchangeAt, historyOf, worldOf } from '../../support/histories.ts';

const manage: Caller = { label: 'M', kind: 'supplied', scopes: new Set(['manage_test:demo']) };
const products: Caller = { label: 'P', kind: 'supplied', scopes: new Set(['view_products:demo']) };
const nobody: Caller = { label: 'no token', kind: 'none', scopes: new Set() };

type Asked = readonly [status: number, query?: string, caller?: Caller];

/** Checks of existence that were answered so, one after the other, by whoever may check unless told otherwise. */
const checks = (...asked: readonly Asked[]): readonly Exchange[] =>
  asked.map(([status, query = '', caller = manage], at) =>
    exchangeAt('exists', {
      number: at + 1,
      method: 'HEAD',
      target: `/demo/resource${query}`,
      caller,
      status,
    }),
  );

type Which = Parameters<typeof thereIs>[1];

function said(exchanges: readonly Exchange[], which: Which = {}) {
  const { met, broken, doubts, lack, suspicion } = conclude(
    thereIs('exists', which),
    worldOf(historyOf(exchanges)),
  );
  if (broken.length > 0) return `broken ${broken.length}`;
  if (doubts.length > 0) return `doubt ${doubts[0]?.code}`;
  if (met > 0) return 'met';
  return `${suspicion === undefined ? '' : 'suspect '}${lack?.isDoubt === true ? 'doubt' : 'lack'} ${lack?.code}`;
}

describe('a history states about an operation', () => {
  test.each<readonly [string, readonly Asked[], Which, string]>([
    ['that it is there by a success', [[200]], {}, 'met'],
    ['that it is there by a refusal', [[400]], {}, 'met'],
    ['that it is missing by three refusals as not supported', [[405], [501], [405]], {}, 'broken 1'],
    ['nothing of two', [[405], [405]], {}, 'doubt flaky'],
    ['that it is there by one of them that was answered', [[405], [405], [200]], {}, 'met'],
    ['that it is missing, whatever a parameter is answered', [[405], [404, '?a=1'], [405], [400, '?b=1'], [405]], {}, 'broken 1'],
    ['that it is there though a parameter is not supported', [[404], [501, '?a=1'], [501, '?a=2'], [501, '?a=3'], [200]], {}, 'met'],
    ['that it is missing, whoever else was refused', [[405], [401, '', nobody], [403, '', products], [405], [405]], {}, 'broken 1'],
    ['that it was there and is gone', [[200], [405], [405], [405]], {}, 'broken 1'],
    ['that it is there, whatever a parameter is answered since', [[200], [501, '?a=1'], [501, '?a=2'], [501, '?a=3']], {}, 'met'],
    ['that it is there where something else is answered since', [[200], [405], [400], [405], [405]], {}, 'met'],
    ['that it was there and may be gone', [[200], [405]], {}, 'doubt flaky'],
    ['that it may be missing where it finds nothing', [[404], [404], [404]], {}, 'suspect doubt two-readings'],
    ['that it reaches nothing as declared', [[404], [404]], { isAbsent: () => true }, 'lack declared-absent'],
    ['that it is there by a refusal, though a success is due', [[403]], { needs2xx: true }, 'doubt premise-failed'],
    ['nothing where it was lost', [[503]], {}, 'doubt noise'],
    ['nothing where it was not asked', [], {}, 'doubt noise'],
  ])('%s', (_what, asked, which, expected) => {
    expect(said(checks(...asked), which)).toBe(expected);
  }); // prettier-ignore

  test('nothing by a caller who is refused for lack of a scope, if this may conceal the operation', () => {
    const elsewhere = exchangeAt('query', { number: 9, caller: manage });
    const refused = [...checks([404], [404], [403]), elsewhere];
    expect(said(refused)).toBe('met');
    expect(said(refused, { mayConceal: true })).toBe('suspect doubt two-readings');
  });
});
