import type { History, Operation } from '../../../properties/history/history.ts';

/**
 * A history of version 0 from a line such as `0>1@0-5 0>?@0-5 0!@0-5 =1@6-7 1?@2`: an update from 0 to 1 accepted
 * between 0 and 5 ms, one with unknown result, one of 0 refused, a read of 1, an update of 1 sent at 2 without answer.
 * The ids are the words themselves, with a number in front where one comes twice.
 */
export function historyOf(line: string, rest: Partial<History> = {}): History {
  const words = line.split(' ').filter((word) => word !== '');
  return {
    schemaVersion: 1,
    resource: 'r',
    initial: '0',
    operations: words.map((word, index) =>
      operationOf(word, words.indexOf(word) < index ? `${index}:${word}` : word),
    ),
    calibration: { moved: 8, of: 8 },
    soleWriter: true,
    transport: 'none',
    ...rest,
  };
}

function operationOf(word: string, id: string): Operation {
  const [what = '', when = ''] = word.split('@');
  const [sent = NaN, answered = NaN] = when.split('-').map(Number);
  if (what.startsWith('=')) return { id, sent, answered, kind: 'read', shown: what.slice(1) };
  if (what.endsWith('!')) return { id, sent, answered, kind: 'refused', stated: what.slice(0, -1) };
  const [stated = '', resulting] = what.split('>');
  if (resulting === undefined)
    return { id, sent, answered: null, kind: 'unknown', stated: what.slice(0, -1) };
  return { id, sent, answered, kind: 'accepted', stated, resulting: resulting === '?' ? null : resulting };
}
