import fc from 'fast-check';
import type { UpdateAction } from '../../run/facts.ts';
import { unicodeText } from './unicode-text.ts';

const longestList = 20;
/** Texts that one list draws from: few, so that values come again, also with others between (`a b a`). */
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

function places(least: number, most: number): fc.Arbitrary<readonly number[]> {
  return fc.array(fc.nat({ max: mostTexts }), { minLength: least, maxLength: most, size: 'max' });
}

function actionAt(texts: readonly string[], place: number): UpdateAction {
  const someProperty = place === 0 ? undefined : texts[(place - 1) % texts.length];
  return someProperty === undefined
    ? { action: 'doSomeThing' }
    : { action: 'changeSomeProperty', someProperty };
}
