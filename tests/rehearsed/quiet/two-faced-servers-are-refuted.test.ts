import { expect, test } from 'vitest';
import { comparedRun } from '../../../config/certificates/readers-profile.ts';
import { inProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { quietTransport } from '../../../config/runs/quiet/quiet-transport.ts';
import { rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { signs, twoFaced } from '../../support/servers/two-faced.ts';
import { judgeWhole } from '../../support/whole-run.ts';

const profile = referenceProfile;
const userAgent = 'resource-conformance/1.2.3 (run 85832444; mark z85832444)';

async function run(seed: number, sign: (typeof signs)[string], isQuiet: boolean) {
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const honest = referenceWith({ faults: [], choices: [], seed });
  const other = referenceWith({ faults: ['version-never-moves'], choices: [], seed });
  const faces = twoFaced({ honest, other }, sign);
  const wire = inProcessTransport((request) => faces(request, clock), clock, { latencyMs: 1 });
  const runId = `${seed}5832444`.repeat(4);
  const options = { ...rehearsalOptions(profile, seed), runId, userAgent };
  const { projectKey } = options;
  const transport = isQuiet
    ? quietTransport(wire, { runId, projectKey, otherProjectKey: 'other', profile })
    : wire;
  return (await judgeWhole({ transport, clock, options })).report;
}

/** From the first request on. */
const atOnce = ['its user agent', 'a field that no client sends'];

test.each(Object.entries(signs))('a server that knows the suite by %s is refuted', async (name, sign) => {
  const certified = await run(1, () => true, false);
  if (atOnce.includes(name)) {
    const open = comparedRun(certified, await run(2, sign, false));
    expect(open.state).toBe('holds');
  }
  const quiet = comparedRun(certified, await run(2, sign, true));
  expect([quiet.state, quiet.text]).toEqual([
    'refuted',
    expect.stringMatching(/ did not fail then, but fails now/),
  ]);
});
