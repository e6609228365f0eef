import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { notWalked } from '../../journeys/not-walked.ts';
import { walkedBy } from '../../journeys/walked.ts';
import {
  actionSteps,
  blocksIn,
  commandsIn,
  commandsOf,
  repository,
} from '../../support/journeys/documented-commands.ts';

const documents = [
  'README.md',
  ...readdirSync(join(repository, 'docs'))
    .filter((file) => file.endsWith('.md') && !['clauses.md', 'coverage.md', 'open-points.md'].includes(file))
    .map((file) => `docs/${file}`),
];

const printed = [
  ...documents.flatMap((document) => commandsIn(blocksIn(readFileSync(join(repository, document), 'utf8')))),
  ...actionSteps().map(([, script]) => script),
];
const walked = new Set(
  Object.values(walkedBy)
    .flat()
    .flatMap(([document, heading]) => commandsOf(document, heading)),
);
const left = printed.filter((line) => !walked.has(line));

test('each command line of the documents is run by a journey, or a reason says why not', () => {
  const unexplained = left.filter((line) => !notWalked.some((one) => line === one.line));
  expect(unexplained).toEqual([]);
});

test('each reason is about one printed line', () => {
  const places = notWalked.map(({ line }) => [line, left.filter((one) => one === line).length]);
  expect(places).toEqual(notWalked.map(({ line }) => [line, 1]));
});

test('there are at most ten reasons, and none about the lines that users type first', () => {
  expect(notWalked.length).toBeLessThanOrEqual(10);
  const first = [
    ...commandsIn(blocksIn(readFileSync(join(repository, 'README.md'), 'utf8'))),
    ...actionSteps().map(([, script]) => script),
  ];
  const excepted = notWalked.map(({ line }) => line);
  expect(
    excepted.filter(
      (line) => first.includes(line) || /resource-conformance (?:init|certify|verify)\b/.test(line),
    ),
  ).toEqual([]);
});
