import { says } from '../../wire/status.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { overwriteNames, type OverwriteName } from '../../contract/traits.ts';
import { acceptedOverwrites } from './accepted.ts';
import { accessRound } from '../../judging/access/access-round.ts';
import { overwriting } from './access.ts';
import { brieflyWaiting } from '../../implementation/brief-waits.ts';
import type { Stage } from '../../implementation/stage.ts';
import { overwriteContents } from '../../judging/surveys/contents.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/**
 * Provokes answers with content that overwrites have stored (4.7, 4.8), if the operator has consented; once per run.
 */
export const surveyOverwrites = oncePerRun(async (on: Stage): Promise<void> => {
  if (on.options.readOnly || !on.options.consent.has('overwrite')) return;
  await Promise.all(overwriteNames.map((name) => unlessInconclusive(provoke(on, name))));
});

async function provoke(on: Stage, name: OverwriteName): Promise<void> {
  if (on.options.without.has(endpoint(name).section)) return;
  const overwrites = await acceptedOverwrites(on, name);
  // While callers are distinguished, no other overwrite may change the resources that they are seen to change.
  await unlessInconclusive(accessRound(on, overwriting(name)));
  // Nothing is judged by whether these are accepted.
  const brief = on.brief ? on : brieflyWaiting(on);
  for (const { content, illTyped } of overwriteContents(() => on.canary())) {
    const change = { content, ...(illTyped === true ? { bodyIs: 'ill-typed' as const } : {}) };
    const { status } = await overwrites.attempt(on, on.writer, change);
    // The other operation may have overwritten the same resource meanwhile.
    if (says({ status }, 'no match')) await overwrites.accepted(brief, on.writer, change);
  }
}
