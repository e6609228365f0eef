import { describe, expect, test } from 'vitest';
import { landedCreates } from '../../../world/resources/landed-creates.ts';
import { exchangeAt, historyOf } from '../../support/histories.ts';

const deleted = (id: string, sentAt: number, status = 200) =>
  exchangeAt('remove', { number: sentAt, method: 'DELETE', target: `/demo/resource/${id}`, status });

describe('a create lands on a resource that was there', () => {
  test.each([
    ['if an earlier create had its id', ['a@1', 'b@2', 'a@5'], [], ['a@5']],
    ['unless that resource was deleted in between', ['a@1', 'b@2', 'a@5'], [deleted('a', 3)], []],
    ['if the delete was refused', ['a@1', 'a@5'], [deleted('a', 3, 403)], ['a@5']],
    ['if another resource was deleted', ['a@1', 'a@5'], [deleted('b', 3)], ['a@5']],
    ['if the delete came later', ['a@1', 'a@5'], [deleted('a', 7)], ['a@5']],
    ['again after an id was given again', ['a@1', 'a@5', 'a@9'], [deleted('a', 3)], ['a@9']],
    ['never, if all ids differ', ['a@1', 'b@2'], [], []],
  ] as const)('%s', (_, creates, deletes, landed) => {
    const made = creates.map((text) => ({ id: text.slice(0, 1), at: Number(text.slice(2)) }));
    const found = landedCreates(historyOf(deletes), made);
    expect(found.map(({ id, at }) => `${id}@${at}`)).toEqual(landed);
  });
});
