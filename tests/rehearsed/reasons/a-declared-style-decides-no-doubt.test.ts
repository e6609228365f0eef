import { describe, expect, test } from 'vitest';
import type { Judgement } from '../../../clause/judgement.ts';
import type { Profile } from '../../../clause/profile.ts';
import { plan } from '../../../config/plan.ts';
import { embeddedTokens, rehearse } from '../../../config/runs/rehearsal.ts';
import { referenceProfile } from '../../../faults/catalogue.ts';
import type { Transport } from '../../../wire/exchange.ts';

const stranger = embeddedTokens().find(({ otherProject }) => otherProject === true)?.token ?? '';

/** Lets the token of another project in at 4.14, where it is shown something else than others are. */
const lettingIn =
  (body: string) =>
  (inner: Transport): Transport => ({
    ...inner,
    send: async (request, limits) => {
      const outcome = await inner.send(request, limits);
      const isHis = request.headers.some(([, value]) => value === `Bearer ${stranger}`);
      const isSearch = request.target.startsWith('/demo/resource/product-projection-search');
      if (outcome.kind !== 'answer' || !isHis || !isSearch) return outcome;
      const headers = [['Content-Type', 'application/json']] as const;
      return { ...outcome, status: 200, headers, body: new TextEncoder().encode(body) };
    },
  });

const sections = plan.sections.filter(({ part }) => part === '4.14' || part === 'Authentication');
const ids = sections.flatMap(({ clauses }) => clauses.map(({ id }) => id));

async function judged(
  profile: Profile,
  more: { around?: (inner: Transport) => Transport; choices?: readonly string[] } = {},
): Promise<ReadonlyMap<string, Judgement>> {
  const selected = new Set<string>([...ids, 'declared/refusal.style']);
  const rehearsal = { plan, profile: { ...referenceProfile, ...profile } as Profile, selected, ...more };
  return (await rehearse(rehearsal)).judgements;
}

const theirs = '{"limit":20,"count":1,"total":1,"results":[{"id":"p-theirs"}]}';
const empty = '{"limit":20,"count":0,"total":0,"results":[]}';
const envelope = '{"error":{"code":403}}';

describe('a token of another project that is granted access at 4.14, if all other refusals are by status', () => {
  test.each([
    ['shown something else', theirs, {}],
    ['shown something else', theirs, { style: 'filter' }],
    ['shown something else', theirs, { style: 'envelope' }],
    ['shown nothing', empty, { style: 'filter' }],
    ['shown another form', envelope, { style: 'envelope' }],
  ] as const)('%s (%s), declared %j: it stays undecided in two readings', async (_how, body, refusal) => {
    const found = await judged({ refusal }, { around: lettingIn(body) });
    const clause = found.get('4.14/refused-to-other-project');
    expect(clause?.verdict).toBe('inconclusive');
    expect(clause?.reason?.supply).toBeUndefined();
    const [against, inFavour = ''] = clause?.reason?.readings ?? [];
    expect(against).toMatch(
      /^CONFORMANCE_TOKEN_OTHER_PROJECT is granted access, which the contract does not allow/,
    );
    expect(inFavour).toMatch(
      'style' in refusal
        ? /(\d+) of \1 refusals of lists were by status/
        : /^it is refused by a success that discloses nothing/,
    );
    expect(clause?.reason?.text).toContain(
      `CONFORMANCE_TOKEN_OTHER_PROJECT was answered 200 ${body.slice(0, 20)}`,
    );
    expect(clause?.reason?.text).toMatch(/and the sufficient caller CONFORMANCE_TOKEN_VIEW_\w+ 200 \{/);
    if ('style' in refusal) expect(found.get('declared/refusal.style')?.verdict).toBe('inconclusive');
  });
});

describe('a style of refusal that lists were seen to use', () => {
  test.each([
    ['lists-filtered-instead-of-refused', empty],
    ['refusals-in-an-envelope', envelope],
  ])('decides as declared: %s', async (choice, body) => {
    const found = await judged({}, { choices: [choice], around: lettingIn(body) });
    expect(found.get('4.14/refused-to-other-project')?.verdict).toBe('pass');
    expect(found.get('declared/refusal.style')?.verdict).toBe('pass');
  });

  test.each([
    ['lists-filtered-instead-of-refused', theirs],
    ['refusals-in-an-envelope', theirs],
  ])('does not excuse an answer with content: %s', async (choice, body) => {
    const found = await judged({}, { choices: [choice], around: lettingIn(body) });
    expect(found.get('4.14/refused-to-other-project')?.verdict).toBe('inconclusive');
  });
});
