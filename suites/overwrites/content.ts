import { operation } from '../../contract/endpoints.ts';
import type { Statement } from '../../clause/section.ts';
import type { JsonInput } from '../../wire/json/json.ts';
import type { Exchange } from '../../run/exchange.ts';
import { acceptedOverwrites } from './accepted.ts';
import type { OverwriteEndpoint, Overwrites } from './overwrites.ts';
import type { Stage } from '../../target/stage.ts';

const rounds = 3;

/** Plain values of the documented members provoke no server error in an overwrite (4.7, 4.8). */
export function plainContentProvokesNoError(name: OverwriteEndpoint): Statement<Stage> {
  return {
    statement: 'Plain values of the documented members provoke no server error.',
    sends: `${operation(name)} with plain values in all documented members, then in one at a time`,
    violation:
      'One documented member with a plain value, or one letter beyond ASCII in a string, is answered 500 or 501, three times, while the same overwrite without it is accepted before and after.',
    rationale:
      'A refusal passes, since bounds are not shown; a server error that hinges on one part blames the server.',
    causes: [
      'Is there one code path for numbers and one for texts, and only one of them in use?',
      'Is the body read in an encoding other than UTF-8?',
    ],
    phase: 'overwrites',
    check: async (on) => {
      const overwrites = await acceptedOverwrites(on, name);
      const members: Readonly<Record<string, JsonInput>> = {
        arrayOfIntExample: [1],
        arrayOfUniqueIntExample: [1, 2],
        arrayOfTwonumbersExample: [1, 2],
        arrayOfFloatExample: [1.5],
        arrayOfNumberNoDefaultsExample: [1],
        arrayOfStringExample: [`é${on.canary()}`],
        arrayOfObjectType: [{ integerExample: 1, integerExampleInt32: 1 }],
      };
      const all = await overwrites.accepted(on, on.writer, { content: members });
      if (all.kind === 'noise') return on.noise(all.label);
      if (all.succeeded) return on.held();
      for (const [member, value] of Object.entries(members)) {
        const twin: JsonInput = { arrayOfStringExample: ['a'] };
        const part: JsonInput = { arrayOfStringExample: ['a'], [member]: value };
        await judgePart(on, overwrites, { twin, part, what: member });
      }
      if (all.kind !== 'crash') on.held();
    },
  };
}

async function judgePart(
  on: Stage,
  overwrites: Overwrites,
  which: { readonly twin: JsonInput; readonly part: JsonInput; readonly what: string },
): Promise<void> {
  const shown: Exchange[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = await overwrites.accepted(on, on.writer, { content: which.twin });
    const probe = await overwrites.attempt(on, on.writer, { content: which.part });
    if (!before.succeeded || probe.kind !== 'crash') break;
    const after = await overwrites.accepted(on, on.writer, { content: which.twin });
    if (after.succeeded) shown.push(before, probe);
  }
  if (shown.length === 2 * rounds)
    on.violated({
      expected: `no server error for ${which.what}`,
      got: shown.at(-1)?.label ?? '',
      exchanges: shown.slice(-2),
      reproduced: `${rounds}/${rounds}`,
    });
  else if (shown.length > 0)
    on.undecided('flaky', `${which.what} provoked a server error, and not every time`);
}
