import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandsOf } from '../support/journeys/documented-commands.ts';
import { freePort } from '../support/journeys/free-port.ts';
import { pageText } from '../support/journeys/page-text.ts';
import { Traveller } from '../support/journeys/traveller.ts';
import { walkedBy } from './walked.ts';

describe('a reader types the commands of the documents, without his own server', { timeout: 600_000 }, () => {
  let reader: Traveller;

  beforeAll(async () => {
    const [port, ofMock] = [await freePort(), await freePort()];
    reader = new Traveller({
      '--port 4010': `--port ${port}`,
      '--port 4011': `--port ${ofMock}`,
      '127.0.0.1:4011': `127.0.0.1:${ofMock}`,
    });
    reader.clone();
  });

  afterAll(async () => {
    await reader.end();
  });

  /** Each line of a section ends with 0, and the last of them prints the text. */
  async function types(document: string, heading: string, said: RegExp): Promise<void> {
    let last = '';
    for (const line of commandsOf(document, heading)) {
      const ended = await reader.type(line);
      expect(ended.code, `${line}\n${ended.said}`).toBe(0);
      last = ended.said;
    }
    expect(last).toMatch(said);
  }

  test('two commands judge the embedded reference', async () => {
    const [start = '', testItself = 'no second line'] = commandsOf('README.md', 'Two commands');
    const ended = await reader.type(start);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.said).toMatch(/CONFORMANT of the embedded reference/);
    // Builds type the second one: this test is a part of what it starts.
    expect(pageText('.ci/run')).toContain(`(${testItself})`);
    reader.walked.push(testItself);
  });

  test('a report is written again, and a tape judged again', async () => {
    await types('docs/reports.md', 'Files', /conformance\.junit\.xml/);
    await types('docs/reports.md', 'The tape', /CONFORMANT/);
  });

  test('a run is laid over the contract, and another text is refused with the clauses that it touches', async () => {
    // The text itself is not in the repository: anyone who has it names it.
    const own = process.env['CONFORMANCE_CONTRACT'];
    const another = '# Another edition\n';
    if (own === undefined) writeFileSync(join(reader.folder, 'contract.txt'), another);
    else copyFileSync(own, join(reader.folder, 'contract.txt'));
    writeFileSync(join(reader.folder, 'new-edition.txt'), another);
    for (const line of commandsOf('docs/reports.md', 'The contract line by line')) {
      const ended = await reader.type(line);
      const isRefused = own === undefined || line.includes('new-edition.txt');
      expect(ended.code, `${line}\n${ended.said}`).toBe(isRefused ? 2 : 0);
      expect(ended.said).toMatch(isRefused ? /rest on it: 4\.10\// : /4\.10/);
    }
  });

  test('a clause is disputed with only the tape', async () => {
    copyFileSync(join(reader.folder, 'reports/conformance.tape.jsonl.gz'), join(reader.folder, 'tape.jsonl.gz'));
    await types('docs/certification.md', 'To dispute a clause', /4\.10\/one-winner/);
  }); // prettier-ignore

  test('the judge is named', async () => {
    await types('docs/releasing.md', 'The judge', /judge/);
  });

  test('a gate and shards end as the whole run does', async () => {
    await types('README.md', 'In CI', /CONFORMANT/);
    await types('docs/ci.md', 'Shards', /CONFORMANT/);
  });

  test('a reference in a second terminal is judged by the settings that it has written', async () => {
    const [own = '', judged = ''] = commandsOf('docs/settings.md', 'The embedded reference');
    await reader.start(own, /CONFORMANCE_CONSENT=all/);
    const ended = await reader.type(judged);
    expect(ended.code, ended.said).toBe(0);
    expect(ended.said).toMatch(/^CONFORMANT/m);
  });

  test('a mock in a second terminal answers as a request prefers', async () => {
    const [starts = ''] = commandsOf('docs/mock.md', 'Starting one');
    await reader.start(starts, /CONFORMANCE_CONSENT=all/);
    await types('docs/mock.md', 'One request', /^HTTP\/1\.1 409 /m);
  });

  test('the tour has typed every line of these sections', () => {
    const lines = walkedBy.documents.flatMap(([document, heading]) => commandsOf(document, heading));
    expect(reader.walked).toEqual(expect.arrayContaining([...lines]));
  });
});
