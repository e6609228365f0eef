import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { most, notWalked } from '../../journeys/not-walked.ts';
import { walkedBy } from '../../journeys/walked.ts';
import { blocksIn, commandsIn, commandsOf, repository } from '../../support/journeys/documented-commands.ts';

const documents = [
  'README.md',
  ...readdirSync(join(repository, 'docs'))
    .filter((file) => file.endsWith('.md') && !['clauses.md', 'coverage.md', 'open-points.md'].includes(file))
    .map((file) => `docs/${file}`),
];

/** What the steps of the action start. */
function actionLines(): readonly string[] {
  const text = readFileSync(join(repository, 'action.yml'), 'utf8');
  return [...text.matchAll(/^ *(?:run: )?((?:npm|npx|node "\$)[^\n]*)$/gm)].map(([, line = '']) => line);
}

const printed = [
  ...documents.flatMap((document) => commandsIn(blocksIn(readFileSync(join(repository, document), 'utf8')))),
  ...actionLines(),
];
const walked = new Set(
  Object.values(walkedBy)
    .flat()
    .flatMap(([document, heading]) => commandsOf(document, heading)),
);
const left = printed.filter((line) => !walked.has(line));

test('each command line of the documents is walked by a journey, or a reason says why not', () => {
  const unexplained = left.filter((line) => !notWalked.some((one) => line.startsWith(one.line)));
  expect(unexplained).toEqual([]);
});

test('each reason is about a line that is printed', () => {
  const stale = notWalked.filter((one) => !left.some((line) => line.startsWith(one.line)));
  expect(stale).toEqual([]);
});

test('there are no more of them than there were', () => {
  expect(left).toHaveLength(most);
});
