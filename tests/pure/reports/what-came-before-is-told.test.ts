import { describe, expect, test } from 'vitest';
import type { Finding } from '../../../clause/sample.ts';
import { storyLines } from '../../../reporters/story-lines.ts';
import { createContext } from '../../../run/evidence/context.ts';
import { createEvidence } from '../../../run/evidence/evidence.ts';
import type { Exchange } from '../../../history/exchange.ts';
import { Reported, type Broken } from '../../../run/reporting.ts';
import { historyOf } from '../../support/histories.ts';
import { answered } from '../../support/stories/answered-exchange.ts';

const evidence = createEvidence({ baseUrl: 'https://a.example', evidence: 'full' }, (text) => text);

const names = { GET: 'readById', POST: 'update', DELETE: 'remove' } as const;

function exchange(
  number: number,
  method: keyof typeof names,
  [id, status]: readonly [id: string, status: number],
  sent?: string,
): Exchange {
  return answered(number, [method, `/demo/resource/${id}`, status], { sent, endpoint: names[method] });
}

/** A create that is answered with an id and a key. */
function created(number: number, id: string): Exchange {
  const body = JSON.stringify({ id, key: `k-${id}` });
  return answered(number, ['POST', '/demo/resource', 201], { sent: '{"a":1}', body, endpoint: 'create' });
}

/** The finding of a check that shows some of what a run has sent. */
function told(sent: readonly Exchange[], shown: Broken['exchanges']): Finding {
  const reported = new Reported(evidence);
  reported.reporting.violated({
    expected: 'one thing',
    got: 'another',
    deviation: { kind: 'status' },
    exchanges: shown,
  });
  const [sample] = reported.tally((samples) => samples, createContext(historyOf(sent), evidence)).samples;
  if (sample?.kind !== 'violated') throw new Error('no finding');
  return sample.finding;
}

function outline({ story = [], exchanges }: Finding): readonly string[] {
  return story.map(({ role, exchange: at, atMs }) => {
    const one = exchanges[at];
    return `${atMs} ${role} ${one?.request.method} ${one?.request.target} ${one?.answer?.status}`;
  });
}

describe('earlier writes of the run to the resource of a finding', () => {
  test('come before its story: the creation and the changes of its resource', () => {
    const read = exchange(9, 'GET', ['r-1', 200]);
    const sent = [
      created(1, 'r-1'),
      exchange(2, 'POST', ['r-1', 200], '{"version":1}'),
      exchange(3, 'POST', ['r-2', 200], '{"version":1}'),
      exchange(4, 'GET', ['r-1', 200]),
      exchange(5, 'POST', ['r-1', 409], '{"version":7}'),
      read,
      exchange(11, 'DELETE', ['r-1', 200]),
    ];
    expect(outline(told(sent, [read]))).toEqual([
      '0 setup POST /demo/resource 201',
      '1 setup POST /demo/resource/r-1 200',
      '4 setup POST /demo/resource/r-1 409',
      '8 probe GET /demo/resource/r-1 200',
    ]);
  });

  test('are at their place in time, also between exchanges of the check', () => {
    const [before, after] = [exchange(1, 'GET', ['r-1', 200]), exchange(3, 'GET', ['r-1', 200])];
    const sent = [before, exchange(2, 'DELETE', ['r-1', 403]), after];
    expect(outline(told(sent, [before, after]))).toEqual([
      '0 control GET /demo/resource/r-1 200',
      '1 setup DELETE /demo/resource/r-1 403',
      '2 probe GET /demo/resource/r-1 200',
    ]);
  });

  test('are left out if they were an earlier attempt to see the same', () => {
    const attempts = [2, 3, 4].map((number) => exchange(number, 'POST', ['r-1', 409], '{"version":3}'));
    const sent = [exchange(1, 'POST', ['r-1', 200], '{"version":2}'), ...attempts];
    expect(outline(told(sent, attempts.slice(-1)))).toEqual([
      '0 setup POST /demo/resource/r-1 200',
      '3 probe POST /demo/resource/r-1 409',
    ]);
  });

  test('are the last successful writes if there is no room for all', () => {
    const updates = Array.from({ length: 12 }, (_, at) =>
      exchange(at + 1, 'POST', ['r-1', at % 6 === 0 ? 409 : 200], `{"version":${at}}`),
    );
    const read = exchange(20, 'GET', ['r-1', 200]);
    const lines = outline(told([...updates, read], [read]));
    expect(lines).toHaveLength(10);
    expect(lines.slice(0, -1).every((line) => line.endsWith('200'))).toBe(true);
    expect(lines[0]).toContain('0 setup');
  });

  test('are found by the key as well', () => {
    const byKey = answered(5, ['GET', '/demo/resource/key=k-r-1', 404], { endpoint: 'readByKey' });
    const sent = [created(1, 'r-1'), exchange(2, 'POST', ['r-1', 200], '{"version":1}'), byKey];
    expect(outline(told(sent, [byKey]))).toHaveLength(3);
  });

  test('no single curl line sends earlier writes', () => {
    const [first, second] = [created(1, 'r-1'), created(2, 'r-1')];
    expect(told([first], [first]).curl).toContain('curl');
    expect(told([first, second], [second]).curl).toBeUndefined();
  });

  test('include the read that shows the stated version, but no outdated read', () => {
    const refused = exchange(9, 'POST', ['r-1', 409], '{"version":1}');
    const update = exchange(3, 'POST', ['r-1', 200], '{"version":1}');
    const look = answered(4, ['GET', '/demo/resource/r-1', 200], {
      endpoint: 'readById',
      body: '{"id":"r-1","version":1}',
    });
    const finding = told(
      [created(1, 'r-1'), update, exchange(2, 'GET', ['r-1', 200]), look, refused],
      [refused],
    );
    expect(outline(finding)).toEqual([
      '0 setup POST /demo/resource 201',
      '2 setup POST /demo/resource/r-1 200',
      '3 look GET /demo/resource/r-1 200',
      '8 probe POST /demo/resource/r-1 409',
    ]);
    expect(finding.story?.[2]).toMatchObject({ pointer: '/version', cut: '{"id":"r-1","version":1}' });
    const outdated = told([look, exchange(5, 'POST', ['r-1', 200], '{"version":1}'), refused], [refused]);
    expect(outline(outdated)).not.toContain(expect.stringContaining('GET'));
  });

  test('include reads that show the resource as absent before and after', () => {
    const missed = exchange(3, 'DELETE', ['r-1', 404]);
    const sent = [
      created(1, 'r-1'),
      exchange(2, 'GET', ['r-1', 200]),
      missed,
      exchange(4, 'GET', ['r-1', 200]),
    ];
    expect(outline(told(sent, [missed]))).toEqual([
      '0 setup POST /demo/resource 201',
      '1 look GET /demo/resource/r-1 200',
      '2 probe DELETE /demo/resource/r-1 404',
      '3 look GET /demo/resource/r-1 200',
    ]);
  });

  test('are one line in the terminal', () => {
    const read = exchange(9, 'GET', ['r-1', 200]);
    const updates = [2, 3].map((number) =>
      exchange(number, 'POST', ['r-1', number === 2 ? 200 : 409], '{"version":1}'),
    );
    expect(storyLines(told([created(1, 'r-1'), ...updates, read], [read]), 90)).toEqual([
      '  setup 3 writes before: POST -> 201, 200, 409',
      '> probe GET …/r-1 as MANAGE_TEST -> 200',
    ]);
  });
});
