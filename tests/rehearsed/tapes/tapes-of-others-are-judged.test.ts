import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { plan } from '../../../config/plan.ts';
import { judgeHistory } from '../../../config/runs/tapes/judged-history.ts';
import { readTape } from '../../../tape/read-tape.ts';
import { servers } from '../../real/servers.ts';

const folder = new URL('../../tapes/', import.meta.url);

/** Tapes of servers that others have written; what is wrong with each was decided by hand. */
const judged = await Promise.all(
  readdirSync(folder).map(async (file) => {
    const { judgements, notJudgedAgain } = await judgeHistory(
      await readTape(readFileSync(new URL(file, folder))),
      plan,
    );
    const failing = [...judgements].flatMap(([id, { verdict }]) => (verdict === 'fail' ? [id] : []));
    return { name: file.split('.')[0] ?? '', judged: judgements.size, left: notJudgedAgain.length, failing };
  }),
);

describe('a tape of a third-party server', () => {
  test.each(judged)(
    '$name: $judged clauses are judged, $left are not',
    ({ name, judged: count, failing }) => {
      const broken = servers.find(({ command: [file] }) => file === `${name}.mjs`)?.failed ?? [];
      const known = broken.map(({ clause }) => clause);
      expect(failing.filter((id) => !known.includes(id))).toEqual([]);
      // What is wrong with the types of its answers shows without a request.
      expect(failing.toSorted()).toEqual(known.filter((id) => id.startsWith('Resources/')).toSorted());
      expect(count).toBeGreaterThan(20);
    },
  );
});
