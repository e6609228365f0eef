import { turnOf } from '../../run/random.ts';
import {
  endpointNames,
  endpoint,
  endpoints,
  type Endpoint,
  type EndpointName,
} from '../../contract/endpoints.ts';
import type { Judgement } from '../../clause/judgement.ts';
import { judgedByReads, meansGiven } from '../../clause/read-only/reads.ts';
import type { Abort } from '../../clause/verdict.ts';
import type { RunOptions } from '../../run/options.ts';
import type { SuppliedToken } from '../../history/caller.ts';
import type { Profile } from '../../clause/profile.ts';
import type { Plan } from '../../implementation/plan.ts';
import { section } from '../../implementation/section.ts';
import type { Request } from '../../wire/exchange.ts';
import { referenceWith } from '../../faults/catalogue.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import { registerOf } from '../register/register.ts';
import { embeddedTarget, provideResources } from './embedded-target.ts';
import { executeRun } from './executed-run.ts';
import type { RunParts } from './lead-run.ts';
import { embeddedTokens, rehearse } from './rehearsal.ts';
import { watchedTransport } from './watched-transport.ts';
import { askedBy } from '../../clause/supplied-members.ts';

/** The requests of a run with these options, as far as a rehearsal shows. */
export type Forecast = Awaited<ReturnType<typeof forecast>>;

/** How fast a target answers, by reads of its collection alone. */
export interface Measured {
  readonly reads: number;
  readonly latencyMs: number;
  readonly mistakes: readonly string[];
}

const timedReads = 5;

/** Reads the collection once as every caller, then a few times in succession; writes nothing. */
export async function measureLatency(parts: RunParts): Promise<Measured | { readonly aborted: Abort }> {
  const times: number[] = [];
  const failures: string[] = [];
  const reads = section('4.1', 'Latency', ({ open }) => {
    open('4.1/latency', [], {
      statement: 'How long a read of the collection takes.',
      rationale: 'It judges no implementation.',
      phase: 'quiet',
      check: async (on) => {
        for (let read = 0; read < timedReads; read += 1) {
          const { outcome } = await on.ask('query');
          times.push(outcome.answeredAt - outcome.sentAt);
          if (outcome.kind === 'failure') failures.push(outcome.detail || outcome.failure);
        }
      },
    });
  });
  const { sandbox: _sandbox, disposable: _disposable, ...resource } = parts.options.profile.resource ?? {};
  const profile = { ...parts.options.profile, resource };
  const options: RunOptions = { ...parts.options, readOnly: true, profile };
  const { record } = await executeRun({ ...parts, options }, { plan: { sections: [reads], evidence: [] } });
  if (record.aborted !== undefined) return { aborted: record.aborted };
  const [failure] = failures;
  if (failure !== undefined && failures.length === times.length)
    return {
      aborted: {
        cause: 'unreachable',
        text: `the target ${options.baseUrl} gives no usable answer: ${failure}`,
      },
    };
  const sorted = times.toSorted((a, b) => a - b);
  return {
    reads: record.requests,
    latencyMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    mistakes: record.mistakes ?? [],
  };
}

/** Plays the run against the embedded reference in virtual time, with the means that these options give. */
export async function forecast(plan: Plan, options: RunOptions, latencyMs: number) {
  const sent = new Map<EndpointName | undefined, number>();
  const { profile, tokens } = options;
  const { projectKey, otherProjectKey } = embeddedTarget();
  const began = performance.now();
  const clock = createVirtualClock(new Date());
  const seed = turnOf(options.seed, 0);
  const reference = referenceWith({ faults: [], choices: [], seed });
  // A run that only reads has no resource but the existing resource.
  const isGiven = options.readOnly && meansGiven(profile).has('id');
  const [provided] = isGiven ? await provideResources(reference, clock, 1) : [];
  const ownProfile = rehearsedProfile(profile);
  const fixture =
    provided === undefined
      ? {}
      : { fixture: meansGiven(profile).has('key') ? provided : { id: provided.id } };
  const { judgements, record, took } = await rehearse({
    plan,
    clock,
    reference,
    latencyMs,
    seed,
    depth: options.depth,
    options: {
      ...options,
      baseUrl: 'http://reference.invalid',
      projectKey,
      otherProjectKey,
      tokens: rehearsedTokens(tokens),
      profile: { ...ownProfile, resource: { ...ownProfile.resource, ...fixture } },
    },
    around: (transport) =>
      watchedTransport(transport, ({ request }) => {
        const name = operationOf(request);
        sent.set(name, (sent.get(name) ?? 0) + 1);
      }),
  });
  const rows = endpointNames.flatMap((name) => {
    const { method, path, section } = endpoint(name);
    const requests = sent.get(name) ?? 0;
    const shown = method ?? declaredMethod(section, profile) ?? '(undeclared)';
    return requests === 0 ? [] : [{ method: shown, path, section, requests }];
  });
  const told: { readonly wanting: ReturnType<typeof wanting>; readonly decidable?: number } = options.readOnly
    ? readsForeseen(plan, profile, judgements)
    : { wanting: wanting(plan, judgements) };
  return {
    rows,
    requests: record.requests,
    longestChain: record.longestChain,
    took,
    /** Milliseconds of computing: virtual time does not pass meanwhile. */
    workMs: performance.now() - began,
    waits: record.waits ?? [],
    ...told,
    lacking: mustsIn(plan, told.wanting),
  };
}

/** The clauses that reads will decide, and the means to decide more. */
function readsForeseen(plan: Plan, profile: Profile, judgements: ReadonlyMap<string, Judgement>) {
  const means = meansGiven(profile);
  const entries = new Map(registerOf(plan.sections, {}).map((entry) => [entry.id, entry]));
  const told = new Map(
    [...judgements].map(([id, judgement]) => {
      const entry = entries.get(id);
      return [id, entry === undefined ? judgement : judgedByReads(entry, judgement, means)] as const;
    }),
  );
  const decidable = [...entries.values()].filter(({ id, readsWith }) => {
    const verdict = judgements.get(id)?.verdict;
    return readsWith !== undefined && means.has(readsWith) && verdict !== 'not-applicable';
  }).length;
  return { wanting: wanting(plan, told), decidable };
}

function declaredMethod(section: string, { search, image }: Profile): string | undefined {
  return section === '4.14' ? search?.method : image?.method;
}

/** The profile of the reference, with the means and the absences that the vendor declares. */
function rehearsedProfile({ search, image, resource, update, overwrite }: Profile): Profile {
  const { search: ownSearch, image: ownImage, ...own } = embeddedTarget().profile;
  return {
    ...own,
    ...(search?.method === undefined || ownSearch === undefined ? {} : { search: ownSearch }),
    ...(image?.method === undefined || ownImage === undefined ? {} : { image: ownImage }),
    ...(resource?.keySource === 'none' ? { resource: { ...own.resource, keySource: 'none' as const } } : {}),
    ...(update?.observable === 'none' ? { update: { observable: 'none' as const } } : {}),
    overwrite: {
      ...(overwrite?.patch?.target === 'none' ? { patch: { target: 'none' as const } } : {}),
      ...(overwrite?.put?.target === 'none' ? { put: { target: 'none' as const } } : {}),
    },
  };
}

/** Tokens of the reference with the scopes of the supplied tokens, as far as the reference has such tokens. */
function rehearsedTokens(supplied: readonly SuppliedToken[]): readonly SuppliedToken[] {
  const left = [...embeddedTokens()];
  const take = (fits: (own: SuppliedToken) => boolean): readonly SuppliedToken[] => {
    const at = left.findIndex(fits);
    return at < 0 ? [] : left.splice(at, 1);
  };
  return supplied.flatMap(({ label, scopes, expired = false }) =>
    label.startsWith('CONFORMANCE_TOKEN_')
      ? take((own) => own.label === label)
      : take(
          (own) =>
            !own.label.startsWith('CONFORMANCE_TOKEN_') &&
            own.scopes.length === scopes.length &&
            (own.expired ?? false) === expired,
        ),
  );
}

/** The operations; the paths with the most literal segments come first. */
const routes = Object.entries<Endpoint>(endpoints)
  .map(([name, { method, path }]) => ({
    name: name as EndpointName,
    method,
    pattern: new RegExp(`^${path.replace(/[.=]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`),
    literals: path.replace(/\{\w+\}/g, '').length,
  }))
  .toSorted((a, b) => b.literals - a.literals);

/** The documented operation of a request; undefined for any other request. */
function operationOf({ method, target }: Request): EndpointName | undefined {
  const path = target.replace(/\?.*$/s, '');
  return routes.find((route) => (route.method ?? method) === method && route.pattern.test(path))?.name;
}

/** The number of MUST clauses among these clauses: a gate waits for each of them. */
function mustsIn(plan: Plan, wanted: ReturnType<typeof wanting>): number {
  const stated = plan.sections.flatMap(({ clauses }) => clauses);
  const musts = new Set<string>(stated.filter(({ level }) => level === 'MUST').map(({ id }) => id));
  return new Set(wanted.flatMap(({ clauses }) => clauses).filter((id) => musts.has(id))).size;
}

/** The means that would test more of the clauses that count; the largest group first. Open points do not count. */
function wanting(plan: Plan, judgements: ReadonlyMap<string, Judgement>) {
  const stated = plan.sections.flatMap(({ clauses }) => clauses);
  const open = new Set<string>(stated.filter(({ level }) => level === 'OPEN').map(({ id }) => id));
  const found = new Map<string, string[]>();
  for (const [id, { verdict, reason }] of judgements) {
    if (verdict !== 'not-tested' || reason === undefined || open.has(id)) continue;
    // The means to supply are the same for all sections, the alternative limit is not.
    const supply = reason.supply === undefined ? reason.text : askedBy(reason.supply).line;
    found.set(supply, [...(found.get(supply) ?? []), id]);
  }
  // Each supply is a line to paste, or names the missing means in words.
  return [...found]
    .map(([supply, clauses]) => ({ supply, clauses }))
    .toSorted((a, b) => b.clauses.length - a.clauses.length);
}
