import { defined } from '../../clause/defined.ts';
import { JsonNumber, writeJson, type JsonInput } from '../../wire/json/json.ts';
import { safeInteger } from '../../wire/json/numbers.ts';
import type { Exchange } from '../../history/exchange.ts';
import { locked, matchingUpdate } from '../../implementation/updates/matching-update.ts';
import type { OwnResource } from '../../implementation/resources/own-resource.ts';
import type { Stage } from '../../implementation/stage.ts';
import { update, type BodySpelling } from '../../implementation/updates/changes.ts';
import { anyAction } from '../../implementation/updates/known-actions.ts';
import { versionToState } from '../../implementation/resources/read-own.ts';
import { confirmations } from '../../judging/confirm.ts';
import { filterPageOf, isMetElsewhere } from '../../world/weather/filter-pages.ts';
import { blockedBy, unversioned } from '../../implementation/blocked-by.ts';

interface BodyForm {
  readonly what: string;
  readonly write: BodySpelling;
}

/** Another spelling of a version or of the whole body, and which answers count against it. */
interface Form {
  readonly write?: (v: string) => string;
  readonly body?: BodyForm;
  readonly bad: (answer: Exchange) => boolean;
}

const among =
  (...statuses: readonly number[]) =>
  ({ status }: Exchange): boolean =>
    statuses.includes(status ?? 0);

const againstSpelling = among(409, 400, 422);

const spellings: Readonly<Record<'must' | 'should', readonly Form[]>> = {
  must: [
    { write: (v) => `${v}.0`, bad: againstSpelling },
    { write: (v) => `${v}e0`, bad: among(409) },
    { write: (v) => (v === '0' ? '0e1' : `${v}0e-1`), bad: among(409) },
  ],
  should: [{ write: (v) => `${v}e0`, bad: among(400, 422) }],
};

/** States the actual version in other spellings of the same number, between accepted updates with its plain form. */
export async function judgeFloatForms(on: Stage, own: OwnResource, level: 'must' | 'should'): Promise<void> {
  const forms: Form[] = [...spellings[level]];
  // If versions are shown in another spelling, the plain spelling is tried as well.
  const shown = await versionToState(on, own);
  if (level === 'must' && shown !== undefined && !plainInteger.test(shown))
    forms.push({ bad: againstSpelling });
  for (const form of forms) await judgeForm(on, own, form, { plainOf: safeInteger });
}

/** The most updates that the network may lose; each lost update is sent again. */
const mostLost = 2;

const plainInteger = /^-?\d+$/;

/** Judges versions that not every Float can represent: an accepted version is also accepted with a zero fraction. */
export async function judgeGreatVersions(on: Stage, own: OwnResource): Promise<void> {
  const great = (version: string): string | undefined =>
    plainInteger.test(version) && safeInteger(version) === undefined ? version : undefined;
  if (great((await versionToState(on, own)) ?? '0') === undefined)
    return on.discarded('not-observable', 'every Float can represent the version');
  await judgeForm(on, own, { write: (v) => `${v}.0`, bad: againstSpelling }, { plainOf: great });
}

/** Characters that separate values; inside texts they have no such meaning, so texts are matched too. */
const signOrText = /("(?:[^"\\]|\\.)*")|[{}[\]:,]/g;

/** Equal JSON, with the members of its objects in reverse order. */
export const reversed = (body: JsonInput): JsonInput => {
  if (body === null || typeof body !== 'object' || body instanceof JsonNumber) return body;
  if (Array.isArray(body)) return (body as readonly JsonInput[]).map(reversed);
  const members = Object.entries(body).map(([name, value]) => [name, reversed(value ?? null)] as const);
  return Object.fromEntries(members.toReversed());
};

/** Spellings of values only: a server that searches for the text of the version still finds it. */
const escaped = (text: string): string =>
  text.replace(
    /([a-z0-9])"(?!:)/gi,
    (_, sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}"`,
  );

const spaced = (text: string): string =>
  text.replace(signOrText, (sign, given: string | undefined) => given ?? ` \r\n\t${sign} `);

const bodies: readonly BodyForm[] = [
  { what: 'the body with escapes in its texts', write: (body) => escaped(writeJson(body)) },
  { what: 'the body with white space between its signs', write: (body) => spaced(writeJson(body)) },
  { what: 'the body with its members in reverse order', write: (body) => writeJson(reversed(body)) },
];

const allAtOnce = {
  what: 'the body with escapes, white space and its members in reverse order',
  write: (body: JsonInput) => spaced(escaped(writeJson(reversed(body)))),
};

/** Spells the body of an update in other ways: all ways at once; if that is not accepted, each way alone. */
export async function judgeBodySpellings(on: Stage, own: OwnResource): Promise<void> {
  const control = await matchingUpdate(on, own, [anyAction(on)]);
  if (control.kind !== 'accepted') return on.discarded(...blockedBy('4.10/matching-version-is-accepted'));
  const first = await sendSpelled(on, own, allAtOnce);
  if (first?.succeeded === true) return on.held();
  const refused: { readonly body: BodyForm; readonly seen: Exchange }[] = [];
  for (const body of bodies) {
    const seen = await sendSpelled(on, own, body);
    if (seen !== undefined && isRefused(seen)) refused.push({ body, seen });
  }
  const seen = first !== undefined && isRefused(first) ? first : undefined;
  const suspects = refused.length === 0 ? [{ body: allAtOnce, seen }] : refused;
  for (const { body, ...rest } of suspects) await judgeForm(on, own, { body, bad: isRefused }, rest);
}

/** A locked resource is locked for any request. */
const isRefused = (one: Exchange): boolean => one.is('refused') && one.status !== locked;

async function sendSpelled(on: Stage, own: OwnResource, body: BodyForm): Promise<Exchange | undefined> {
  const stated = await versionToState(on, own);
  if (stated === undefined) return undefined;
  const spelling = body.write;
  const exchange = await update(on, own, new JsonNumber(stated), [anyAction(on)], { spelling });
  if (exchange.succeeded) own.forget();
  else own.mayHaveMoved();
  return exchange;
}

async function judgeForm(
  on: Stage,
  own: OwnResource,
  form: Form,
  {
    plainOf = (version) => version,
    seen: before,
  }: {
    /** The plain spelling of a version; undefined for a version without another spelling. */
    readonly plainOf?: (version: string) => string | undefined;
    /** A refusal that was seen before, and counts. */
    readonly seen?: Exchange | undefined;
  },
): Promise<void> {
  /** Each deviation follows the plain update that was accepted before it. */
  const deviations: (readonly Exchange[])[] = [];
  let spelled = '';
  let seen = before;
  let lost = 0;
  let accepted = 0;
  const undecided = (why: string): void =>
    on.undecided('flaky', `${spelled} was refused, ${why}`, seen === undefined ? {} : { exchanges: [seen] });
  // A concurrently refused update is sent again alone: some servers refuse writes while any other write is under way.
  for (let attempt = 0; attempt <= confirmations;) {
    const alone = attempt > 0;
    const control = await matchingUpdate(on, own, [anyAction(on)]);
    if (control.kind !== 'accepted')
      return seen === undefined
        ? on.discarded(...blockedBy('4.10/matching-version-is-accepted'))
        : undecided('and so was the control request');
    const actual = await versionToState(on, own);
    const plain = actual === undefined ? undefined : plainOf(actual);
    if (actual === undefined) return on.discarded(...blockedBy(unversioned(on)));
    if (plain === undefined)
      return on.discarded('not-observable', 'not every Float can represent the version');
    const stated = form.write?.(plain) ?? plain;
    spelled = form.body?.what ?? stated;
    const exchange = await update(on, own, new JsonNumber(stated), [{ ...anyAction(on) }], {
      alone: alone || lost > 0,
      ...defined({ spelling: form.body?.write }),
    });
    own.mayHaveMoved();
    if (exchange.succeeded) {
      own.forget();
      if (deviations.length > 0) return undecided('but not every time');
      accepted += 1;
      if (before !== undefined && accepted < confirmations) continue;
      return on.passed(seen === undefined ? [] : [seen]);
    }
    if (exchange.is('noise') && lost < mostLost) {
      lost += 1;
      continue;
    }
    attempt += 1;
    if (exchange.is('noise')) {
      on.noise(exchange.label);
      continue;
    }
    if (!form.bad(exchange)) return deviations.length > 0 ? undecided('but not every time') : on.held();
    seen = exchange;
    const after = await matchingUpdate(on, own, [anyAction(on)]);
    if (alone && after.kind !== 'accepted') return undecided('and so was the control request');
    // A version that has changed meanwhile explains the refusal.
    if (alone && after.kind === 'accepted' && after.stated === actual)
      deviations.push([control.exchange, exchange]);
  }
  if (deviations.length === confirmations && form.body !== undefined && isByFilter(on, spelled, seen)) return;
  if (deviations.length === confirmations)
    on.violated({
      expected: `${spelled} to be accepted ${form.body === undefined ? 'as the version that it equals' : 'like the same JSON written plainly'}`,
      deviation: { kind: 'status', stated: 'actual' },
      exchanges: deviations.at(-1) ?? [],
      reproduced: `${confirmations}/${confirmations}`,
    });
  else if (deviations.length > 0) undecided('but not every time');
  else if (seen !== undefined) on.discarded('premise-failed', 'the version changed in between, every time');
}

/** Reports a refusal by a page that may not come from the server: as declared, or as one of two readings. */
function isByFilter(on: Stage, spelled: string, refused: Exchange | undefined): boolean {
  const page = refused && filterPageOf(refused);
  if (refused === undefined || page === undefined) return false;
  const { status, type } = on.profile.refusal?.page ?? {};
  if (status === page.status && type === page.type) {
    on.suspect(`${spelled} was refused with the declared page of a filter`);
    on.held();
    return true;
  }
  if (!isMetElsewhere(on.world.history, refused)) return false;
  on.undecided(
    'two-readings',
    `${spelled} was refused with a page that also refused other requests: a filter before the server may have sent it`,
    {
      supply: `"refusal": {"page": ${JSON.stringify(page)}}`,
      readings: [
        'the server does not read the body as JSON: accept each spelling of one JSON value',
        'a filter refuses it: test behind the filter, or declare its page as refusal.page',
      ],
      exchanges: [refused],
      deviated: true,
    },
  );
  return true;
}
