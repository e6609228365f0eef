import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { offerToClean } from '../../../config/runs/interruption.ts';
import { ledgersIn } from '../../../config/runs/ledgers/found-ledgers.ts';
import { createLedgerFile } from '../../../config/runs/ledgers/ledger-file.ts';
import { isClean, Ledger, type LedgerLine } from '../../../implementation/resources/ledger.ts';

const created = '2026-01-02T03:04:05.000Z';
const run = { runId: 'ab'.repeat(16), baseUrl: 'http://target.invalid', projectKey: 'demo' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledgers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (redact = (text: string): string => text) =>
  createLedgerFile(join(folder, `${run.runId}.jsonl`), run, redact);

/** As if its process had ended. */
function orphaned(): void {
  const path = join(folder, `${run.runId}.jsonl`);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"pid":\d+/, '"pid":999999999'));
}

describe('a ledger', () => {
  test('equals the original when read from its lines', () => {
    const lines: LedgerLine[] = [];
    const ledger = new Ledger((line) => lines.push(line));
    ledger.noteBefore(['older']);
    const [one, two, three] = ['a', 'b', 'c'].map((word) =>
      ledger.begin({ projectKey: 'demo', created, word }),
    );
    ledger.add({ id: 'first', projectKey: 'demo', created, word: 'a' });
    ledger.close(one ?? 0);
    ledger.leaveOpen(two ?? 0, 'had no usable answer: 502', ['second']);
    ledger.close(three ?? 0);
    ledger.noteDeleted('demo', 'first');
    const again = Ledger.from(lines);
    expect(again.entries).toEqual(ledger.entries);
    expect(again.open).toEqual(ledger.open);
    expect(again.open.map(({ word }) => word)).toEqual(['b']);
    expect(again.wasBefore('older')).toBe(true);
    expect(again.entries.map((entry) => again.wasDeleted(entry))).toEqual([true]);
    again.add({ id: 'second', projectKey: 'demo', created });
    expect(again.open).toEqual([]);
    again.strike('demo', 'first');
    again.strike('demo', 'second');
    expect(isClean(again)).toBe(true);
  });

  test('keeps the known content of created resources, and the content that updates send', () => {
    const lines: LedgerLine[] = [];
    const ledger = new Ledger((line) => lines.push(line));
    const number = ledger.begin({ projectKey: 'demo', created, word: 'a', texts: ['1'], rests: ['2'] });
    ledger.leaveOpen(number, 'was answered 201', ['id', 'key']);
    ledger.add({ id: 'id', projectKey: 'demo', created });
    ledger.noteTexts('demo', 'id', ['1', '3']);
    ledger.noteTexts('demo', 'id', ['3']);
    ledger.noteTexts('demo', 'another', ['3']);
    const again = Ledger.from(lines);
    expect(again.entries).toEqual([
      { id: 'id', projectKey: 'demo', created, word: 'a', texts: ['1', '3'], rests: ['2'] },
    ]);
    expect(lines.filter(({ kind }) => kind === 'texts')).toHaveLength(1);
    expect(ledger.entries).toEqual(again.entries);
  });

  test('shows a create before it is sent, and does not mistake resources that were seen later for older resources', () => {
    const lines: LedgerLine[] = [];
    const ledger = new Ledger((line) => lines.push(line));
    ledger.begin({ projectKey: 'demo', created });
    expect(lines).toMatchObject([{ kind: 'sent', number: 1 }]);
    ledger.noteBefore(['mine']);
    expect(ledger.wasBefore('mine')).toBe(false);
  });
});

describe('on disk', () => {
  test('it names its owner, exists from the first line on, and is removed after a clean end', () => {
    const { journal, end } = open();
    expect(existsSync(join(folder, `${run.runId}.jsonl`))).toBe(false);
    journal({ kind: 'made', id: 'r1', projectKey: 'demo', created });
    const [found] = ledgersIn(folder);
    expect(found).toMatchObject({ isLiving: true, head: { ...run, mark: 'zabababab', pid: process.pid } });
    expect(found?.lines).toHaveLength(1);
    end(true);
    expect(ledgersIn(folder)).toEqual([]);
  });

  test('a cut line does not hide the other lines', () => {
    const { journal } = open();
    journal({ kind: 'made', id: 'r1', projectKey: 'demo', created });
    appendFileSync(join(folder, `${run.runId}.jsonl`), '{"kind":"made","id":"r');
    expect(ledgersIn(folder)[0]?.lines).toHaveLength(1);
  });

  test('leftovers of a finished run are offered, but not leftovers of a run under way', () => {
    const { journal } = open();
    journal({ kind: 'made', id: 'r1', projectKey: 'demo', created });
    journal({ kind: 'sent', number: 1, projectKey: 'demo', created });
    expect(offerToClean(folder)).toBeUndefined();
    orphaned();
    expect(offerToClean(folder)).toBe(
      'an earlier run left 2 resources: npx --offline resource-conformance clean',
    );
  });

  describe('written in a container with its own process numbers', () => {
    const inAnotherContainer = (): string => {
      const { journal } = open();
      journal({ kind: 'made', id: 'r1', projectKey: 'demo', created });
      orphaned();
      const path = join(folder, `${run.runId}.jsonl`);
      const [head = '{}', ...lines] = readFileSync(path, 'utf8').split('\n');
      const { numberedIn: _here, ...there } = JSON.parse(head) as Readonly<Record<string, unknown>>;
      writeFileSync(path, [JSON.stringify({ ...there, numberedIn: 'another' }), ...lines].join('\n'));
      return path;
    };

    test('it belongs to a living run while it is touched, though the host has its name and no such process', () => {
      inAnotherContainer();
      expect(ledgersIn(folder)).toMatchObject([{ isLiving: true, head: { host: hostname() } }]);
    });

    test('it belongs to a finished run if it was not touched for long', () => {
      const path = inAnotherContainer();
      const longAgo = new Date(Date.now() - 100_000);
      utimesSync(path, longAgo, longAgo);
      expect(ledgersIn(folder)).toMatchObject([{ isLiving: false }]);
    });

    test('a process here with the same number by chance is not theirs', () => {
      const path = inAnotherContainer();
      writeFileSync(path, readFileSync(path, 'utf8').replace(/"pid":\d+/, `"pid":${process.pid}`));
      const longAgo = new Date(Date.now() - 100_000);
      utimesSync(path, longAgo, longAgo);
      expect(ledgersIn(folder)).toMatchObject([{ isLiving: false }]);
    });
  });

  test.runIf(process.platform === 'linux')('a process here that has ended marks it as finished immediately', () => {
    open().journal({ kind: 'made', id: 'r1', projectKey: 'demo', created });
    orphaned();
    expect(ledgersIn(folder)).toMatchObject([{ isLiving: false }]);
  }); // prettier-ignore

  test('secrets are not in it', () => {
    open((text) => text.replaceAll('secret', '<token>')).journal({
      kind: 'made',
      id: 'a-secret',
      projectKey: 'demo',
      created,
    });
    const text = readFileSync(join(folder, `${run.runId}.jsonl`), 'utf8');
    expect(text).toContain('a-<token>');
    expect(text).not.toContain('secret');
  });

  test('a folder that cannot be written to costs the run only the list', () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    const { journal } = createLedgerFile(join(path, 'ledger.jsonl'), run, (text) => text);
    expect(() => journal({ kind: 'made', id: 'r1', projectKey: 'demo', created })).not.toThrow();
  });
});
