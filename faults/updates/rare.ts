import { json } from '../../reference/call.ts';
import { isArray, JsonNumber, member, type Json } from '../../reference/json.ts';
import { latest } from '../../reference/state.ts';
import { fault as comparisonFault, unlessMatching } from './comparison.ts';
import type { Fault } from '../fault.ts';
import { fault as memberFault, whole } from '../content/member.ts';
import { lostJustNow } from './race.ts';

const texts = (actions: readonly Json[]): string[] =>
  actions.flatMap((action) => {
    const text = member(action, 'someProperty');
    return typeof text === 'string' ? [text] : [];
  });

function elements(name: string, change: (element: Json) => Json): ReturnType<typeof whole> {
  return whole(name, (value) => (isArray(value) ? value.map(change) : value));
}

/** Faults that show on few inputs, or now and then (4.10, "Resources"). */
export const rareFaults: readonly Fault[] = [
  comparisonFault(
    'version-not-checked-for-digit-texts',
    'A someProperty of digits is set whatever the version.',
    unlessMatching(({ actions }) => texts(actions).some((text) => /^\d+$/.test(text))),
    ['generated'],
  ),
  comparisonFault(
    'version-not-checked-for-repeated-texts',
    'A list that gives one someProperty twice is applied whatever the version.',
    unlessMatching(({ actions }) => new Set(texts(actions)).size < texts(actions).length),
    ['generated'],
  ),
  comparisonFault(
    'losers-of-a-race-told-success',
    'An update that lost by less than 20 ms is answered 200 and not applied.',
    (base) => ({
      onMismatch(update) {
        const { resource, call } = update;
        return lostJustNow(update)
          ? json(call, 200, call.state.policy.represented(latest(resource), call))
          : base.onMismatch(update);
      },
    }),
    ['races'],
  ),
  memberFault(
    'line-feeds-split-strings',
    'Strings with a line feed come as arrays of lines.',
    elements('arrayOfStringExample', (value) =>
      typeof value === 'string' && value.includes('\n') ? value.split('\n') : value,
    ),
    ['generated'],
  ),
  memberFault(
    'tiny-floats-as-text',
    'Floats nearer to zero than any of 32 bits come as strings.',
    elements('arrayOfFloatExample', (value) =>
      value instanceof JsonNumber && Number(value.text) !== 0 && Math.fround(Number(value.text)) === 0
        ? value.text
        : value,
    ),
    ['generated'],
  ),
];
