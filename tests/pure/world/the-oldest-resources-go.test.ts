import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../history/history.ts';
import { keptAtMost, keptForMs } from '../../../world/resources/retention.ts';
import { exchangeAt, historyOf } from '../../support/histories.ts';

const caller = { label: 'M', kind: 'supplied', scopes: new Set(['manage_test:demo']) } as const;
const stranger = { label: 'P', kind: 'supplied', scopes: new Set(['view_products:demo']) } as const;

/** `+a` is made, `~a` updated, `-a` deleted, `a` read, `!a` read and not found, `?a` the same by a stranger, `=` an overwrite. */
function entriesOf(story: string): readonly Entry[] {
  return story.split(' ').map((word, index): Entry => {
    const id = word.slice(-1);
    const target = `/demo/resource/${id}`;
    const number = index + 1;
    if (word.startsWith('+')) return { kind: 'made', id };
    if (word === '=') return exchangeAt('put', { number, caller, method: 'PUT' });
    if (word.startsWith('~')) return exchangeAt('update', { number, caller, method: 'POST', target });
    if (word.startsWith('-')) return exchangeAt('remove', { number, caller, method: 'DELETE', target });
    const asked = { number, target, caller: word.startsWith('?') ? stranger : caller };
    return exchangeAt('readById', word.length === 1 ? asked : { ...asked, status: 404 });
  });
}

describe('how many resources a server keeps', () => {
  test.each<readonly [string, string, number | undefined]>([
    ['is known where three of the oldest are gone', '+a +b +c +d +e d !a !b !c e c', undefined],
    ['is what was there beside the oldest one that was read', '+a +b +c b +d c +e d !a !b !c', 2],
    ['is not known by two that are gone', '+a +b +c b +d c !a !b', undefined],
    ['is not known where younger ones go', '+a +b +c +d +e a !b !c !d', undefined],
    ['is not known by what the run has deleted', '+a +b +c b +d c +e d -a -b -c !a !b !c', undefined],
    ['is not known by what a stranger is answered', '+a +b +c b +d c +e d ?a ?b ?c', undefined],
    ['is known as well once younger ones were deleted', '+a +b +c +d +e d -e !a !b !c', 2],
    ['counts no resource twice', '+a +b +c b +d c +e d !a !a !a', undefined],
    ['counts what an overwrite may have created', '+a +b +c a = +d = +e = = d !a !b !c', 3],
  ])('%s', (_, story, expected) => {
    expect(keptAtMost(historyOf(entriesOf(story)))).toBe(expected);
  });
});

describe('how long a server keeps resources', () => {
  test.each<readonly [string, string, number | undefined]>([
    ['is the age of the oldest that was read, if older ones are gone', '+a +b +c a b c d d d !a !b !c', 6],
    ['is not known by two that are gone', '+a +b +c a b c d d d !a !b', undefined],
    ['is not known if younger ones are gone', '+a a a a a a +b +c +d !b !c !d', undefined],
    ['is not known by what the run has deleted', '+a +b +c a b c -a -b -c !a !b !c', undefined],
    [
      'is the age since the last update, if reads hinge on updates',
      '+a +b +c +d b e e e ~a e e e a !b !c !d a',
      7,
    ],
    ['is not known if reads hinge on neither', '+a +b +c +d b ~b ~c ~d e e !b !c !d e e e a', undefined],
    ['is not known if none was read before', '+a +b +c !a !b !c', undefined],
  ])('%s', (_, story, expected) => {
    expect(keptForMs(historyOf(entriesOf(story)))).toBe(expected);
  });
});
