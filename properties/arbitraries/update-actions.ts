import fc from 'fast-check';
import type { UpdateAction } from '../../implementation/facts.ts';
import { textKinds, unicodeText } from './unicode-text.ts';

const longestList = 20;
/** The most texts in a list: few, so that values recur, also with others in between (`a b a`). */
const mostTexts = 3;

/** Lists of 1 to 20 of the two documented actions, in any order and with repetitions (4.10). */
export function updateActions(
  texts: fc.Arbitrary<string> = unicodeText(),
): fc.Arbitrary<readonly UpdateAction[]> {
  return fc
    .tuple(
      fc.array(texts, { minLength: 1, maxLength: mostTexts }),
      // Without bias: fast-check would draw short lists far more often than long ones.
      fc.noBias(fc.oneof(places(1, 6), places(7, longestList))),
    )
    .map(([drawn, at]) => at.map((place) => actionAt(drawn, place)));
}

/** Lengths in turn; any four in succession include lists of one action and of more than ten actions. */
const lengths = [
  [1, 1],
  [6, 10],
  [2, 5],
  [11, longestList],
] as const;

/** Lists of every length in which an action has a certain kind of text: a server may refuse one kind only. */
export const actionKinds: readonly fc.Arbitrary<readonly UpdateAction[]>[] = textKinds.map((text, at) => {
  const [least, most] = lengths[at % lengths.length] ?? lengths[0];
  return fc
    .tuple(
      text,
      fc.array(plainWord(), { minLength: 1, maxLength: 2 }),
      fc.noBias(places(least, most)),
      fc.nat(),
    )
    .map(([special, words, drawn, where]) => {
      const texts = [special, ...words];
      const sure = where % drawn.length;
      return drawn.map((place, index) => actionAt(texts, index === sure ? 1 : place));
    });
});

/** Lists of this many actions that can be refused only for their length: their texts are plain words. */
export function plainActions(fewest: number, most: number): fc.Arbitrary<readonly UpdateAction[]> {
  return fc
    .tuple(fc.array(plainWord(), { minLength: 1, maxLength: mostTexts }), fc.noBias(places(fewest, most)))
    .map(([words, at]) => at.map((place) => actionAt(words, place)));
}

/** The smaller forms of a list: fewer actions first, then the plainest text for each remaining text. */
export function shorterList(list: readonly UpdateAction[]): fc.Arbitrary<readonly UpdateAction[]> {
  const [changes, others] = [true, false].map((isChange) =>
    list.filter(({ action }) => (action === 'changeSomeProperty') === isChange),
  );
  const plain: UpdateAction = { action: 'changeSomeProperty', someProperty: 'a' };
  const action = fc.oneof(
    fc.constantFrom(plain, ...(changes ?? [])),
    ...(others ?? []).map((one) => fc.constant(one)),
  );
  return fc.array(action, { minLength: 1, maxLength: Math.max(1, list.length) });
}

function plainWord(): fc.Arbitrary<string> {
  return fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), minLength: 1, maxLength: 8 });
}

function places(least: number, most: number): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.nat({ max: mostTexts }), { minLength: least, maxLength: most, size: 'max' });
}

function actionAt(texts: readonly string[], place: number): UpdateAction {
  const someProperty = place === 0 ? undefined : texts[(place - 1) % texts.length];
  return someProperty === undefined
    ? { action: 'doSomeThing' }
    : { action: 'changeSomeProperty', someProperty };
}
