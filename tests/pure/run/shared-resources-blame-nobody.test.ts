import { describe, expect, test } from 'vitest';
import type { Sample } from '../../../clause/sample.ts';
import { ResourceBook } from '../../../implementation/resources/resource-book.ts';

const seenAt = (...ids: readonly string[]): Sample => ({
  kind: 'violated',
  finding: {
    expected: 'this',
    got: 'that',
    reproduced: '1/1',
    exchanges: ids.map((id) => ({
      request: { method: 'GET', target: `/demo/resource/${id}?a=1`, headers: [] },
      milliseconds: 1,
      curl: '',
    })),
  },
});

function bookWhereTwoCreatesGave(id: string): ResourceBook {
  const book = new ResourceBook();
  book.noteHandedOut(id);
  book.noteHandedOut('another');
  book.noteHandedOut(id);
  return book;
}

const kinds = (samples: readonly Sample[]): readonly string[] => samples.map(({ kind }) => kind);

describe('a violation', () => {
  test('stays if every create has an id of its own', () => {
    const book = new ResourceBook();
    book.noteHandedOut('r-1');
    book.noteHandedOut('r-2');
    expect(kinds(book.judgeable([seenAt('r-1')], new Set(['r-1']), false))).toEqual(['violated']);
  });

  test('a violation at an id that several creates gave is undecided, and names what settles it', () => {
    const [sample] = bookWhereTwoCreatesGave('r-1').judgeable([seenAt('r-1')], new Set(), false);
    expect(sample).toMatchObject({
      kind: 'undecided',
      reason: { code: 'two-readings', supply: expect.stringContaining('mixed') },
    });
  });

  test('a violation of a check that used a shared id is undecided at any resource', () => {
    const book = bookWhereTwoCreatesGave('r-1');
    expect(kinds(book.judgeable([seenAt('another')], new Set(['r-1']), false))).toEqual(['undecided']);
  });

  test('is still reported if it is about the form of one answer and no delete named the resource', () => {
    const book = bookWhereTwoCreatesGave('r-1');
    const judged = (): readonly string[] => kinds(book.judgeable([seenAt('r-1')], new Set(['r-1']), true));
    expect(judged()).toEqual(['violated']);
    book.noteDelete('r-1');
    expect(judged()).toEqual(['undecided']);
  });

  test('keeps passed samples unchanged', () => {
    const book = bookWhereTwoCreatesGave('r-1');
    expect(kinds(book.judgeable([{ kind: 'held' }], new Set(['r-1']), false))).toEqual(['held']);
  });
});
