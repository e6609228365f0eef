import { says } from '../../wire/status.ts';
import type { NamesWith } from '../../contract/traits.ts';
import type { Exchange } from '../../history/exchange.ts';
import { emptyOf, misshapenIn } from '../../judging/answers/flawed-bodies.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asObject } from '../../wire/json/json.ts';

/**
 * Judges all successful answers of an endpoint whose one response is a Cart, as the run recorded them.
 *
 * @param asked - the answer to the documented request, for what is missing where none succeeded
 */
export function judgeCartAnswers(on: Stage, name: NamesWith<'response', 'Cart'>, asked: Exchange): void {
  const record = on.world.bodies.successes(name);
  const bad = [
    ...emptyOf(record.empty.filter(({ answer }) => !says(answer, 'empty'))),
    ...misshapenIn(record),
  ];
  for (const flawed of bad) on.violatedWith({ expected: 'a Cart: a JSON object', ...flawed });
  if (bad.length > 0) return;
  const carts = record.json - record.vacuous;
  if (carts > 0) return on.held(carts);
  const section = name === 'cart' ? '4.17' : '4.18';
  const supply = `"samples": {"${section}": {"query": {…}, "headers": {…}}}`;
  if (record.vacuous > 0) return on.undecided('vacuous-body', vacuous(asked), { supply, exchanges: [asked] });
  if (record.statuses.size > 0)
    return on.undecided('premise-failed', `no cart was shown: the answer was ${asked.label}`, {
      supply,
      exchanges: [asked],
    });
  if (asked.is('noise')) return on.noise(asked.label);
  on.discarded('premise-failed', `no cart was shown: the answer was ${asked.label}`, supply);
}

function vacuous(asked: Exchange): string {
  const body = asked.object?.['body'];
  const isInside = asObject(body) !== undefined || typeof body === 'string';
  return isInside
    ? 'no member of a Cart is at the top level; the Cart may be in the member body, as the contract can be read'
    : 'the answer has none of the documented members of a Cart';
}
