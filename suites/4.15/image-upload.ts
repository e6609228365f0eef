import { holdersOf, noHolder } from '../../judging/access/token-cases.ts';
import { says } from '../../wire/status.ts';
import { endpoint } from '../../contract/endpoints.ts';
import { notTested } from '../../clause/thrown.ts';
import { kindOf } from '../../judging/access/access.ts';
import { sameShape, type AccessCase, type AccessTarget } from '../../judging/access/access-case.ts';
import { judgeProbedCaller } from '../../judging/access/access-judgements.ts';
import { insufficientHolders } from '../../judging/access/parts-access.ts';
import type { Ask } from '../../run/ask.ts';
import type { Caller } from '../../history/caller.ts';
import { lets } from '../../world/callers/lets.ts';
import { requireConsent } from '../../implementation/permission.ts';
import type { Exchange } from '../../history/exchange.ts';
import { insist } from '../../implementation/insist.ts';
import { allowedPictures, type Picture } from './pictures.ts';
import { sampleAsk } from '../../implementation/sample-ask.ts';
import { andToken } from '../../implementation/callers/no-token.ts';
import type { Stage } from '../../implementation/stage.ts';
import { plainPairs } from '../../implementation/plain-query.ts';
import { oncePerRun, oncePerRunFor } from '../../implementation/once-per-run.ts';

type Query = NonNullable<Ask['query']>;

/** The form of an accepted upload, or the last form that was tried. */
export interface Upload {
  readonly method: string;
  readonly caller: Caller;
  readonly query: Query;
  readonly picture: Picture;
  readonly exchange: Exchange;
  /** Answers to uploads of the allowed types, if none was accepted. */
  readonly refused: readonly Exchange[];
}

/** What an upload needs besides its content, if no sample is declared; the contract does not show it. */
function queriesWith(filename: string): readonly Query[] {
  const named = ['filename', filename] as const;
  const others = plainPairs(endpoint('images').parameters).filter(([name]) => name !== 'filename');
  return [[named], [], [named, ['variant', '1']], [named, ...others]];
}

/** An ask of 4.15 with this content and this label. */
export function uploadAsk(
  on: Stage,
  { method, caller, query }: Pick<Upload, 'method' | 'caller' | 'query'>,
  bytes: Uint8Array,
  label: string | null,
): Ask {
  const { headers = [] } = sampleAsk(on, '4.15');
  return { method, as: caller, query, headers, body: bytes, contentType: label };
}

/** One upload of a picture under its own label. */
export function upload(on: Stage, how: Upload, picture = how.picture): Promise<Exchange> {
  return insist(() => on.ask('images', uploadAsk(on, how, picture.bytes, picture.type)));
}

/** Finds an accepted upload; once per run, alone. Throws without consent, method or token. */
export async function acceptedUpload(on: Stage): Promise<Upload> {
  requireConsent(on, 'upload', '4.15');
  const methods = methodsToTry(on);
  const callers = holdersOf(on, 'images');
  if (callers.length === 0) throw notTested(noHolder(on, 'images'));
  await on.until('overwrites');
  return await firstUpload(on, callers, methods);
}

/** Tries each method with each caller, until an upload is accepted. */
const firstUpload = oncePerRun(
  async (on: Stage, callers: readonly Caller[], methods: readonly string[]): Promise<Upload> => {
    let last: Upload | undefined;
    for (const method of methods)
      for (const caller of callers) {
        last = await firstAccepted(on, method, caller);
        if (last.exchange.succeeded) return last;
      }
    if (last === undefined) throw new Error('no upload was tried');
    if (says(last.exchange, 'denied', 'not found')) await askOthers(on, last);
    return last;
  },
);

const mostOthers = 4;

/** A refused token may be under another token's setting; a caller with access in its place shows this. */
async function askOthers(on: Stage, how: Upload): Promise<void> {
  const { projectKey } = on.options;
  const others = on.callers.supplied.filter(
    (one) => one.scopes.size === 1 && lets('images', one, projectKey) === 'out',
  );
  await Promise.all(others.slice(0, mostOthers).map((caller) => upload(on, { ...how, caller })));
}

function methodsToTry(on: Stage): readonly string[] {
  const method = on.profile.image?.method;
  if (method !== undefined) return [method];
  if (on.profile.probe?.undeclaredMethods === true) return ['POST', 'PUT'];
  throw notTested({
    code: 'method-undeclared',
    text: 'the contract shows no method for 4.15',
    supply: `"image": {"method": <method>}${andToken(on, 'images')}  (or state the limit: CONFORMANCE_WITHOUT=4.15)`,
  });
}

/** Tries further queries and types, as far as they may be the reason for the refusals. */
async function firstAccepted(on: Stage, method: string, caller: Caller): Promise<Upload> {
  const declared = sampleAsk(on, '4.15').query;
  let last: Upload | undefined;
  for (const query of declared === undefined ? queriesWith(on.canary()) : [declared]) {
    const refused: Exchange[] = [];
    for (const picture of allowedPictures) {
      const ask = uploadAsk(on, { method, caller, query }, picture.bytes, picture.type);
      const exchange = await insist(() => on.ask('images', ask));
      refused.push(exchange);
      last = { method, caller, query, picture, exchange, refused };
      if (exchange.succeeded || !says(exchange, 'media type not supported')) break;
    }
    if (
      last?.exchange.succeeded === true ||
      says(last?.exchange, 'denied', 'method not supported', 'media type not supported')
    )
      break;
  }
  if (last === undefined) throw new Error('no upload was tried');
  return last;
}

/** The accepted upload; without one, the sample reports why. */
export async function uploadOrWhyNot(on: Stage): Promise<Upload | undefined> {
  const found = await acceptedUpload(on);
  if (found.exchange.succeeded) return found;
  if (found.exchange.is('noise')) on.noise(found.exchange.label);
  else
    on.discarded(
      'premise-failed',
      `no upload was accepted: the answer was ${found.exchange.label}`,
      '"samples": {"4.15": {"query": {"filename": "…", "variant": "…", "sku": "…"}}}',
    );
  return undefined;
}

const uploadedByType = oncePerRunFor(
  (on: Stage, _type: string, how: Upload, picture: Picture): Promise<Exchange> => upload(on, how, picture),
);

/** The accepted upload with another allowed picture in place of the first; once per run. */
export async function uploadOfPicture(on: Stage, picture: Picture): Promise<Exchange> {
  const how = await acceptedUpload(on);
  if (picture === how.picture) return how.exchange;
  return await uploadedByType(on, picture.type, how, picture);
}

const uploadedByLabel = oncePerRunFor((on: Stage, label: string, how: Upload): Promise<Exchange> =>
  insist(() => on.ask('images', uploadAsk(on, how, how.picture.bytes, label))),
);

/** The accepted upload under another label; once per run. */
export async function uploadUnderLabel(on: Stage, label: string): Promise<Exchange> {
  const how = await acceptedUpload(on);
  return await uploadedByLabel(on, label, how);
}

/** Uploads of the allowed pictures that are accepted. */
async function acceptedPictures(on: Stage, how: Upload): Promise<ReadonlyMap<Picture, Exchange>> {
  if (!how.exchange.succeeded) return new Map([[how.picture, how.exchange]]);
  const uploads = await Promise.all(
    allowedPictures.map(async (picture) => [picture, await uploadOfPicture(on, picture)] as const),
  );
  return new Map(uploads.filter(([, { succeeded }]) => succeeded));
}

/** Every documented parameter of an upload with a plain value; the file keeps its name. */
export function plainParameters({ query }: Upload): Query {
  const plain = plainPairs(endpoint('images').parameters);
  return plain.map(
    ([name, value]) => query.find(([other]) => other === name && name === 'filename') ?? [name, value],
  );
}

/** The upload with some parameters replaced by new values of the same name. */
export function withParameters(how: Upload, pairs: Query): Upload {
  const kept = how.query.filter(([name]) => !pairs.some(([other]) => other === name));
  return { ...how, query: [...kept, ...pairs] };
}

/** The accepted upload with every documented parameter; once a run. */
export const uploadWithParameters = oncePerRun(async (on: Stage): Promise<Exchange> => {
  const how = await acceptedUpload(on);
  return await upload(on, withParameters(how, plainParameters(how)));
});

/** The upload with every parameter, if that is accepted. */
async function fullerWay(on: Stage, how: Upload): Promise<readonly Upload[]> {
  const exchange = await uploadWithParameters(on);
  return exchange.succeeded ? [{ ...withParameters(how, plainParameters(how)), exchange }] : [];
}

/** Accepted uploads: with each allowed picture, and with every parameter. */
async function acceptedWays(on: Stage, how: Upload): Promise<readonly Upload[]> {
  if (!how.exchange.succeeded) return [how];
  const [pictures, fuller] = await Promise.all([acceptedPictures(on, how), fullerWay(on, how)]);
  return [
    ...[...pictures].map(([picture, accepted]): Upload => ({ ...how, picture, exchange: accepted })),
    ...fuller,
  ];
}

/** Access to 4.15: a success like an accepted upload of the same kind counts as one. Callers send different pictures. */
export const uploading: AccessCase = uploadingIn(acceptedWays);

/** Each holder of other scopes is also refused an upload with all documented parameters. */
export async function refusesParametersToo(on: Stage): Promise<void> {
  const how = await acceptedUpload(on);
  if ((await fullerWay(on, how)).length === 0) return;
  for (const caller of insufficientHolders(on, 'images'))
    if (kindOf(caller) === 'other scopes') await judgeProbedCaller(on, uploadingIn(fullerWay), caller);
}

function uploadingIn(waysOf: (on: Stage, how: Upload) => Promise<readonly Upload[]>): AccessCase {
  return { endpoint: 'images', prepare: async (on) => await targetIn(on, waysOf) };
}

async function targetIn(on: Stage, waysOf: Parameters<typeof uploadingIn>[0]): Promise<AccessTarget> {
  const how = await acceptedUpload(on);
  const ways = await waysOf(on, how);
  const brought = new Map<Exchange, Exchange>();
  let turn = on.seed;
  return {
    once: true,
    ask: async (stage, as) => {
      const way = (as === how.caller ? undefined : ways[turn % ways.length]) ?? how;
      turn += 1;
      const exchange = await upload(stage, { ...way, caller: as });
      brought.set(exchange, way.exchange);
      return exchange;
    },
    shows: () => true,
    grants: (probe, control) => {
      const controls = [brought.get(probe) ?? control, control];
      return controls.some((control) => sameShape(probe, control)) ? 'granted' : 'open';
    },
  };
}
