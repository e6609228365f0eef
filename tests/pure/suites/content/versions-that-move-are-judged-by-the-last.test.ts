import { describe, expect, test } from 'vitest';
import { judgeShownLast, moversOf } from '../../../../suites/4.02/version-moves.ts';
import { keptResource } from '../../../../implementation/resources/kept-resource.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { servedStage, type Held, type Requested } from '../../../support/stages/suite-stage.ts';

type Rule = (request: Requested, held: Map<string, Held>) => Answer | undefined;

/** Each read by id moves the version, and shows the new one. */
const reading: Rule = ({ name, id }, held) => {
  const kept = held.get(id);
  if (name === 'readById' && kept !== undefined) kept.version = String(Number(kept.version) + 1);
  return undefined;
};

const updates =
  (rule: Rule): Rule =>
  (request, held) =>
    request.name === 'update' ? rule(request, held) : reading(request, held);

const isLeft = ({ id, version }: Requested, held: Map<string, Held>): boolean =>
  Number(version) < Number(held.get(id)?.version);

describe('a version that reads change', () => {
  test.each([
    ['holds if the one shown last alone is accepted', reading, ['held']],
    ['holds if it does not move any more', () => undefined, ['held']],
    ['is broken if the one before it is accepted each time', updates(() => [200]), ['violated']],
    ['is left undecided if the one shown last is refused', updates(() => [409]), ['undecided: premise-failed']],
    ['is left undecided if the one before it is refused otherwise', updates((one, held) => (isLeft(one, held) ? [400] : undefined)), ['undecided: premise-failed']],
    ['is left undecided if the one before it is accepted once', updates((one, held) => (isLeft(one, held) && one.before < 1 ? [200] : undefined)), ['undecided: flaky']],
    ['is noise if an update is lost', updates(() => [503]), ['noise']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    const stage = servedStage(rule);
    await judgeShownLast(stage.on);
    expect(stage.outline()).toEqual(outline);
  }); // prettier-ignore
});

describe('the cause of a version change', () => {
  /** A read by id shows a version of this kind. */
  const showing =
    (version: (read: number, at: number) => number): Rule =>
    ({ name, id, before, at }, held) => {
      const kept = held.get(id);
      if (name === 'readById' && kept !== undefined) kept.version = String(version(before, at));
      return undefined;
    };

  test.each([
    ['reads, if each moves it by one step', (read: number) => 3 + 2 * read, ['reads']],
    ['time, if reads at once show one version', (_: number, at: number) => Math.floor(at / 100), ['time']],
    ['others, if neither moves it', () => 7, ['others']],
    ['time or reads, if it is random', (read: number) => (7 + read * read * 31) % 101, ['time', 'reads']],
    [
      'time or reads, if it is the time',
      (_: number, at: number) => Math.floor(at * 1_000),
      ['time', 'reads'],
    ],
  ] as const)('is %s', async (_, version, movers) => {
    const { on } = servedStage(showing(version));
    const kept = await keptResource(on);
    expect(await moversOf(on, kept)).toEqual(movers);
  });
});
