import { describe, expect, test } from 'vitest';
import { OwnResource } from '../../../implementation/resources/own-resource.ts';
import { showsEarlierState } from '../../../implementation/resources/earlier-state.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

const showing = (version?: string) =>
  answered([200, version === undefined ? '{}' : `{"version":${version}}`]);

function seenAt(...versions: readonly string[]): OwnResource {
  const own = new OwnResource('a', 0);
  for (const version of versions) own.show(version);
  return own;
}

describe('a resource went back to an earlier state', () => {
  test.each([
    ['where it shows a version that it has left', ['1', '2', '3'], '2', undefined, true],
    ['also where a read has noted it again', ['1', '2', '3', '2'], '2', undefined, true],
    ['written in another way', ['1', '2', '3'], '2.0e0', undefined, true],
    ['where it shows what was stated before', ['1', '2'], '2', '2', true],
    ['and not where it shows the last one', ['1', '2', '3'], '3', undefined, false],
    ['and not where it shows a new one', ['1', '2', '3'], '4', '3', false],
    ['and not where it shows none', ['1', '2', '3'], undefined, '3', false],
  ])('%s', (_where, versions, shown, left, is) => {
    expect(showsEarlierState(seenAt(...versions), showing(shown), left)).toBe(is);
  });
});
