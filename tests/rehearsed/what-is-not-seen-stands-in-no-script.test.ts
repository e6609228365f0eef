import { expect, test } from 'vitest';
import { plan } from '../../config/plan.ts';
import { rehearse } from '../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../faults/catalogue.ts';
import { succeeding } from '../../faults/rewrite.ts';
import { createReference } from '../../reference/create.ts';
import { storyScript } from '../../reporters/reproduce/story-script.ts';

const about = {
  baseUrl: 'https://api.example.com',
  projectKey: 'demo',
  mark: 'z00000000',
  idPointer: '/id',
  keyPointer: '/key',
};

test.each([
  ['a mark of direction', '\u202e'],
  ['a space without width', '\u200b'],
  ['a separator of lines', '\u2028'],
])('%s in the deviating part leaves a finding, with or without a script', async (_, sign) => {
  const odd = succeeding(undefined, (response) => {
    const text = new TextDecoder().decode(response.body);
    const changed = text.replaceAll(/"arrayOfIntExample":\[[^\]]*\]/g, `"arrayOfIntExample":["a${sign}b"]`);
    return { ...response, body: new TextEncoder().encode(changed) };
  });
  const reference = createReference({ wraps: [odd] });
  const { judgements } = await rehearse({ plan, reference, profile: referenceProfile });
  const failed = [...judgements].filter(([, { verdict }]) => verdict === 'fail');
  expect(failed.length).toBeGreaterThan(0);
  for (const [id, { findings }] of failed)
    for (const finding of findings) expect(storyScript(finding, { ...about, id }) ?? '').not.toContain(sign);
});
