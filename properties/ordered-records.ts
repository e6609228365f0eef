import type { Evidence } from '../clause/clause.ts';
import { documentedTimestamp, type RecordVariation } from '../suites/records/ordered-record.ts';
import { judgeTwin } from '../suites/records/forms.ts';
import { acceptedPost, sendPost, withRecord } from '../suites/records/posts.ts';
import { holds } from '../target/section.ts';
import type { Stage } from '../target/stage.ts';
import { memberOrder, oddMembers, omissions, pastInstant } from './arbitraries/record-variation.ts';
import { reservedText } from './arbitraries/reserved-text.ts';
import { drawn } from './drawn-cases.ts';

const endpoints = { '4.9': 'complexPath', '4.13': 'urnLinks' } as const;

/** Neither the order of members nor the instant of a timestamp is what a refusal hinges on (4.9, 4.13: advice). */
function takenAlike(section: '4.9' | '4.13', what: 'order' | 'instant'): Evidence<Stage> {
  const name = endpoints[section];
  const clause = what === 'order' ? 'takes-members-in-any-order' : 'takes-documented-timestamps';
  return holds(`${section}/${clause}`, titles[what][section], {
    phase: 'overwrites',
    minimum: () => 1,
    check: async (on) => {
      const { post } = await acceptedPost(on, name);
      const { variation } = post;
      if (variation === undefined)
        return on.discarded('premise-failed', 'the accepted record is the vendor’s own');
      const count = Math.ceil(on.reach / 4);
      const orders = what === 'order' ? drawn(memberOrder(), on.seed, count) : [];
      const instants = what === 'instant' ? drawn(pastInstant(), on.seed, count) : [];
      const variations: readonly RecordVariation[] = [
        ...orders.map(({ value: order }) => ({ order })),
        ...instants.map(({ value: at }) => ({ at })),
      ];
      for (const { order, at } of variations)
        await judgeTwin(on, name, {
          twin: post,
          part: withRecord(post, on.canary(), {
            ...variation,
            ...(order ? { order } : {}),
            ...(at ? { at } : {}),
          }),
          what: at === undefined ? 'the record with its members in another order' : documentedTimestamp(at),
        });
    },
  });
}

const titles = {
  order: {
    '4.9': 'records with their sixteen members in any order, at 4.9',
    '4.13': 'records with their sixteen members in any order, at 4.13',
  },
  instant: {
    '4.9': 'records with past instants in the documented form, at 4.9',
    '4.13': 'records with past instants in the documented form, at 4.13',
  },
} as const;

/** Members in any order, at 4.9. */
export const ordersAtComplexPath = takenAlike('4.9', 'order');
/** Members in any order, at 4.13. */
export const ordersAtUrnLinks = takenAlike('4.13', 'order');
/** Past instants, at 4.9. */
export const instantsAtComplexPath = takenAlike('4.9', 'instant');
/** Past instants, at 4.13. */
export const instantsAtUrnLinks = takenAlike('4.13', 'instant');

/**
 * Records without some members, with odd text, another type or a corrected name: whether they are accepted is open, and
 * each answer of 2xx is charged to the fields of its record (4.9, "Resources").
 */
export const oddRecords = holds(
  '4.9/answers-with-content',
  'records without some members, with odd text, other types or corrected names, and odd values of the path',
  {
    phase: 'overwrites',
    minimum: () => 1,
    check: async (on) => {
      const { post, caller } = await acceptedPost(on, 'complexPath');
      if (post.variation === undefined)
        return on.discarded('premise-failed', 'the accepted record is the vendor’s own');
      const count = Math.ceil(on.reach / 4);
      const variations: readonly RecordVariation[] = [
        ...drawn(omissions(), on.seed, count).map(({ value: omit }) => ({ omit })),
        ...drawn(oddMembers(), on.seed, count).map(({ value }) => value),
      ];
      const texts = drawn(reservedText(), on.seed, variations.length).map(({ value }) => value);
      for (const [at, variation] of variations.entries()) {
        const record = withRecord(post, on.canary(), variation);
        const odd = texts[at] ?? 'a';
        // Every other one goes to values of the path that need encoding.
        const path = at % 2 === 0 ? post.path : { uriParameterOne: odd, uriParameterTwo: odd };
        const exchange = await sendPost(on, 'complexPath', { ...record, path }, caller);
        if (exchange.kind === 'noise') on.noise(exchange.label);
        else if (exchange.object !== undefined && exchange.succeeded) on.held();
        else on.discarded('refused-by-unknown-validation', `the record was answered ${exchange.label}`);
      }
    },
  },
);
