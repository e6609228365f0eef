import { describe, expect, test } from 'vitest';
import { rowsPlayed } from '../../support/played-rows.ts';
import { servedImplementations } from '../../support/second-implementation/served-implementations.ts';
import { judgeUnder } from '../../support/disturbances/judged-under-disturbance.ts';
import { disturbancesOverSockets } from '../../support/disturbances/disturbances.ts';
import { clausesThat } from '../../support/whole-run.ts';

const rows = servedImplementations.flatMap((against) =>
  disturbancesOverSockets
    .filter(({ needsBackup }) => needsBackup !== true || against.name === 'reference')
    .map((weather) => ({
      title: `${weather.name}, against the ${against.name} implementation`,
      against,
      weather,
    })),
);

describe('a run over sockets raises no alarm', () => {
  test.for(
    rowsPlayed({ table: 'weathers over sockets', rows: rows, nameOf: ({ title }) => title, oneIn: 30 }),
  )('while $title', async ({ against, weather }, { skip }) => {
    if (!against.isPresent()) return skip();
    const judged = await judgeUnder(weather, against);
    const { report, exitCode } = judged;
    expect({ fails: clausesThat('fail', judged), errors: clausesThat('error', judged) }).toEqual({
      fails: [],
      errors: [],
    });
    expect([0, 3]).toContain(exitCode);
    const expired = /^(\w+) expires at request/.exec(weather.name)?.[1]?.toUpperCase();
    if (expired !== undefined && report.verdict !== 'CONFORMANT')
      expect(report.reasons[0]).toMatch(
        new RegExp(
          `^CONFORMANCE_TOKEN_${expired} was (?:granted access|answered unlike an unknown token) until \\d+\\.\\d s,? and .* since(?: then)?: expired`,
        ),
      );
  });
});
