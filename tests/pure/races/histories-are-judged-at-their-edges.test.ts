import { describe, expect, test } from 'vitest';
import { chainPass } from '../../../properties/history/chain-pass.ts';
import { degreeTest, overdraftCertificate } from '../../../properties/history/degree-test.ts';
import type { History } from '../../../properties/history/history.ts';
import { pigeonhole } from '../../../properties/history/pigeonhole.ts';
import { readHistory } from '../../../properties/history/reading.ts';
import { historyOf } from '../../support/histories/history-notation.ts';

const readingOf = (line: string, rest: Partial<History> = {}) =>
  readHistory(historyOf(line, rest), { conflictsAreExact: true, useReads: true });

const uncalibrated: Partial<History> = { calibration: { moved: 0, of: 8 } };

describe('if the versions force one order', () => {
  type Verdict = 'linearizable' | 'violation' | undefined;

  /** Verdict, reason and operations of the one pass over a history. */
  function passed(line: string, rest: Partial<History> = {}) {
    const decision = chainPass(readingOf(line, rest));
    const certificate = decision?.verdict === 'violation' ? decision.certificate : undefined;
    return {
      verdict: decision?.verdict,
      reason: certificate?.reason,
      shown: certificate?.operations.map(({ id }) => id),
    };
  }

  test.for<readonly [string, string, Verdict, string?, (readonly string[])?]>([
    ['nothing was done', '', 'linearizable'],
    ['updates follow one another', '0>1@0-5 1>2@6-9', 'linearizable'],
    ['the later one is answered as the earlier one is sent', '1>2@0-5 0>1@5-9', 'linearizable'],
    ['the later one is answered before the earlier one is sent', '1>2@0-4 0>1@5-9', 'violation', 'order-against-time', ['0>1@5-9', '1>2@0-4']],
    ['two state one version', '0>1@0-5 0>2@0-5', 'violation', 'accepted-too-often', ['0>1@0-5', '0>2@0-5']],
    ['a version is shown that nothing brought about', '0>1@0-5 =3@6-7', 'violation', 'read-never-current', ['=3@6-7']],
    ['a version is stated that nothing brought about', '0>1@0-5 3>4@6-7', 'violation', 'stated-never-current', ['3>4@6-7']],
    ['two lie beside the chain', '0>1@0-5 3>4@6-7 4>5@8-9', 'violation', 'stated-never-current', ['3>4@6-7']],
    ['the first lies beside the chain', '3>4@6-7', 'violation', 'stated-never-current', ['3>4@6-7']],
    ['a read shows the former version as the update is answered', '0>1@0-5 =0@5-7', 'linearizable'],
    ['a read shows the former version after that', '0>1@0-5 =0@6-7', 'violation', 'order-against-time', ['=0@6-7', '0>1@0-5']],
    ['a read shows the next version as the update is sent', '0>1@5-9 =1@0-5', 'linearizable'],
    ['a read shows the next version before that', '0>1@5-9 =1@0-4', 'violation', 'order-against-time', ['0>1@5-9', '=1@0-4']],
    ['reads show a version again after the next one', '0>1@0-20 =1@1-2 =0@3-4', 'violation', 'order-against-time', ['=0@3-4', '=1@1-2']],
    ['reads show them while either may be', '0>1@0-20 =1@1-4 =0@3-6', 'linearizable'],
    ['the version never left shows to the end', '0>1@0-5 =1@6-7 =1@90-99', 'linearizable'],
    ['an update without effect shows its version', '0>1@0-5 0>0@6-7', 'violation', 'order-against-time', ['0>0@6-7', '0>1@0-5']],
  ])('and %s', ([, line, verdict, reason, shown]) => {
    expect(passed(line)).toEqual({ verdict, reason, shown });
  }); // prettier-ignore

  test.for<readonly [string, string, Verdict, (readonly string[])?]>([
    ['before the version came about', '0>1@0-9 1!@0-5 1>2@10-12', 'linearizable'],
    ['after it was left', '0>1@0-5 0!@0-9', 'linearizable'],
    ['of a version that never came about', '0>1@0-5 7!@6-9', 'linearizable'],
    ['while it was current from first to last', '0>1@0-5 1!@6-7 1>2@8-9', 'violation', ['0>1@0-5', '1>2@8-9', '1!@6-7']],
    ['as the next update was sent', '0>1@0-5 1!@6-8 1>2@8-9', 'linearizable'],
    ['sent as the update before was answered', '0>1@0-5 1!@5-7 1>2@8-9', 'linearizable'],
    ['of the version never left', '0>1@0-5 1!@6-7', 'violation', ['0>1@0-5', '1!@6-7']],
    ['of the version never left, sent before it came about', '0>1@0-5 1!@5-7', 'linearizable'],
    ['of the first version, nothing else being done', '0!@1-2', 'violation', ['0!@1-2']],
    ['of the first version, before it was left', '0!@1-2 0>1@3-4', 'violation', ['0>1@3-4', '0!@1-2']],
    ['while a read still showed it', '0>1@0-9 =0@4-6 0!@1-3', 'violation', ['=0@4-6', '0!@1-3']],
  ])('a refusal %s', ([, line, verdict, shown]) => {
    expect(passed(line)).toEqual({ verdict, reason: shown && 'refused-though-current', shown });
  }); // prettier-ignore

  test.each([
    ['a result is not known', '0>?@0-5'],
    ['a version comes about twice', '0>1@0-1 1>2@2-3 2>1@4-5'],
    ['the first version comes about again', '0>1@0-1 1>0@2-3'],
    ['only an update of unknown outcome could save the order', '0>1@0-5 3>4@6-7 1?@6'],
  ])('the order decides nothing if %s', (_what, line) => {
    expect(passed(line).verdict).toBeUndefined();
  });

  test('an update of unknown outcome does not affect a valid order', () => {
    expect(passed('0>1@0-5 1?@6').verdict).toBe('linearizable');
  });
});

describe('a version is overdrawn', () => {
  const drafts = (line: string, start: 'initial' | 'any' = 'initial', rest: Partial<History> = {}) =>
    degreeTest(readingOf(line, rest), start).map(({ version, updates, capacity }) => [
      version,
      updates.length,
      capacity,
    ]);

  test.each<readonly [string, string, 'initial' | 'any', readonly unknown[]]>([
    ['not by nothing', '', 'initial', []],
    ['not by one of the first version', '0>1@0-1', 'initial', []],
    ['by two of the first version', '0>1@0-1 0>2@0-1', 'initial', [['0', 2, 1]]],
    ['by one of a version that nothing led to', '5>6@0-1', 'initial', [['5', 1, 0]]],
    ['not by one of it where it may have been there', '5>6@0-1', 'any', []],
    ['by two of it even so', '5>6@0-1 5>7@0-1', 'any', [['5', 2, 1]]],
    ['not where it was led back to', '0>1@0-1 1>0@0-1 0>2@0-1', 'initial', []],
    ['by three where it was led back to once', '0>1@0-1 1>0@0-1 0>2@0-1 0>3@0-1', 'initial', [['0', 3, 2]]],
    ['not where one of unknown outcome may have led back', '0>1@0-1 0>2@0-1 7?@0', 'initial', []],
    ['where one of unknown outcome states it itself', '0>1@0-1 0>2@0-1 0?@0', 'initial', [['0', 2, 1]]],
    ['where there are too few of them', '0>1@0-1 0>2@0-1 0>3@0-1 7?@0', 'initial', [['0', 3, 2]]],
    ['not where one of unknown result may have led back', '0>1@0-1 0>2@0-1 1>?@0-1', 'initial', []],
    ['by two of unknown result, which state it themselves', '0>?@0-1 0>?@0-1', 'initial', [['0', 2, 1]]],
    ['with others, which one of unknown outcome cannot all have led to', '5>6@0-1 8>9@0-1 7?@0', 'initial', [[null, 2, 1]]],
    ['with others, not where there are as many', '5>6@0-1 8>9@0-1 7?@0 7?@1', 'initial', []],
    ['each for itself', '0>1@0-1 0>2@0-1 1>3@0-1 1>4@0-1', 'initial', [['0', 2, 1], ['1', 2, 1]]],
    ['not by an update that kept it', '0>0@0-1 0>1@0-1', 'initial', []],
  ])('%s', (_how, line, start, expected) => {
    expect(drafts(line, start)).toEqual(expected);
  }); // prettier-ignore

  test('updates with an unknown result that need not have changed the version do not overdraw it', () => {
    expect(drafts('0>?@0-1 0>?@0-1', 'initial', uncalibrated)).toEqual([]);
    expect(drafts('0>1@0-1 0>2@0-1', 'initial', uncalibrated)).toEqual([['0', 2, 1]]);
  });

  test.each<readonly [string, string, string, number]>([
    ['two of two', '0>1@0-1 0>2@0-1', 'accepted-too-often', 2],
    ['two of five', '0>1@0-1 0>2@0-1 0>3@0-1 0>4@0-1 0>5@0-1', 'accepted-too-often', 2],
    ['three where it was current twice', '0>1@0-1 1>0@0-1 0>2@0-1 0>3@0-1', 'accepted-too-often', 3],
    ['three where it was current more often', '0>1@0-1 1>0@0-1 0>2@0-1 2>0@0-1 0>3@0-1 0>4@0-1', 'accepted-too-often', 3],
    ['one where it was never current', '5>6@0-1', 'stated-never-current', 1],
    ['two where no single one is', '5>6@0-1 8>9@0-1 7?@0', 'accepted-too-often', 2],
  ])('a version is overdrawn as %s show', (_how, line, reason, count) => {
    const [overdraft] = degreeTest(readingOf(line), 'initial');
    const certificate = overdraft && overdraftCertificate(overdraft);
    expect([certificate?.reason, certificate?.operations.length]).toEqual([reason, count]);
  }); // prettier-ignore

  test.each([
    ['0>1@0-1 0>2@0-1', '2 accepted updates state version 0, which was current at most once:'],
    ['0>1@0-1 1>0@0-1 0>2@0-1 0>3@0-1', '3 accepted updates state version 0, which was current at most 2 times:'],
  ])('a version is overdrawn as the sentence counts: %s', (line, beginning) => {
    const [overdraft] = degreeTest(readingOf(line), 'initial');
    expect((overdraft && overdraftCertificate(overdraft))?.sentence).toContain(beginning);
  }); // prettier-ignore
});

describe('too many updates of one version', () => {
  /** Whether it is established, with the ids that show it; undefined if there are none. */
  function found(line: string, rest: Partial<History> = {}, useReads = true) {
    const hole = pigeonhole(historyOf(line, rest), useReads);
    return hole && [hole.missing === null, ...hole.certificate.operations.map(({ id }) => id)];
  }

  test.each<readonly [string, string, readonly unknown[] | undefined]>([
    ['are none where one is accepted', '0>1@0-5 0!@0-5 =1@6-7', undefined],
    ['are none where the version came about again', '0>1@0-5 1>0@6-7 0>2@8-9 =2@10-11', undefined],
    ['are established by the next read', '0>?@0-5 0>?@1-6 =7@7-8', [true, '0>?@0-5', '0>?@1-6']],
    ['are not by one sent as the last is answered', '0>?@0-5 0>?@1-6 =7@6-7', [false, '0>?@0-5', '0>?@1-6']],
    ['are not while none was read', '0>?@0-5 0>?@1-6', [false, '0>?@0-5', '0>?@1-6']],
    ['are not where the next read shows it again', '0>?@0-5 0>?@1-6 =0@7-8', [false, '0>?@0-5', '0>?@1-6']],
    ['stand also where a read before shows it', '=0@0-1 0>?@2-5 0>?@3-6 =7@7-8', [true, '0>?@2-5', '0>?@3-6']],
    ['stand also where a later read shows it', '0>?@0-5 0>?@1-6 =7@7-8 =0@9-10', [true, '0>?@0-5', '0>?@1-6']],
    ['are none where one of unknown outcome may have led back', '0>?@0-5 0>?@1-6 7?@0 =7@7-8', undefined],
    ['are established though one that was sent later is open', '0>?@0-5 0>?@1-6 =7@7-8 7?@9', [true, '0>?@0-5', '0>?@1-6']],
    ['are found in the stretch in which they lie', '7>?@0-1 0>?@2-5 0>?@3-6 =7@7-8', [true, '0>?@2-5', '0>?@3-6']],
    ['are none where one before was under way beside them', '7>?@0-4 0>?@2-5 0>?@3-6 =9@7-8', undefined],
    ['are none where one was answered as they were sent', '7>?@0-2 0>?@2-5 0>?@3-6 =9@7-8', undefined],
  ])('%s', (_how, line, expected) => {
    expect(found(line)).toEqual(expected);
  }); // prettier-ignore

  test.each<readonly [string, string, readonly unknown[] | undefined]>([
    ['are established by results of their own', '0>1@0-5 0>2@1-6', [true, '0>1@0-5', '0>2@1-6']],
    ['are not by one result that both name', '0>1@0-5 0>1@1-6 =1@7-8', [false, '0>1@0-5', '0>1@1-6']],
    ['are not by a result that another names', '0>1@0-5 0>2@1-6 5>2@1-6', [false, '0>1@0-5', '0>2@1-6']],
    ['are not by the first version as a result', '0>1@0-5 4>0@0-1 4>5@0-5 =9@7-8', [false, '4>0@0-1', '4>5@0-5']],
    ['are not where the next read shows the version again', '0>1@0-5 0>2@1-6 =0@7-8', [false, '0>1@0-5', '0>2@1-6']],
    ['are by another version accepted between them', '0>?@0-1 7>8@2-3 0>?@4-5', [true, '0>?@0-1', '0>?@4-5', '7>8@2-3']],
    ['are not where that one was sent as the first was answered', '0>?@0-2 7>8@2-3 0>?@4-5', [false, '0>?@0-2', '0>?@4-5']],
    ['are not where that one was answered as the last was sent', '0>?@0-1 7>8@2-4 0>?@4-5', [false, '0>?@0-1', '0>?@4-5']],
    ['are by the result of the first, read between them', '0>1@0-1 =1@2-3 0>?@4-5 =2@6-7', [true, '0>1@0-1', '0>?@4-5', '=1@2-3']],
    ['are not by another version read between them', '0>1@0-1 =6@2-3 0>?@4-5 =2@6-7', [false, '0>1@0-1', '0>?@4-5']],
    ['are not by that read where the version shows again', '0>1@0-1 =1@2-3 0>?@4-5 =0@6-7', [false, '0>1@0-1', '0>?@4-5']],
    ['count those that say they kept it', '0>0@0-5 0>0@1-6 =1@7-8', [false, '0>0@0-5', '0>0@1-6']],
  ])('too many updates without solo updates that changed the version, %s', (_how, line, expected) => {
    expect(found(line, uncalibrated)).toEqual(expected);
  }); // prettier-ignore

  test.each([
    [5, 5, true],
    [4, 4, false],
    [5, 6, false],
    [6, 6, true],
  ])('are established by %i of %i solo updates that changed the version: %s', (moved, of, established) => {
    expect(found('0>?@0-5 0>?@1-6 =7@8-9', { calibration: { moved, of } })?.[0]).toBe(established);
  });

  test('are established without reads if reads are not used', () => {
    expect(found('0>?@0-5 0>?@1-6', {}, false)?.[0]).toBe(true);
    expect(found('0>?@0-5 0>?@1-6 =0@7-8', {}, false)?.[0]).toBe(true);
    expect(found('0>?@0-5 0>?@1-6', uncalibrated, false)?.[0]).toBe(false);
  });

  test('are preferred once established', () => {
    expect(found('3>?@0-5 3>?@1-6 =3@7-8 0>1@10-15 0>2@11-16', uncalibrated)).toEqual([true, '0>1@10-15', '0>2@11-16']);
  }); // prettier-ignore
});
