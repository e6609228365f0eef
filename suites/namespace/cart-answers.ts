import { says } from '../../wire/status.ts';
import { endpoint } from '../../contract/endpoints.ts';
import type { NamesWith } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import { answersOf } from '../../judging/answers/flawed-answers.ts';
import { emptyOf, misshapenIn } from '../../judging/answers/flawed-bodies.ts';
import { lastAnswer } from '../../world/operations/last-answer.ts';
import { asObject } from '../../wire/json/json.ts';

/**
 * Every successful answer of an operation whose one response is a Cart is one; an object without any member shows
 * nothing.
 */
export function answersAreCarts(name: NamesWith<'response', 'Cart'>) {
  const { section } = endpoint(name);
  const supply = `"samples": {"${section}": {"query": {…}, "headers": {…}}}`;
  return answersOf(name, {
    expected: 'a Cart: a JSON object',
    flaws: (_world, record) => [
      ...emptyOf(record.empty.filter(({ answer }) => !says(answer, 'empty'))),
      ...misshapenIn(record),
    ],
    met: ({ json, vacuous }) => json - vacuous,
    lack: ({ history }, { vacuous, statuses }) => {
      const asked = lastAnswer(history, name);
      const shown = { exchanges: asked === undefined ? [] : [asked], supply };
      if (vacuous > 0) return { code: 'vacuous-body', text: whyVacuous(asked), isDoubt: true, ...shown };
      const text = `no cart was shown: the answer was ${asked?.label ?? 'none'}`;
      if (asked?.is('noise') === true && statuses.size === 0) return { code: 'noise', text, isDoubt: true };
      return { code: 'premise-failed', text, isDoubt: statuses.size > 0, ...shown };
    },
  });
}

function whyVacuous(asked: Exchange | undefined): string {
  const body = asked?.object?.['body'];
  const isInside = asObject(body) !== undefined || typeof body === 'string';
  return isInside
    ? 'no member of a Cart is at the top level; the Cart may be in the member body, as the contract can be read'
    : 'the answer has none of the documented members of a Cart';
}
