import { describe, expect, test } from 'vitest';
import type { ClauseVerdict, Level } from '../../../../clause/judgement.ts';
import type { Profile } from '../../../../clause/profile.ts';
import { readingsOf } from '../../../../clause/reported/readings.ts';

type Clauses = Parameters<typeof readingsOf>[0];

/** `4.7 absent`, `4.7 pass`, `4.7 absent OPEN`: a section, the result of a clause, and its level. */
function clauses(...words: readonly string[]): Clauses {
  return words.map((word) => {
    const [section = '', end = '', level = 'MUST'] = word.split(' ');
    const [verdict, code] = end.split(':');
    return {
      section,
      level: level as Level,
      verdict: (verdict === 'absent' ? 'not-applicable' : verdict) as ClauseVerdict,
      ...(verdict === 'absent' ? { reason: { code: 'declared-absent', text: '' } } : {}),
      ...(code === undefined ? {} : { reason: { code, text: '' } }),
    };
  });
}

describe('a section is absent', () => {
  test.each<[name: string, sections: readonly string[], clauses: Clauses]>([
    ['where nothing is stated', [], []],
    ['where all of it is there', [], clauses('4.7 pass', '4.7 fail')],
    ['where all that it demands is declared away', ['4.7'], clauses('4.7 absent', '4.7 absent')],
    ['where most of it is', ['4.7'], clauses('4.7 absent', '4.7 pass', '4.7 absent')],
    ['where half of it is', [], clauses('4.7 absent', '4.7 pass')],
    ['where less than half of it is', [], clauses('4.7 pass', '4.7 absent', '4.7 pass')],
    ['each of several', ['4.7', '4.8'], clauses('4.7 absent', '4.6 pass', '4.8 absent', '4.7 absent')],
    ['where another passes', ['4.8'], clauses('4.7 pass', '4.7 pass', '4.7 pass', '4.8 absent')],
    ['by what it demands alone', [], clauses('4.7 pass', '4.7 absent OPEN', '4.7 absent SHOULD', '4.7 absent DECLARED')],
    ['whatever it recommends', ['4.7'], clauses('4.7 absent', '4.7 pass OPEN', '4.7 pass SHOULD')],
    ['where it only recommends', [], clauses('4.7 absent SHOULD')],
    ['by a declaration, and by no limit of scope', [], clauses('4.7 not-applicable:out-of-scope', '4.7 not-applicable')],
    ['by what does not apply, and by no contradiction', [], clauses('4.7 fail:declared-absent')],
  ])('%s', (_name, sections, given) => {
    expect(readingsOf(given)).toEqual(sections.map((section) => `${section} absent`));
  }); // prettier-ignore
});

test('a filter that is declared stands beside the verdict', () => {
  const refusal = { page: { status: 403, type: 'text/html' } };
  expect(readingsOf([], { refusal })).toEqual(['a filter refuses with 403 text/html']);
});

describe('fields are absent', () => {
  test.each<[count: number | undefined, name: string, clauses: Clauses]>([
    [undefined, 'where all are there', clauses('Resources pass')],
    [1, 'where one is declared away', clauses('Resources pass', 'Resources absent')],
    [3, 'where several are, and be it all of them', clauses('Resources absent', 'Resources absent', 'Resources absent')],
    [undefined, 'where a section is', clauses('4.7 absent')],
    [2, 'beside a section', clauses('4.7 absent', 'Resources absent', 'Resources absent')],
    [undefined, 'by what is demanded alone', clauses('Resources absent OPEN')],
  ])('%s: %s', (count, _name, given) => {
    const readings = readingsOf(given).filter((reading) => !reading.startsWith('4.7'));
    expect(readings.map((reading) => Number.parseInt(reading, 10))).toEqual(count === undefined ? [] : [count]);
  }); // prettier-ignore

  test('one field is reported in another form than several fields', () => {
    const [one, several] = [1, 2].map((count) => {
      const [reading = ''] = readingsOf(clauses(...Array.from({ length: count }, () => 'Resources absent')));
      return reading.replace(String(count), '');
    });
    expect(one).not.toBe(several);
  });
});

describe('a profile', () => {
  type Read = Pick<Profile, 'fields' | 'query' | 'records' | 'version'>;

  const omits = ['a', 'b'];

  test.each<[name: string, profile: Read | undefined, told: readonly string[]]>([
    ['is not there', undefined, []],
    ['says nothing', {}, []],
    ['says nothing of a shape, nor of members', { query: {}, records: {} }, []],
    ['says how 4.1 is read', { query: { shape: 'paged' } }, ['4.1 paged']],
    ['says which members are not sent', { records: { omits } }, ['a, b']],
    ['says what moves a version', { version: { movesBy: ['reads', 'time'] } }, ['reads, time']],
    ['says where the server counts', { fields: { computed: omits } }, ['a, b']],
    ['says of fields what takes nothing away', { fields: { always: omits } }, []],
    ['says both', { query: { shape: 'paged' }, records: { omits } }, ['4.1 paged', 'a, b']],
  ])('that %s', (_name, profile, told) => {
    const readings = readingsOf(clauses('4.1 pass'), profile);
    expect(readings.map((reading) => reading.match(/4\.1 .*|(?:a, b|reads, time)$/)?.[0])).toEqual(told);
  });

  test('is shown around absent parts', () => {
    const [shape, absent, ...members] = readingsOf(clauses('4.7 absent'), {
      query: { shape: 'paged' },
      records: { omits },
    });
    expect([shape, absent, members.length]).toEqual(['4.1 paged', '4.7 absent', 1]);
  });
});
