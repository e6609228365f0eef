import { describe, expect, test } from 'vitest';
import { LeftVersions } from '../../../properties/model/left-versions.ts';
import { BroughtTexts, RefusedTexts } from '../../../properties/model/refused-texts.ts';
import { States } from '../../../properties/model/states.ts';
import { Verdicts } from '../../../properties/model/verdicts.ts';
import { answered } from '../../support/stages/scripted-stage.ts';

const broken = { expected: '', deviation: { kind: 'status' }, exchanges: [] } as const;
const at = (version: number) => answered([200, `{"version":${version}}`]);
const later = answered([202]);
const differ = 'Versioning/states-differ-in-version';

describe('verdicts', () => {
  test('add up passed samples, and count no others', () => {
    const verdicts = new Verdicts();
    verdicts.hold(differ);
    verdicts.hold(differ, 3);
    verdicts.hold('4.5/200-on-match', 0);
    expect(verdicts.held).toEqual(new Map([[differ, 4]]));
    expect([verdicts.isOver, verdicts.broken]).toEqual([false, undefined]);
  });

  test('keep the first violation', () => {
    const verdicts = new Verdicts();
    verdicts.breakOff('4.5/200-on-match', broken);
    verdicts.breakOff(differ, broken);
    expect([verdicts.broken?.clause, verdicts.isOver]).toEqual(['4.5/200-on-match', true]);
  });

  test('end without a violation', () => {
    const verdicts = new Verdicts();
    verdicts.end();
    expect([verdicts.broken, verdicts.isOver]).toEqual([undefined, true]);
  });
});

describe('replaced versions', () => {
  test('are empty at first, everywhere', () => {
    const left = new LeftVersions();
    expect([left.last, left.back(0), left.back(5), left.isOneToBeLeft]).toEqual([
      undefined,
      undefined,
      undefined,
      false,
    ]);
  });

  test('exclude versions that are stated again after a deferred update', () => {
    const left = new LeftVersions();
    left.leave('1', later);
    left.leave('1.0', at(2));
    expect([left.last, left.back(1), left.isOneToBeLeft]).toEqual(['1.0', '1.0', false]);
  });

  test('include the version of one deferred update once another deferred update is accepted', () => {
    const left = new LeftVersions();
    left.leave('1', later);
    left.leave('2', later);
    expect([left.last, left.isOneToBeLeft]).toEqual(['1', true]);
  });
});

describe('states', () => {
  /** Brought about by updates that stated these, and shown at these versions. */
  function met(between: (states: States) => void) {
    const verdicts = new Verdicts();
    const states = new States(verdicts);
    states.leave('1', at(2));
    states.enter('a', at(2), at(2));
    states.leave('2', at(3));
    between(states);
    states.leave('2', at(4));
    return { verdicts, states };
  }

  test('states that share a version break the clause', () => {
    const { verdicts } = met((states) => states.enter('b', at(2), at(2)));
    expect(verdicts.broken?.clause).toBe(differ);
    expect(verdicts.broken?.broken.exchanges).toHaveLength(3);
  });

  test('states with equal values are one state', () => {
    const { verdicts } = met((states) => states.enter('a', at(2), at(2)));
    expect([verdicts.broken, verdicts.held.get(differ)]).toEqual([undefined, 2]);
  });

  test.each<readonly [string, (states: States) => void]>([
    ['nothing shows of it', (states) => states.enter('b', at(2), undefined)],
    ['it is written to otherwise', (states) => {
      states.enter('b', at(2), at(2));
      states.blur();
    }],
    ['it is overwritten', (states) => {
      states.enter('b', at(2), at(2));
      states.overwritten();
    }],
    ['it shows another version than is stated then', (states) => states.enter('b', at(5), at(5))],
    ['it shows none', (states) => states.enter('b', at(2), answered([200, '{}']))],
  ])('show nothing if %s', (_what, between) => {
    const { verdicts } = met(between);
    expect([verdicts.broken, verdicts.held.get(differ)]).toEqual([undefined, 1]);
  }); // prettier-ignore

  test('are known by their last update, unless an overwrite followed', () => {
    expect(met((states) => states.blur()).states.update).toBeDefined();
    const states = new States(new Verdicts());
    states.leave('1', at(2));
    states.overwritten();
    expect(states.update).toBeUndefined();
  });

  test('are remembered across a deferred update, but not if another client wrote', () => {
    for (const [answer, isBroken] of [[later, true], [at(3), false]] as const) {
      const { verdicts } = met((states) => {
        states.enter('b', answer, undefined);
        states.leave('3', at(2));
        states.enter('c', at(2), at(2));
      });
      expect(verdicts.broken !== undefined).toBe(isBroken);
    }
  }); // prettier-ignore
});

describe('texts', () => {
  const placed = () => '/a';
  const refused = { canary: 'x', exchange: answered([409]) };

  test('texts of refused writes break the clause of their write', () => {
    for (const clause of [
      '4.6/refused-create-has-no-effect',
      '4.7/refused-overwrite-has-no-effect',
      '4.10/conflict-has-no-effect',
    ] as const) {
      const verdicts = new Verdicts();
      const texts = new RefusedTexts(verdicts, placed);
      texts.add({ ...refused, clause });
      expect(texts.conflicts).toBe(clause === '4.10/conflict-has-no-effect' ? 1 : 0);
      texts.look(answered([404]));
      expect(verdicts.broken).toBeUndefined();
      texts.look(at(1));
      expect(verdicts.broken?.clause).toBe(clause);
    }
  });

  test('texts of updates count separately, and prove nothing after a failed read or a violation', () => {
    const clause = '4.10/changes-the-named-resource';
    const judged = (look: ReturnType<typeof at>, isBroken = false) => {
      const verdicts = new Verdicts();
      const texts = new BroughtTexts(verdicts, () => undefined);
      texts.add('x', at(1));
      texts.add('y', at(2));
      if (isBroken) verdicts.breakOff(differ, broken);
      texts.judge(look);
      return verdicts.held.get(clause);
    };
    expect([judged(at(1)), judged(answered([404])), judged(at(1), true)]).toEqual([2, undefined, undefined]);
  });
});
