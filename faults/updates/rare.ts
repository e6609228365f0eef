import { json } from '../../reference/call.ts';
import { isArray, JsonNumber, member, type Json } from '../../reference/json.ts';
import type { PolicyOverride } from '../../reference/policy.ts';
import { seededRandom } from '../../reference/random.ts';
import { latest } from '../../reference/state.ts';
import { unlessMatching } from './comparison.ts';
import type { Fault } from '../fault.ts';
import { whole } from '../content/member.ts';
import { lostJustNow } from './race.ts';

const texts = (actions: readonly Json[]): string[] =>
  actions.flatMap((action) => {
    const text = member(action, 'someProperty');
    return typeof text === 'string' ? [text] : [];
  });

/** One in eight resources, by the letters of the id. */
function shardOf(id: string): number {
  let hash = 7;
  for (const sign of id) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) & 0x7fffffff;
  return hash % 8;
}

function elements(name: string, change: (element: Json) => Json): ReturnType<typeof whole> {
  return whole(name, (value) => (isArray(value) ? value.map(change) : value));
}

/** Any mistake, in some answers only. */
function oneMismatchInTen(status: number): PolicyOverride {
  return (base) => {
    const random = seededRandom(status);
    return {
      onMismatch: (update) =>
        random() < 0.1 ? base.error(update.call.state, status, 'no such update') : base.onMismatch(update),
    };
  };
}

/** Faults that show on few inputs, or only sometimes (4.10, "Resources"). */
export const rareFaults: readonly Fault[] = [
  {
    name: 'version-not-checked-for-digit-texts',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A someProperty of digits is set with any version.',
    needs: ['generated'],
    override: unlessMatching(({ actions }) => texts(actions).some((text) => /^\d+$/.test(text))),
  },
  {
    name: 'version-not-checked-for-repeated-texts',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'A list that gives one someProperty twice is applied with any version.',
    needs: ['generated'],
    override: unlessMatching(({ actions }) => new Set(texts(actions)).size < texts(actions).length),
  },
  {
    name: 'one-mismatch-in-ten-answered-422',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'One update in ten that states another version is answered 422.',
    needs: ['late'],
    override: oneMismatchInTen(422),
  },
  {
    name: 'one-mismatch-in-ten-answered-500',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'One update in ten that states another version is answered 500.',
    needs: ['late'],
    override: oneMismatchInTen(500),
  },
  {
    name: 'every-eleventh-match-conflicts',
    breaks: '4.10/matching-version-is-accepted',
    summary:
      'Every eleventh update with the actual version is answered 409, and accepted when it is sent again.',
    needs: ['late'],
    override: (base) => {
      let matches = 0;
      return {
        versionMatches(update) {
          if (!base.versionMatches(update)) return false;
          matches += 1;
          return matches % 11 !== 0;
        },
      };
    },
  },
  {
    name: 'version-not-checked-in-one-shard',
    breaks: '4.10/conflict-on-mismatch',
    summary: 'One in eight resources, by its id, is updated with any version.',
    override: unlessMatching(({ resource }) => shardOf(latest(resource).id) === 0),
  },
  {
    name: 'losers-of-a-race-told-success',
    breaks: '4.10/stale-version-conflicts',
    summary: 'An update that lost by less than 20 ms is answered 200 and not applied.',
    needs: ['races'],
    override: (base) => ({
      onMismatch(update) {
        const { resource, call } = update;
        return lostJustNow(update)
          ? json(call, 200, call.state.policy.represented(latest(resource), call))
          : base.onMismatch(update);
      },
    }),
  },
  {
    name: 'line-feeds-split-strings',
    breaks: 'Resources/array-of-string-example-holds-strings',
    summary: 'Strings with a line feed come as arrays of lines.',
    needs: ['generated'],
    wrap: elements('arrayOfStringExample', (value) =>
      typeof value === 'string' && value.includes('\n') ? value.split('\n') : value,
    ),
  },
  {
    name: 'tiny-floats-as-text',
    breaks: 'Resources/array-of-float-example-holds-numbers',
    summary: 'Floats nearer to zero than any 32-bit float come as strings.',
    needs: ['generated'],
    wrap: elements('arrayOfFloatExample', (value) =>
      value instanceof JsonNumber && Number(value.text) !== 0 && Math.fround(Number(value.text)) === 0
        ? value.text
        : value,
    ),
  },
];
