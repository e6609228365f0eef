import { operation, endpoint } from '../../contract/endpoints.ts';
import { type OverwriteName, overwriteNames } from '../../contract/traits.ts';
import type { Statement } from '../../clause/section.ts';
import type { JsonInput } from '../../wire/json/json.ts';
import { acceptedOverwrites } from './accepted.ts';
import type { Stage } from '../../implementation/stage.ts';
import { judgeCrashes, judgeCrash } from '../../judging/crashes.ts';
import { beyondAscii } from '../../judging/surveys/rare-signs.ts';
import { says } from '../../wire/status.ts';
import { unlessInconclusive } from '../../clause/thrown.ts';
import { accessRound } from '../../judging/access/access-round.ts';
import { overwriting } from './access.ts';
import { brieflyWaiting } from '../../implementation/brief-waits.ts';
import { overwriteContents } from '../../judging/surveys/contents.ts';
import { oncePerRun } from '../../implementation/once-per-run.ts';

/** Plain values of the documented members provoke no server error in an overwrite (4.7, 4.8). */
export function plainOverwritesProvokeNoError(name: OverwriteName): Statement<Stage> {
  return {
    statement: 'Plain values of the documented members cause no server error.',
    sends: `${operation(name)} with plain values in all documented members, then in one at a time`,
    violation:
      'One documented member with a plain value, or a letter beyond ASCII, or beyond Latin-1, in a string, is answered 500 or 501, three times, while the same overwrite without it is accepted before and after.',
    rationale:
      'A refusal passes, since bounds are not shown; a server error that depends on one part is attributed to the server.',
    causes: [
      'Do numbers and texts take different code paths, of which only one is in use?',
      'Is the body read in an encoding other than UTF-8?',
    ],
    check: async (on) => {
      const overwrites = await acceptedOverwrites(on, name);
      const members: Readonly<Record<string, JsonInput>> = {
        arrayOfIntExample: [1],
        arrayOfUniqueIntExample: [1, 2],
        arrayOfTwonumbersExample: [1, 2],
        arrayOfFloatExample: [1.5],
        arrayOfNumberNoDefaultsExample: [1],
        arrayOfStringExample: [`${beyondAscii}${on.canary()}`],
        arrayOfObjectType: [{ integerExample: 1, integerExampleInt32: 1 }],
      };
      const all = await overwrites.accepted(on, on.writer, { content: members });
      if (all.is('noise')) return on.noise(all.label);
      if (!all.is('fault')) on.held();
      if (all.succeeded) return;
      const strings: JsonInput = { arrayOfStringExample: [on.canary()] };
      await judgeCrashes(on, all, Object.entries(members), ([member, value]) =>
        judgeCrash(on, member, {
          control: () => overwrites.accepted(on, on.writer, { content: strings }),
          probe: () => overwrites.attempt(on, on.writer, { content: { ...strings, [member]: value } }),
        }),
      );
    },
  };
}

/** Provokes answers with content that overwrites have stored (4.7, 4.8), with consent; once per run. */
export const surveyOverwrites = oncePerRun(async (on: Stage): Promise<void> => {
  if (on.options.readOnly || !on.options.consent.has('overwrite')) return;
  await Promise.all(overwriteNames.map((name) => unlessInconclusive(provoke(on, name))));
});

async function provoke(on: Stage, name: OverwriteName): Promise<void> {
  if (on.options.without.has(endpoint(name).section)) return;
  const overwrites = await acceptedOverwrites(on, name);
  // While the changes of several callers are compared, no other overwrite may change their resources.
  await unlessInconclusive(accessRound(on, overwriting(name)));
  // No verdict depends on whether these overwrites are accepted.
  const brief = on.brief ? on : brieflyWaiting(on);
  for (const { content, illTyped } of overwriteContents(() => on.canary())) {
    const change = { content, ...(illTyped === true ? { bodyIs: 'ill-typed' as const } : {}) };
    const { status } = await overwrites.attempt(on, on.writer, change);
    // Meanwhile, the second operation may have overwritten the same resource.
    if (says({ status }, 'no match')) await overwrites.accepted(brief, on.writer, change);
  }
}
