import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../../clause/profile.ts';
import type { Ask } from '../../../../run/ask.ts';
import { images } from '../../../../suites/4.15-images.ts';
import { judgeParameters, judgeStaged } from '../../../../suites/4.15/image-parameters.ts';
import {
  judgeListedTypes,
  judgeOtherLabels,
  judgeOtherTypes,
  observeOddUploads,
} from '../../../../suites/4.15/image-types.ts';
import { otherContents } from '../../../../suites/4.15/pictures.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { checkOf, suiteStage } from '../../../support/stages/suite-stage.ts';

const declared: Profile = { image: { method: 'POST' } };
const products = { label: 'P', scopes: ['manage_products:demo'] } as const;

/** What is reported of an upload: its label, its parameters, and how often the same was sent before. */
interface Sent {
  readonly type: string;
  readonly query: ReadonlyMap<string, string>;
  readonly bytes: number;
  readonly as: string;
  readonly before: number;
}

type Rule = (upload: Sent) => Answer;

async function judged(check: (on: ReturnType<typeof suiteStage>['on']) => Promise<void>, rule: Rule, known: Known = {}) {
  const seen = new Map<string, number>();
  const stage = suiteStage(
    (name, as, ask: Ask) => {
      if (name !== 'images') return [401];
      const query = new Map(ask.query);
      const type = ask.contentType ?? 'none';
      const key = [type, ...query].join();
      const before = seen.get(key) ?? 0;
      seen.set(key, before + 1);
      return rule({ type, query, bytes: ask.body?.length ?? 0, as: as.label, before });
    },
    { profile: declared, tokens: [products], ...known },
  );
  await check(stage.on);
  return stage;
} // prettier-ignore

const taken: Answer = [201, '{"url":"u"}'];
const onJpeg = (other: Answer): Rule => ({ type }) => (type === 'image/jpeg' ? taken : other); // prettier-ignore

describe('the listed types', () => {
  test.each([
    ['are all accepted', () => taken, ['held', 'held', 'held']],
    ['are accepted by different statuses', ({ type }) => [type === 'image/png' ? 202 : 200], ['held', 'held', 'held']],
    ['are refused for their content', onJpeg([400]), ['held', 'undecided: refused-by-unknown-validation', 'undecided: refused-by-unknown-validation']],
    ['are refused for their type', onJpeg([415]), ['held', 'violated', 'violated']],
    ['are lost', onJpeg([503]), ['held', 'noise', 'noise']],
    ['crash', onJpeg([500]), ['held', 'undecided: refused-by-unknown-validation', 'undecided: refused-by-unknown-validation']],
    ['are refused for their type at first', ({ type, before }) => (type === 'image/png' && before < 1 ? [415] : taken), ['held', 'passed', 'held']],
    ['are refused for their type at times', ({ type, before }) => (type === 'image/png' && before % 2 === 0 ? [415] : taken), ['held', 'undecided: flaky', 'held']],
    ['are refused each time, whatever the type', () => [415], ['violated']],
    ['are refused once, whatever the type', ({ before }) => (before < 1 ? [415] : taken), ['passed']],
    ['are none of them looked at', () => [400], ['discarded: premise-failed']],
    ['are answered by a limit', () => [503], ['noise']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    expect((await judged(judgeListedTypes, rule)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('are refused three times each between accepted pictures', async () => {
    const { told } = await judged(judgeListedTypes, ({ type }) => (type === 'image/gif' ? [415] : taken));
    expect(told.at(-1)).toMatchObject({ kind: 'violated', more: { reproduced: '3/3' } });
  });

  const both = { label: 'B', scopes: ['manage_products:demo', 'manage_test:demo'] } as const;
  const refusedTo = (stranger: number): Rule => ({ as }) => [as === 'unknown token' ? stranger : 403]; // prettier-ignore

  test.each([
    ['to whoever holds both scopes, otherwise than to a stranger', [products, both], refusedTo(401), ['undecided: two-readings', 'suspected']],
    ['to whoever holds both scopes and nobody else may upload', [both], refusedTo(401), ['undecided: two-readings', 'suspected']],
    ['to whoever holds both scopes, as to a stranger', [products, both], refusedTo(403), ['discarded: premise-failed']],
    ['to whoever holds both scopes, and the stranger is lost', [products, both], refusedTo(503), ['discarded: premise-failed']],
    ['to whoever holds one scope', [products], refusedTo(401), ['discarded: premise-failed']],
    ['to whoever holds both scopes and has expired', [products, { ...both, expired: true }], refusedTo(401), ['discarded: premise-failed']],
    ['but not for who he is', [both], ({ as }) => [as === 'unknown token' ? 401 : 400], ['discarded: premise-failed']],
  ] as readonly (readonly [string, NonNullable<Known['tokens']>, Rule, readonly string[]])[])('are refused %s', async (_, tokens, rule, outline) => {
    expect((await judged(judgeListedTypes, rule, { tokens })).outline()).toEqual(outline);
  }); // prettier-ignore
});

describe('other content', () => {
  const each = (kind: string): readonly string[] => otherContents.map(() => kind);
  const first = otherContents[0]?.type ?? '';
  const rest = each('held').slice(1);

  test.each([
    ['is refused', onJpeg([415]), each('held')],
    ['is refused by any status', onJpeg([404]), each('held')],
    ['is accepted as a picture is', () => taken, each('violated')],
    ['is answered by a server error', onJpeg([500]), each('undecided: server-error')],
    ['is lost', onJpeg([503]), each('noise')],
    ['is answered in another form', onJpeg([201, '{"error":"e"}']), each('undecided: two-readings')],
    ['is answered with another success', onJpeg([200, '{"url":"u"}']), each('undecided: two-readings')],
    ['is accepted where pictures are accepted for later', () => [202], each('undecided: two-readings')],
    ['is accepted once', ({ type, before }) => (type === first && before < 1 ? taken : onJpeg([415])({ type } as Sent)), ['undecided: flaky', ...rest]],
    ['is accepted, and then pictures are no more', ({ type, before }) => (type === first || (type === 'image/jpeg' && before < 1) ? taken : [400]), ['undecided: flaky', ...rest]],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    expect((await judged(judgeOtherTypes, rule)).outline()).toEqual(outline);
    expect((await judged(judgeOtherLabels, rule)).outline()).toEqual(outline);
  }); // prettier-ignore

  test('is not judged if uploads are declared to be decided later', async () => {
    const known = { profile: { ...declared, async: { '4.15': true } } };
    expect((await judged(judgeOtherTypes, () => taken, known)).outline()).toEqual(
      each('undecided: two-readings'),
    );
    expect((await judged(judgeOtherTypes, onJpeg([415]), known)).outline()).toEqual(each('held'));
  });

  test('is named as a picture every other time', async () => {
    const { sent } = await judged(judgeOtherTypes, onJpeg([415]));
    const names = sent.slice(1).map(({ ask }) => new Map(ask.query).get('filename') ?? '');
    expect(names.map((name) => name.includes('.'))).toEqual(otherContents.map((_, at) => at % 2 === 0));
  });

  test('keeps its file name if the name has an extension', async () => {
    const profile = { ...declared, samples: { '4.15': { query: { filename: 'a.jpg', sku: 's' } } } };
    const { sent } = await judged(judgeOtherTypes, onJpeg([415]), { profile });
    expect(new Set(sent.map(({ ask }) => new Map(ask.query).get('filename')))).toEqual(new Set(['a.jpg']));
    expect(new Set(sent.map(({ ask }) => new Map(ask.query).get('sku')))).toEqual(new Set(['s']));
  });

  test('is sent under its own label, and pictures under that label too', async () => {
    const own = await judged(judgeOtherTypes, onJpeg([415]));
    const [picture, ...contents] = own.sent.map(({ ask }) => ask);
    expect(contents.map(({ contentType }) => contentType)).toEqual(otherContents.map(({ type }) => type));
    expect(contents.map(({ body }) => body)).toEqual(otherContents.map(({ bytes }) => bytes));
    const labels = await judged(judgeOtherLabels, onJpeg([415]));
    const under = labels.sent.slice(1).map(({ ask }) => ask);
    expect(under.map(({ contentType }) => contentType)).toEqual(otherContents.map(({ type }) => type));
    expect(new Set(under.map(({ body }) => body))).toEqual(new Set([picture?.body]));
  });

  test.each([[judgeOtherTypes], [judgeOtherLabels], [observeOddUploads], [judgeParameters]])(
    'is not sent if no picture is accepted',
    async (check) => {
      const { outline, sent } = await judged(check, () => [403]);
      expect([outline(), sent.length]).toEqual([['discarded: premise-failed'], 1]);
    },
  );
});

describe('odd uploads', () => {
  const observed = async (rule: Rule) => (await judged(observeOddUploads, rule)).observed();

  test('are reported by their answers', async () => {
    const rule: Rule = ({ type, bytes }) => {
      if (type === 'none') return [411];
      if (bytes === 0) return [412];
      if (bytes < 20) return [413];
      if (type === 'IMAGE/JPEG') return [414];
      if (type === 'image/jpeg; note=a') return [416];
      return type === 'image/jpeg' ? taken : [415];
    };
    expect(await observed(rule)).toMatchObject({
      missing: '411',
      empty: '412',
      mismatch: '413',
      upperCase: '414',
      parameter: '416',
      labels: otherContents.map(() => '415'),
    });
  });

  test.each([
    ['are all accepted', () => taken, { missingContentType: 'accept', otherContentType: 'accept' }],
    ['are all refused', onJpeg([415]), { missingContentType: 'reject', otherContentType: 'reject' }],
    ['are accepted under one label', ({ type }) => (['image/jpeg', 'text/html'].includes(type) ? taken : [415]), { missingContentType: 'reject', otherContentType: 'accept' }],
    ['are accepted without a label', ({ type }) => (['image/jpeg', 'none'].includes(type) ? taken : [415]), { missingContentType: 'accept', otherContentType: 'reject' }],
    ['succeed in another form', onJpeg([201, '{"error":"e"}']), { missingContentType: 'reject', otherContentType: 'reject' }],
  ] as readonly (readonly [string, Rule, object])[])('%s', async (_, rule, reactions) => {
    expect(await observed(rule)).toMatchObject(reactions);
  }); // prettier-ignore

  test.each([
    ['no label', 'none', 'missingContentType', 'otherContentType'],
    ['another label', 'text/html', 'otherContentType', 'missingContentType'],
  ])('odd uploads of %s without an answer prove nothing about it', async (_, lost, without, still) => {
    const value = await observed(({ type }) => (type === lost ? [503] : onJpeg([415])({ type } as Sent)));
    expect(value).not.toHaveProperty(without);
    expect(value).toHaveProperty(still, 'reject');
  });
});

describe('documented parameters', () => {
  const failing = (name: string, value?: string): Rule => ({ query }) =>
    query.has(name) && (value === undefined || (query.get(name) ?? '').startsWith(value)) ? [500] : taken; // prettier-ignore

  test.each([
    ['are accepted', () => taken, ['held', 'held']],
    ['are refused', ({ query }) => (query.size > 1 ? [400] : taken), ['held', 'held']],
    ['are lost all at once', ({ query }) => (query.size > 1 ? [503] : taken), ['noise', 'held']],
    ['fail for one of them', failing('sku'), ['held', 'held', 'held', 'violated', 'held']],
    ['fail for a letter', failing('filename', 'é'), ['held', 'violated']],
    ['fail for a letter once', ({ query, before }) => ((query.get('filename') ?? '').startsWith('é') && before < 1 ? [501] : taken), ['held', 'passed']],
  ] as readonly (readonly [string, Rule, readonly string[]])[])('%s', async (_, rule, outline) => {
    const stage = await judged(judgeParameters, rule);
    expect(stage.outline().toSorted()).toEqual(outline.toSorted());
  }); // prettier-ignore

  test('fail between uploads without them', async () => {
    const { told } = await judged(judgeParameters, failing('sku'));
    expect(told.find(({ kind }) => kind === 'violated')?.statuses).toEqual([201, 500]);
  });
});

describe('staged', () => {
  /** How true and false are answered. */
  const told = (yes: number, no: number): Rule => ({ query }) => {
    const staged = query.get('staged');
    return staged === undefined ? taken : staged === 'true' ? [yes] : [no];
  }; // prettier-ignore

  test.each([
    [200, 200, ['held'], ['held']],
    [200, 400, ['undecided: two-readings'], ['held']],
    [200, 422, ['undecided: two-readings'], ['held']],
    [200, 404, ['held'], ['held']],
    [400, 200, ['violated'], ['held']],
    [422, 200, ['violated'], ['held']],
    [404, 200, ['held'], ['held']],
    [503, 200, ['noise'], ['held']],
    [400, 422, ['discarded: refused-by-unknown-validation'], ['violated']],
    [400, 404, ['discarded: refused-by-unknown-validation'], []],
    [404, 400, ['discarded: refused-by-unknown-validation'], []],
    [404, 404, ['discarded: refused-by-unknown-validation'], []],
  ])('is answered %i as true and %i as false', async (yes, no, one, both) => {
    expect((await judged((on) => judgeStaged(on, 'one refused'), told(yes, no))).outline()).toEqual(one);
    expect((await judged((on) => judgeStaged(on, 'both refused'), told(yes, no))).outline()).toEqual(both);
  });

  test('is refused as true between uploads with false', async () => {
    const stage = await judged((on) => judgeStaged(on, 'one refused'), told(400, 200));
    expect(stage.told[0]).toMatchObject({ statuses: [200, 400], more: { reproduced: '3/3' } });
    const values = stage.sent.slice(1).map(({ ask }) => new Map(ask.query).get('staged'));
    expect(values.filter((value) => value === 'false')).toHaveLength(6);
  });

  test('is refused both ways between uploads without it', async () => {
    const stage = await judged((on) => judgeStaged(on, 'both refused'), told(400, 400));
    expect(stage.told[0]).toMatchObject({ more: { reproduced: '3/3' } });
    const without = stage.sent.slice(3).filter(({ ask }) => !new Map(ask.query).has('staged'));
    expect(without).toHaveLength(5);
  });

  test('is not judged if no upload is accepted', async () => {
    const stage = await judged((on) => judgeStaged(on, 'one refused'), () => [403]);
    expect(stage.outline()).toEqual(['discarded: premise-failed']);
  }); // prettier-ignore
});

describe('an open point about uploads', () => {
  const seen = async (id: string, rule: Rule, known: Known = {}) =>
    await judged(checkOf(images, id), rule, known);

  test.each([
    [200, { supported: true, accepted: true }],
    [400, { supported: true, accepted: false }],
    [404, { supported: true, accepted: false }],
    [405, { supported: false, accepted: false }],
    [501, { supported: false, accepted: false }],
  ])('is the method, by an answer of %i', async (status, value) => {
    expect((await seen('4.15/method', () => [status])).observed()).toMatchObject({
      method: 'POST',
      ...value,
    });
  });

  test.each(['4.15/method', '4.15/response'])('is not reported if the answer is lost: %s', async (id) => {
    expect((await seen(id, () => [503])).outline()).toEqual(['noise']);
  });

  test.each([
    [[201, '{"a":1}'], { answer: '201', accepted: true, status: 201, json: true }],
    [[204, ''], { answer: '204', accepted: true, status: 204, json: false }],
    [[400, '{}'], { answer: '400', accepted: false }],
  ] as readonly (readonly [Answer, object])[])('is the answer: %j', async (answer, value) => {
    expect((await seen('4.15/response', () => answer)).observed()).toEqual(value);
  });

  test.each([
    ['{"a":1}', { conforms: true }],
    ['{"a":"x"}', { conforms: false }],
    ['', { conforms: false }],
  ])('is whether it matches the declared schema: %s', async (json, value) => {
    const schema = { type: 'object', properties: { a: { type: 'number' } } };
    const profile = { image: { method: 'POST', schema } } as Profile;
    expect((await seen('4.15/response', () => [200, json], { profile })).observed()).toMatchObject(value);
  });

  const wide = { label: 'W', scopes: ['manage_products:demo', 'manage_test:demo'] } as const;
  const asked = (status: number): Rule => ({ as }) => (as === 'P' ? [status] : taken); // prettier-ignore

  test.each([
    ['is let in', [products], asked(200), ['observed'], { status: 200, suffices: true }],
    ['is let in beside another one', [wide, products], asked(200), ['observed'], { status: 200, suffices: true }],
    ['is denied', [wide, products], asked(403), ['observed', 'suspected'], { status: 403, suffices: false }],
    ['is unknown', [wide, products], asked(401), ['observed', 'suspected'], { status: 401, suffices: false }],
    ['is refused for another reason', [wide, products], asked(400), ['observed'], { status: 400, suffices: false }],
    ['is lost', [wide, products], asked(503), ['noise'], undefined],
    ['is not there', [wide], asked(200), ['discarded: no-token'], undefined],
    ['has expired', [wide, { ...products, expired: true }], asked(200), ['discarded: no-token'], undefined],
  ] as readonly (readonly [string, NonNullable<Known['tokens']>, Rule, readonly string[], unknown])[])('is a holder of only manage_products, and %s', async (_, tokens, rule, outline, value) => {
    const stage = await seen('4.15/manage-products-alone', rule, { tokens });
    expect([stage.outline(), stage.observed()]).toEqual([outline, value]);
  }); // prettier-ignore
});
