import { expect, test } from 'vitest';
import { placeOutputs } from '../../../config/vitest/placed-outputs.ts';

type Outputs = Parameters<typeof placeOutputs>[0];

test.for([
  ['blob', /^\/a place\/\.vitest(?:-reports|\/blob)\/blob-1-3\.json$/],
  ['html', /^\/a place\/html\/index\.html$/],
] as const)('the file of %s', ([name, file]) => {
  const config: Outputs = { reporters: [[name, {}]], shard: { index: 1, count: 3 } };
  placeOutputs(config, '/a place');
  expect(config.reporters).toEqual([[name, { outputFile: expect.stringMatching(file) as string }]]);
});

test('a named file is taken from the folder of the command', () => {
  const config: Outputs = { reporters: [['html', {}]], outputFile: { html: 'a/b.html' } };
  placeOutputs(config, '/place');
  expect(config).toEqual({ reporters: [['html', {}]], outputFile: { html: '/place/a/b.html' } });
});
