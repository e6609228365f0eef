import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../../../clause/thrown.ts';
import type { Profile } from '../../../../clause/profile.ts';
import type { Ask } from '../../../../run/ask.ts';
import {
  acceptedUpload,
  plainParameters,
  uploadOfPicture,
  uploadOrWhyNot,
  uploadUnderLabel,
  uploadWithParameters,
  uploading,
  withParameters,
} from '../../../../suites/4.15/image-upload.ts';
import { gif, jpeg, png } from '../../../../suites/4.15/pictures.ts';
import type { Known } from '../../../support/stages/judged-stage.ts';
import type { Answer } from '../../../support/stages/scripted-stage.ts';
import { queryIn, suiteStage } from '../../../support/stages/suite-stage.ts';

const declared: Profile = { image: { method: 'POST' } };
const products = { label: 'P', scopes: ['manage_products:demo'] } as const;
const readers = ['A', 'B', 'C', 'D', 'E'].map((label) => ({ label, scopes: ['view_test:demo'] }));

/** Answers to uploads by who sends them, and what. */
type Rule = (as: string, ask: Ask, before: number) => Answer;

function stageOf(rule: Rule, known: Known = {}) {
  const stage = suiteStage((_, as, ask) => rule(as.label, ask, stage.sent.length - 1), {
    profile: declared,
    tokens: [products],
    ...known,
  });
  return stage;
}

/** What is sent until an upload is accepted, or all were refused. */
async function sought(rule: Rule, known: Known = {}) {
  const stage = stageOf(rule, known);
  const found = await acceptedUpload(stage.on);
  const sent = stage.sent.map(({ as, ask }) => ({
    as,
    method: ask.method,
    query: (ask.query ?? []).map(([name]) => name).join(),
    type: ask.contentType,
  }));
  return { ...stage, found, sent };
}

/** Why none was looked for. */
async function refusal(known: Known) {
  const stage = stageOf(() => [200], known);
  const error: unknown = await acceptedUpload(stage.on).catch((one: unknown) => one);
  const code = error instanceof Inconclusive ? error.reason.code : undefined;
  return { code, sent: stage.sent.length };
}

describe('no upload is sent', () => {
  test.each([
    ['without consent', { options: { consent: new Set([]) } }, 'consent-missing'],
    ['with consent to something else', { options: { consent: new Set(['records']) } }, 'consent-missing'],
    ['in a run that may not write', { options: { readOnly: true } }, 'read-only'],
    ['without a method', { profile: {} }, 'method-undeclared'],
    ['where no other method may be tried', { profile: { probe: { undeclaredMethods: false } } }, 'method-undeclared'],
    ['without a token', { tokens: [] }, 'no-token'],
    ['with a token of another scope', { tokens: [{ label: 'T', scopes: ['manage_test:demo'] }] }, 'no-token'],
    ['with a token of another project', { tokens: [{ label: 'T', scopes: ['manage_products:other'] }] }, 'no-token'],
    ['with a token that has expired', { tokens: [{ ...products, expired: true }] }, 'no-token'],
  ] as readonly (readonly [string, Known, string])[])('%s', async (_, known, code) => {
    expect(await refusal(known)).toEqual({ code, sent: 0 });
  }); // prettier-ignore
});

describe('an upload', () => {
  test('is sent once per run, as soon as other writes may be overwritten', async () => {
    const { on, phases, found, sent } = await sought(() => [200]);
    expect([phases, sent]).toEqual([
      ['overwrites'],
      [{ as: 'P', method: 'POST', query: 'filename', type: 'image/jpeg' }],
    ]);
    expect((await acceptedUpload(on)).exchange).toBe(found.exchange);
    expect(found).toMatchObject({ method: 'POST', picture: jpeg, refused: [found.exchange] });
  });

  test.each([
    ['by the declared method alone', { image: { method: 'PUT' } }, 200, ['PUT']],
    ['by POST, where it may be tried', { probe: { undeclaredMethods: true } }, 200, ['POST']],
    ['by PUT after POST', { probe: { undeclaredMethods: true } }, 405, ['POST', 'PUT']],
    ['by the declared one though others may be tried', { image: { method: 'PUT' }, probe: { undeclaredMethods: true } }, 405, ['PUT']],
  ] as readonly (readonly [string, Profile, number, readonly string[]])[])('is sent %s', async (_, profile, status, methods) => {
    const { sent } = await sought(() => [status], { profile });
    expect(sent.map(({ method }) => method)).toEqual(methods);
  }); // prettier-ignore

  test.each([
    [400, ['filename', '', 'filename,variant', 'filename,variant,sku,staged']],
    [422, ['filename', '', 'filename,variant', 'filename,variant,sku,staged']],
    [404, ['filename', '', 'filename,variant', 'filename,variant,sku,staged']],
    [500, ['filename', '', 'filename,variant', 'filename,variant,sku,staged']],
    [401, ['filename']],
    [403, ['filename']],
    [405, ['filename']],
    [501, ['filename']],
  ])('decides whether an upload that is answered %i is tried with other queries', async (status, queries) => {
    const { sent, found } = await sought(() => [status]);
    expect(sent.map(({ query }) => query)).toEqual(queries);
    expect(sent.map(({ type }) => type)).toEqual(queries.map(() => 'image/jpeg'));
    expect(found.exchange.succeeded).toBe(false);
  });

  test('an upload that is answered 415 is tried with the other types, but with no other query', async () => {
    const { sent, found } = await sought(() => [415]);
    expect(sent.map(({ type }) => type)).toEqual(['image/jpeg', 'image/png', 'image/gif']);
    expect(new Set(sent.map(({ query }) => query))).toEqual(new Set(['filename']));
    expect(found.refused.map(({ status }) => status)).toEqual([415, 415, 415]);
  });

  test.each([
    ['with the second type', (ask: Ask) => ask.contentType === 'image/png', png, 2],
    ['with the third type', (ask: Ask) => ask.contentType === 'image/gif', gif, 3],
  ])('is accepted %s', async (_, isTaken, picture, count) => {
    const { sent, found } = await sought((__, ask) => [isTaken(ask) ? 200 : 415]);
    expect([found.picture, sent.length, found.exchange.succeeded]).toEqual([picture, count, true]);
  });

  test.each([
    ['without a query', ''],
    ['with a variant', 'filename,variant'],
    ['with every parameter', 'filename,variant,sku,staged'],
  ])('is accepted %s', async (_, query) => {
    const { found } = await sought((__, ask) => [
      (ask.query ?? []).map(([name]) => name).join() === query ? 200 : 400,
    ]);
    expect(found.query.map(([name]) => name).join()).toBe(query);
    expect([found.exchange.succeeded, found.refused]).toEqual([true, [found.exchange]]);
  });

  test('an upload that the network loses is repeated, at most twice', async () => {
    expect((await sought((_, __, before) => [before < 2 ? 503 : 200])).sent).toHaveLength(3);
    expect((await sought(() => [503])).sent).toHaveLength(12);
  });

  test('has the query and the headers of the declared sample, and no others', async () => {
    const profile: Profile = {
      ...declared,
      samples: { '4.15': { query: { sku: 's', filename: 'f' }, headers: { 'X-One': '1' } } },
    };
    const stage = stageOf(() => [400], { profile });
    await acceptedUpload(stage.on);
    expect(stage.sent.map(({ ask }) => queryIn(ask))).toEqual(['sku=s&filename=f']);
    expect(stage.sent[0]?.ask.headers).toEqual([['X-One', '1']]);
  });
});

describe('each caller who may upload is tried in turn', () => {
  const tokens = [{ ...products, label: 'Q' }, ...readers, products];

  test('callers are tried until one is granted access', async () => {
    const { sent, found } = await sought((as) => [as === 'P' ? 200 : 403], { tokens });
    expect(sent.map(({ as }) => as)).toEqual(['Q', 'P']);
    expect(found.caller.label).toBe('P');
  });

  test.each([
    [401, 4],
    [403, 4],
    [404, 4],
    [415, 0],
    [400, 0],
  ])('some of the other callers are tried, if all callers were answered %i: %i', async (status, others) => {
    const { sent, found } = await sought(() => [status], { tokens });
    const labels = sent.map(({ as }) => as).filter((as) => as !== 'P' && as !== 'Q');
    expect(labels).toEqual(['A', 'B', 'C', 'D'].slice(0, others));
    expect(found.caller.label).toBe('P');
  });

  test('a second sufficient caller, and a caller of several scopes, are not tried', async () => {
    const { sent } = await sought(() => [403], {
      tokens: [products, { label: 'W', scopes: ['view_test:demo', 'manage_test:demo'] }],
    });
    expect(sent.map(({ as }) => as)).toEqual(['P']);
  });
});

describe('if no upload is accepted', () => {
  test.each([
    [400, ['discarded: premise-failed']],
    [415, ['discarded: premise-failed']],
    [500, ['discarded: premise-failed']],
    [503, ['noise']],
  ])('its answer %i is shown', async (status, outline) => {
    const stage = stageOf(() => [status]);
    expect(await uploadOrWhyNot(stage.on)).toBeUndefined();
    expect(stage.outline()).toEqual(outline);
  });

  test('no violation is reported if one is accepted', async () => {
    const stage = stageOf(() => [202]);
    expect((await uploadOrWhyNot(stage.on))?.exchange.status).toBe(202);
    expect(stage.told).toEqual([]);
  });
});

describe('of an accepted upload', () => {
  test('each picture is sent once per run, and the first picture not again', async () => {
    const { on, sent } = stageOf(() => [200]);
    const first = await acceptedUpload(on);
    expect(await uploadOfPicture(on, jpeg)).toBe(first.exchange);
    expect(await uploadOfPicture(on, png)).toBe(await uploadOfPicture(on, png));
    await uploadOfPicture(on, gif);
    expect(sent.map(({ ask }) => ask.contentType)).toEqual(['image/jpeg', 'image/png', 'image/gif']);
    expect(sent[1]?.ask.body).toEqual(png.bytes);
  });

  test('the first picture is sent under each other label once per run', async () => {
    const { on, sent } = stageOf(() => [200]);
    expect(await uploadUnderLabel(on, 'text/plain')).toBe(await uploadUnderLabel(on, 'text/plain'));
    expect(sent.map(({ ask }) => [ask.contentType, ask.body])).toEqual([
      ['image/jpeg', jpeg.bytes],
      ['text/plain', jpeg.bytes],
    ]);
  });

  test('every documented parameter is sent together, and the file keeps its name', async () => {
    const { on, sent } = stageOf(() => [200]);
    const how = await acceptedUpload(on);
    expect(await uploadWithParameters(on)).toBe(await uploadWithParameters(on));
    expect(sent).toHaveLength(2);
    const [, file] = how.query[0] ?? [];
    const names = ['filename', 'sku', 'staged', 'variant'];
    expect(sent[1]?.ask.query?.map(([name]) => name).toSorted()).toEqual(names);
    expect(new Map(sent[1]?.ask.query).get('filename')).toBe(file);
  });

  test('parameters other than the name get plain values, even if they had others', async () => {
    const how = await acceptedUpload(stageOf(() => [200]).on);
    const plain = plainParameters({ ...how, query: [['variant', '77']] });
    expect(new Map(plain)).toEqual(
      new Map([
        ['filename', 'a'],
        ['variant', '1'],
        ['sku', 'a'],
        ['staged', 'true'],
      ]),
    );
  });

  test('parameters replace those of the same name, and others stay', async () => {
    const how = await acceptedUpload(stageOf(() => [200]).on);
    const query: typeof how.query = [['filename', 'f'], ['sku', 's']]; // prettier-ignore
    expect(new Map(withParameters({ ...how, query }, [['sku', 't'], ['staged', 'true']]).query)).toEqual(
      new Map([['filename', 'f'], ['sku', 't'], ['staged', 'true']]),
    ); // prettier-ignore
    expect(withParameters({ ...how, query }, []).query).toEqual(query);
  });
});

describe('access to uploads', () => {
  const own: Answer = [201, '{"url":"u"}'];

  test('is granted if the answer is like that of an accepted upload, and otherwise undecided', async () => {
    const stage = stageOf((_as, ask) => (ask.contentType === 'image/png' ? [200, '{"a":1}'] : own), {
      tokens: [products, ...readers],
    });
    const target = await uploading.prepare(stage.on);
    const control = await target.ask(stage.on, stage.caller('P'));
    const probe = await target.ask(stage.on, stage.caller('A'));
    expect(target.once).toBe(true);
    expect(target.grants(probe, control, control)).toBe('granted');
    const other = stageOf(() => [200, '{"error":"e"}']);
    const { exchange } = await acceptedUpload(other.on);
    expect(target.grants(exchange, control, control)).toBe('open');
  });

  test('is tried by other callers with other pictures and parameters, and by granted callers with their own', async () => {
    const stage = stageOf(() => own, { tokens: [products, ...readers] });
    const target = await uploading.prepare(stage.on);
    const before = stage.sent.length;
    for (const label of ['A', 'B', 'C', 'D', 'P']) await target.ask(stage.on, stage.caller(label));
    const sent = stage.sent.slice(before);
    const brought = sent.map(({ ask }) => `${ask.contentType} ${ask.query?.length}`);
    expect(sent.map(({ as }) => as)).toEqual(['A', 'B', 'C', 'D', 'P']);
    expect(new Set(brought.slice(0, 4))).toEqual(
      new Set(['image/jpeg 1', 'image/png 1', 'image/gif 1', 'image/jpeg 4']),
    );
    expect(brought[4]).toBe('image/jpeg 1');
  });

  test('is tried only with accepted content', async () => {
    const stage = stageOf((_, ask) => (ask.contentType === 'image/jpeg' && ask.query?.length === 1 ? own : [400]), {
      tokens: [products, ...readers],
    }); // prettier-ignore
    const target = await uploading.prepare(stage.on);
    const before = stage.sent.length;
    for (const label of ['A', 'B', 'C']) await target.ask(stage.on, stage.caller(label));
    expect(stage.sent.slice(before).map(({ ask }) => `${ask.contentType} ${ask.query?.length}`)).toEqual([
      'image/jpeg 1',
      'image/jpeg 1',
      'image/jpeg 1',
    ]);
  });
});
