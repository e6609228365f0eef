import { defined } from '../../clause/defined.ts';
import { says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { JsonInput } from '../../wire/json/json.ts';
import type { Ask } from '../../run/ask.ts';
import type { Caller } from '../../history/caller.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Liveness } from '../facts.ts';
import type { Stage } from '../stage.ts';
import { sampleAsk } from '../sample-ask.ts';
import { oncePerRunFor } from '../once-per-run.ts';
import { looksDead } from './mistakes.ts';
import { isKnown } from './token-evidence.ts';

/** Whether a token is valid, tested once per run at a request that could show it; its refusal as expired proves nothing. */
export async function livenessOf(on: Stage, caller: Caller): Promise<Liveness> {
  const known = on.facts.liveness.get(caller.label) ?? 'unproven';
  if (caller.supplied === undefined || known !== 'unproven') return known;
  const { sites } = on.world.answers;
  if (isKnown(sites, caller.label)) return 'live';
  if (looksDead(sites, caller, on.callers, on.options)) return 'dead';
  const proven = await on.shared('liveness of tokens', () => proveLiveness(on));
  return proven.get(caller.label) ?? known;
}

/** Sends a request that only this token may pass, beside an unknown token; once per run. */
export const askForProof = oncePerRunFor(async (on: Stage, _label: string, caller: Caller): Promise<void> => {
  const proof = proofFor(on, caller);
  if (proof === undefined) return;
  for (const as of [caller, on.callers.random])
    await on.ask(proof.endpoint, { ...proof.ask, as, whenSilent: 'go-on' });
});

const onePixel = Uint8Array.from(
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
);

/** A request that only this token may pass. */
interface Proof {
  readonly endpoint: EndpointName;
  readonly ask: Ask;
}

async function proveLiveness(on: Stage): Promise<ReadonlyMap<string, Liveness>> {
  const found = new Map<string, Liveness>();
  const { supplied, none, random } = on.callers;
  const open = supplied.filter(
    (one) => on.facts.liveness.get(one.label) !== 'live' && one.supplied?.expired !== true,
  );
  const proofs = open.map((caller) => ({ caller, proof: proofFor(on, caller) }));
  const strangers = new Map<EndpointName, Promise<readonly [Exchange, Exchange]>>();
  for (const { caller, proof } of proofs) {
    if (proof === undefined) continue;
    const send = (as: Caller) => on.ask(proof.endpoint, { ...proof.ask, as, whenSilent: 'go-on' });
    const others = strangers.get(proof.endpoint) ?? Promise.all([send(none), send(random)]);
    strangers.set(proof.endpoint, others);
    found.set(caller.label, tokenEvidence(await send(caller), await others));
  }
  return found;
}

/** Valid by a success, or a refusal, that strangers do not get; expired by the very same refusal. */
function tokenEvidence(own: Exchange, [none, random]: readonly [Exchange, Exchange]): Liveness {
  if (own.succeeded) {
    const sameAnswers = [none, random].some(({ succeeded, body }) => succeeded && sameOctets(body, own.body));
    return sameAnswers ? 'unproven' : 'live';
  }
  if (!own.is('turned away') || !random.is('turned away')) return 'unproven';
  if (own.status !== random.status) return 'live';
  return says(own, 'denied') ? 'dead' : 'unproven';
}

function proofFor(on: Stage, caller: Caller): Proof | undefined {
  const { projectKey, otherProjectKey, consent, readOnly } = on.options;
  const { search, image, auth } = on.profile;
  const holds = (name: string): boolean => caller.scopes.has(`${name}:${projectKey}`);
  if (caller.supplied?.otherProject === true)
    return otherProjectKey === undefined
      ? undefined
      : { endpoint: 'query', ask: { projectKey: otherProjectKey, mayNotExist: true } };
  const searches = holds('view_products') || holds('view_published_products');
  if (searches && search?.method !== undefined && auth?.carrier?.['4.14'] !== 'form')
    return { endpoint: 'projectionSearch', ask: searchAsk(on, search.method) };
  const uploads = holds('manage_products') && consent.has('upload') && !readOnly;
  if (uploads && image?.method !== undefined && auth?.carrier?.['4.15'] !== 'form')
    return {
      endpoint: 'images',
      ask: {
        method: image.method,
        contentType: 'image/gif',
        body: onePixel,
        ...queryOf(on, '4.15'),
        once: true,
      },
    };
  return undefined;
}

/** A search of product projections: fields of the sample in the form, or in the query if there is no body. */
function searchAsk(on: Stage, method: string): Ask {
  const sample = on.profile.samples?.['4.14'];
  if (isRead({ method })) return { method, ...queryOf(on, '4.14') };
  const form = new URLSearchParams(formFields(sample?.body));
  return {
    method,
    ...queryOf(on, '4.14'),
    contentType: 'application/x-www-form-urlencoded',
    body: new TextEncoder().encode(form.toString()),
  };
}

function formFields(body: JsonInput | undefined): [string, string][] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.entries(body).map(([name, value]) => [name, String(value)]);
}

function queryOf(on: Stage, section: '4.14' | '4.15'): Pick<Ask, 'query'> {
  return defined({ query: sampleAsk(on, section).query });
}

export function sameOctets(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((octet, at) => octet === b[at]);
}
