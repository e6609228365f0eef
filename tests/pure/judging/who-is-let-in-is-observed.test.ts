import { describe, expect, test } from 'vitest';
import { accessDeclared, observeAccess } from '../../../judging/access/open-access.ts';
import type { Profile } from '../../../clause/profile.ts';
import type { Stage } from '../../../implementation/stage.ts';
import {
  inTurn,
  judgedStage,
  outlineOf,
  type Known,
  type Script,
} from '../../support/stages/judged-stage.ts';
import type { Answer } from '../../support/stages/scripted-stage.ts';

const full: Answer = [200, '{}'];
const view = { label: 'view', scopes: ['view_test:demo'] };
const manage = { label: 'manage', scopes: ['manage_test:demo'] };
const both = { label: 'both', scopes: ['view_test:demo', 'manage_test:demo'] };
const products = { label: 'products', scopes: ['view_products:demo'] };
const minted = { label: 'minted', scopes: ['openid'] };
const foreign = { label: 'foreign', scopes: ['manage_test:other'], otherProject: true };
const bare = { label: 'bare', scopes: [], noScope: true };

/** Anyone who is named is granted access at the cart, and has at other operations what his scopes give him. */
const letIn =
  (...labels: readonly string[]): Script =>
  (name, { label, kind }) => {
    if (name !== 'cart') return kind === 'supplied' ? [200] : [401];
    return labels.includes(kind === 'supplied' ? label : kind) ? full : [kind === 'supplied' ? 403 : 401];
  };

/** What is observed of who is granted access at the cart, and whether that is suspect. */
async function observed(
  script: Script,
  tokens: Known['tokens'],
  more: Parameters<typeof observeAccess>[2] = {},
  profile: Profile = {},
) {
  const stage = judgedStage(script, tokens === undefined ? { profile } : { tokens, profile });
  await observeAccess(stage.on, (as) => stage.on.ask('cart', { as }), more);
  const asked = stage.sent.flatMap(({ name, ask }) => (name === 'cart' && ask.as !== undefined ? [ask.as] : []));
  return { ...stage, value: stage.told[0]?.value, asked: asked.map(({ kind, label }) => (kind === 'supplied' ? label : kind)) };
} // prettier-ignore

describe('who is granted access', () => {
  test.each([
    ['nobody', letIn(), [view], { open: false, letIn: [], admitted: [], turnedAway: [['view_test']], refused: ['view'] }],
    ['everybody', letIn('none', 'random', 'view'), [view], { open: true, letIn: ['view_test'], admitted: [['view_test']], turnedAway: [], refused: [] }],
    ['one of two scopes', letIn('manage'), [view, manage], { open: false, letIn: ['manage_test'], admitted: [['manage_test']], turnedAway: [['view_test']], refused: ['view'] }],
    ['one of two tokens of a scope, which is told once', letIn('view', 'again'), [view, { ...view, label: 'again' }], { letIn: ['view_test'], admitted: [['view_test'], ['view_test']] }],
    ['a token of several scopes, which does not tell which', letIn('both'), [both], { letIn: [], admitted: [['view_test', 'manage_test']] }],
    ['a token of several, of which one is held by another', letIn('view', 'both'), [view, both], { letIn: ['view_test'], admitted: [['view_test'], ['view_test', 'manage_test']] }],
    ['a token of none of the scopes', letIn('bare'), [bare], { letIn: [], admitted: [], turnedAway: [] }],
    ['scopes of the project alone', letIn('mixed'), [{ label: 'mixed', scopes: ['view_test:demo', 'manage_test:other'] }], { letIn: ['view_test'], admitted: [['view_test']] }],
  ] as readonly (readonly [string, Script, NonNullable<Known['tokens']>, object])[])('is reported: %s', async (_who, script, tokens, value) => {
    for (const atOnce of [true, false])
      expect((await observed(script, tokens, { atOnce })).value).toMatchObject(value);
  }); // prettier-ignore

  test.each([
    ['401', [401], [['view_test']], ['view']],
    ['403', [403], [['view_test']], ['view']],
    ['404, which is not about who asks', [404], [], ['view']],
    ['a server error, which is not either', [500], [], ['view']],
    ['nothing that can be used', [503], [], []],
  ] as const)('is denied with %s', async (_status, answer, turnedAway, refused) => {
    const script: Script = (_name, { label }) => (label === 'view' ? answer : [401]);
    const { value } = await observed(script, [view]);
    expect(value).toMatchObject({ turnedAway, refused });
    expect(value).toHaveProperty('statuses');
    expect((value as { statuses: Readonly<Record<string, number>> }).statuses['view']).toBe(
      answer[0] === 503 ? undefined : answer[0],
    );
  });

  test.each([
    ['nobody, a stranger, and each scope alone', [view, manage], ['view', 'manage']],
    ['no token of several scopes that others hold alone', [view, manage, both], ['view', 'manage']],
    ['a token of several scopes, of which one is held by nobody else', [view, both], ['view', 'both']],
    ['no token that has expired', [{ ...view, expired: true }, both], ['both']],
    ['no token that is not of the five scopes', [view, minted], ['view']],
    ['those of another project and of no scope', [view, foreign, bare], ['view', 'foreign', 'bare']],
  ] as const)('is asked for %s', async (_who, tokens, asked) => {
    for (const atOnce of [true, false])
      expect((await observed(letIn(), [...tokens], { atOnce })).asked).toEqual(['none', 'random', ...asked]);
  });

  test.each([true, false])('is judged by all statuses: at once is %s', async (atOnce) => {
    const { value } = await observed(letIn('view'), [view, manage], { atOnce });
    expect(Object.values((value as { statuses: Readonly<Record<string, number>> }).statuses)).toEqual([
      401, 401, 200, 403,
    ]);
  });

  test('send their requests at once if these have no effect, and otherwise one by one', async () => {
    const at = async (atOnce: boolean) =>
      new Set((await observed(letIn(), [view], { atOnce })).sent.map((one) => one.at)).size;
    expect([await at(true), await at(false)]).toEqual([1, 3]);
  });
});

describe('a suspicion is reported', () => {
  test.each([
    ['that a stranger is let in', letIn('random'), [view], {}, [undefined]],
    ['that a token of another project is', letIn('foreign'), [view, foreign], { pin: 'auth.4.17' }, [undefined]],
    ['that everybody is, which a declaration settles', letIn('none', 'random'), [view], { pin: 'auth.4.17' }, ['auth.4.17']],
    ['that one writes without the scope of writes', letIn('view'), [view, manage], { wants: 'manage_test', pin: 'auth.4.17' }, ['auth.4.17']],
    ['that two do', letIn('view', 'products'), [view, products], { wants: 'manage_test' }, [undefined]],
  ] as const)('%s', async (_that, script, tokens, more, pins) => {
    const { told } = await observed(script, [...tokens], more);
    expect(outlineOf(told)).toEqual(['observed', 'suspected']);
    expect(told.slice(1).map((one) => one.more)).toEqual(pins.map((pin) => ({ pin })));
  }); // prettier-ignore

  test('a suspicion names a caller who writes without a scope', async () => {
    const whys: string[] = [];
    const observe: Stage['observe'] = (_value, { suspect = false } = {}) => void (suspect !== false && whys.push(suspect.why));
    const stage = judgedStage(letIn('view'), { tokens: [view, manage], stage: { observe } });
    await observeAccess(stage.on, (as) => stage.on.ask('cart', { as }), { wants: 'manage_test' });
    expect(whys).toEqual(['view writes without manage_test.']);
  }); // prettier-ignore

  test.each([
    ['that nobody is let in', letIn(), [view], {}],
    ['that who holds a scope is', letIn('view'), [view], { pin: 'auth.4.17' }],
    [
      'that who holds the scope of writes is',
      letIn('manage', 'both'),
      [manage, both],
      { wants: 'manage_test' },
    ],
    ['that who holds no scope of the five is', letIn('bare'), [bare], { wants: 'manage_test' }],
    ['that a token without that scope is refused', letIn('manage'), [view, manage], { wants: 'manage_test' }],
  ] as const)('no suspicion contains %s', async (_that, script, tokens, more) => {
    expect(outlineOf((await observed(script, [...tokens], more)).told)).toEqual(['observed']);
  });
});

describe('the declaration about it', () => {
  const anyOf = (...names: readonly string[]) =>
    ({ auth: { '4.17': { required: true, anyOf: names } } }) as unknown as Profile;
  /** Who holds a scope proves it at reads and writes, which strangers are refused. */
  const against = async (script: Script, tokens: NonNullable<Known['tokens']>, profile: Profile) => {
    const { value } = await observed(script, tokens, { pin: 'auth.4.17' }, profile);
    const { letInWithout, turnedAwayWith, tokenWanted } = value as Record<string, unknown>;
    return { letInWithout, turnedAwayWith, tokenWanted };
  };
  const wanted = { tokenWanted: true };
  const nothing = { letInWithout: undefined, turnedAwayWith: undefined, tokenWanted: undefined };

  test.each([
    ['nothing, where who is let in holds the scope', letIn('manage'), [view, manage], anyOf('manage_test'), wanted],
    ['a token that is let in without it', letIn('view', 'manage'), [view, manage], anyOf('manage_test'), { ...wanted, letInWithout: [['view_test']] }],
    ['a token that is turned away with it', letIn(), [view], anyOf('view_test'), { turnedAwayWith: [['view_test']] }],
    ['a token of several scopes that is turned away with one of them', letIn(), [both], anyOf('view_test'), { turnedAwayWith: [['view_test', 'manage_test']] }],
    ['nothing, where no scope is declared', letIn('view'), [view], anyOf(), wanted],
    ['nothing, where nothing is declared', letIn('view'), [view], {}, {}],
    ['nothing by a token of no scope', letIn('bare'), [view, bare], anyOf('manage_test'), wanted],
  ] as const)('is contradicted by %s', async (_what, script, tokens, profile, found) => {
    // Each proves its scope by what strangers do not get; `both` holds two, and proves both.
    const proving: Script = (name, as, ask, at) =>
      name === 'create' && as.kind === 'supplied' ? [201, '{"id":"r1"}'] : script(name, as, ask, at);
    expect(await against(proving, [...tokens], profile)).toEqual({ ...nothing, ...found });
  }); // prettier-ignore

  test('is not contradicted by an unproven holder, nor by an answer that does not concern the caller', async () => {
    const nowhere: Script = (name, { label }) => (name === 'cart' && label === 'view' ? full : [401]);
    expect(await against(nowhere, [view], anyOf('manage_test'))).toEqual({ ...nothing, ...wanted });
    const missing: Script = (name, as, ask, at) => (name === 'cart' ? [404] : letIn()(name, as, ask, at));
    expect(await against(missing, [view], anyOf('view_test'))).toEqual(nothing);
  });

  test.each([
    ['where nobody is turned away without one', { none: [[401]], view: [full] }, [view], true],
    ['where nobody is turned away with 403', { none: [[403]], view: [full] }, [view], true],
    ['where nobody is for who he is', { none: [[404]], view: [full] }, [view], undefined],
    ['where one without is so at times', { none: [[401], [401], [404]], view: [full] }, [view], undefined],
    ['where somebody with one is turned away then', { none: [[403]], view: [full, [403]] }, [view], undefined],
    ['where nobody is let in', { none: [[401]], view: [[403]] }, [view], undefined],
    ['where everybody is let in', { none: [full], view: [full] }, [view], undefined],
  ] as readonly (readonly [string, Readonly<Record<string, readonly Answer[]>>, NonNullable<Known['tokens']>, boolean | undefined])[])('a token is required, although none is declared, %s', async (_where, answers, tokens, isWanted) => {
    const free = { auth: { '4.17': { required: false } } } as unknown as Profile;
    const stage = judgedStage(() => [404]);
    const named = Object.fromEntries(Object.entries(answers).map(([label, own]) => [label === 'none' ? stage.on.callers.none.label : label, own]));
    expect((await against(inTurn(named, () => [401], 'cart'), tokens, free)).tokenWanted).toBe(isWanted);
  }); // prettier-ignore

  test.each([
    ['where nobody is turned away without one', { none: [[401]], view: [full] }, true],
    ['where nobody is told that there is something', { none: [[404]], view: [full] }, true],
    ['where one without is lost', { none: [[503]], view: [full] }, undefined],
    ['where one without is let in then', { none: [[401], [401], full], view: [full] }, undefined],
    ['where somebody with one is turned away then', { none: [[403]], view: [full, [403]] }, undefined],
    ['where everybody is told that there is nothing', { none: [[404]], view: [[404]] }, undefined],
    ['where everybody is let in', { none: [full], view: [full] }, false],
    ['where one without is let in for once', { none: [full, [401]], view: [full] }, undefined],
  ] as readonly (readonly [string, Readonly<Record<string, readonly Answer[]>>, boolean | undefined])[])('a token is required, as declared, %s', async (_where, answers, isWanted) => {
    const stage = judgedStage(() => [404]);
    const named = Object.fromEntries(Object.entries(answers).map(([label, own]) => [label === 'none' ? stage.on.callers.none.label : label, own]));
    const required = { auth: { '4.17': { required: true } } } as unknown as Profile;
    expect((await against(inTurn(named, () => [401], 'cart'), [view], required)).tokenWanted).toBe(isWanted);
  }); // prettier-ignore
});

describe('a declaration of who is granted access', () => {
  const { key, met, draft } = accessDeclared('auth.4.17');
  const seen = (value: object) => ({ open: false, admitted: [], ...value });
  const wanted = { tokenWanted: true };

  test.each([
    ['a token is required, and is', { required: true }, seen(wanted), true],
    ['a token is required, and nobody was let in', { required: true }, seen({}), undefined],
    ['a token is required, and none is', { required: true }, seen({ open: true, tokenWanted: false }), false],
    ['a token is required, and nobody without was let in but once', { required: true }, seen({ open: true }), undefined],
    ['none is required, and none is', { required: false }, seen({ open: true }), true],
    ['none is required, and one is', { required: false }, seen({ tokenWanted: true }), false],
    ['none is required, and nobody can tell', { required: false }, seen({ tokenWanted: false }), undefined],
    ['none is required, and nobody was let in', { required: false }, seen({}), undefined],
    ['none is required, whatever scopes are named beside', { required: false, anyOf: ['view_test'] }, seen({ open: true }), true],
    ['a scope suffices, and does', { required: true, anyOf: ['view_test'] }, seen({ ...wanted, admitted: [['view_test']] }), true],
    ['one of two does', { required: true, anyOf: ['manage_test', 'view_test'] }, seen({ ...wanted, admitted: [['view_products'], ['view_test']] }), true],
    ['one among others does', { required: true, anyOf: ['view_test'] }, seen({ ...wanted, admitted: [['manage_test', 'view_test']] }), true],
    ['another one does', { required: true, anyOf: ['view_test'] }, seen({ admitted: [['manage_test']] }), undefined],
    ['nobody was let in', { required: true, anyOf: ['view_test'] }, seen({}), undefined],
    ['it is not told who was', { required: true, anyOf: ['view_test'] }, { open: false }, undefined],
    ['somebody was let in without it', { required: true, anyOf: ['view_test'] }, seen({ admitted: [['view_test']], letInWithout: [['manage_test']] }), false],
    ['somebody was turned away with it', { required: true, anyOf: ['view_test'] }, seen({ admitted: [['view_test']], turnedAwayWith: [['view_test']] }), false],
    ['nobody was against it', { required: true, anyOf: ['view_test'] }, seen({ ...wanted, admitted: [['view_test']], letInWithout: [], turnedAwayWith: [] }), true],
    ['nothing was observed', { required: true }, {}, undefined],
    ['nothing was observed of it', { required: true }, { open: 'yes' }, undefined],
  ] as const)('is met or not if %s', (_where, declared, value, isMet) => {
    expect(met(declared, value)).toBe(isMet);
  }); // prettier-ignore

  test.each([
    [{ open: true, letIn: ['view_test'] }, { required: false }],
    [
      { open: false, letIn: ['view_test'], admitted: [['view_test']] },
      { required: true, anyOf: ['view_test'] },
    ],
    [{ open: false, letIn: [], admitted: [['view_test', 'manage_test']] }, { required: true }],
    [{ open: false, letIn: [], admitted: [] }, undefined],
    [{ open: false }, undefined],
    [
      { open: false, letIn: ['view_test', 7], admitted: [['view_test']] },
      { required: true, anyOf: ['view_test'] },
    ],
    [{ letIn: ['view_test'] }, undefined],
    [{ open: 'no' }, undefined],
  ])('is drafted from %j as %j', (value, drafted) => {
    expect(draft?.(value)).toEqual(drafted);
  });

  test('is named by its key', () => {
    expect(key).toBe('auth.4.17');
  });
});
