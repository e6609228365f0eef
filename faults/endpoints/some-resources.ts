import { createHash } from 'node:crypto';
import type { HandleWrap } from '../../reference/reply.ts';
import type { Operation } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import type { Request } from '../../reference/message.ts';
import { living } from '../siblings.ts';
import type { Choice, Fault } from '../fault.ts';
import { bare, serving } from '../rewrite.ts';

/** The id at the end of a path, or the id from which the key there was made. */
function idIn({ target }: Request): string {
  return (
    (target.split('?', 1)[0] ?? '')
      .split('/')
      .at(-1)
      ?.replace(/^key=(?:k-)?/, '') ?? ''
  );
}

/** About every second resource, by a digest of the id: the generator of ids leaves no pattern in it. */
function isOdd(id: string): boolean {
  return (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 1;
}

/** Operations that miss every second existing resource. */
function missing(operations: readonly Operation[]): HandleWrap {
  return serving(operations, (next, request) => (isOdd(idIn(request)) ? { response: bare(404) } : next()));
}

/** Another client deletes every second resource right after its creation. */
const sweeping: HandleWrap = serving(['4.6'], (next, _request, state, now) => {
  const reply = next();
  for (const resource of living(state, 'demo'))
    if (isOdd(resource.id)) write(resource, { ...latest(resource), deleted: true }, now);
  return reply;
});

/** For a while after the first request, the operation fails at every second existing resource. */
function failing(operation: Operation, ms = Infinity): HandleWrap {
  return (next) => {
    const since = new Map<string, number>();
    return serving([operation], (serve, request, state, now) => {
      const id = idIn(request);
      if (!isOdd(id) || !living(state, 'demo').some((resource) => resource.id === id)) return serve();
      const first = since.get(id) ?? now;
      since.set(id, first);
      return now - first < ms ? { response: bare(500) } : serve();
    })(next);
  };
}

/** From this number of its requests on, the operation fails for a while at every existing resource. */
function failingFrom(operation: Operation, count: number, ms = Infinity): HandleWrap {
  return (next) => {
    let seen = 0;
    let since: number | undefined;
    return serving([operation], (serve, request, state, now) => {
      if (!living(state, 'demo').some((resource) => resource.id === idIn(request))) return serve();
      seen += 1;
      if (seen >= count) since ??= now;
      return since === undefined || now - since >= ms ? serve() : { response: bare(500) };
    })(next);
  };
}

const operations = { '4.2': 'reads', '4.3': 'reads-by-key', '4.10': 'updates', '4.11': 'deletes' } as const;

/** Answers that depend on which resource is named (4.2, 4.3, 4.10, 4.11). */
export const someResourcesFaults: readonly Fault[] = [
  ...(['4.2', '4.3', '4.10', '4.11'] as const).map((operation): Fault => ({
    name: `${operations[operation]}-fail-at-half-of-the-resources`,
    breaks: `${operation}/answers-without-server-error`,
    summary: `${operation} is answered 500 at half of the resources, every time.`,
    needs: operation === '4.3' ? ['declaration'] : [],
    wrap: failing(operation),
  })),
  ...([['4.2', 100], ['4.10', 100], ['4.11', 20]] as const).map(([operation, count]): Fault => ({
    name: `${operations[operation]}-fail-for-good`,
    breaks: `${operation}/answers-without-server-error`,
    summary: `From request ${count} on, ${operation} is answered 500.`,
    needs: ['late'],
    wrap: failingFrom(operation, count),
  })), // prettier-ignore
  {
    name: 'reads-do-not-find-half-of-the-resources',
    breaks: '4.2/known-id-is-readable',
    summary: 'Half of the resources are answered 404 when they are read by id.',
    needs: ['late'],
    wrap: missing(['4.2']),
  },
  {
    name: 'half-of-the-resources-are-found-in-lists-alone',
    breaks: '4.2/known-id-is-readable',
    summary: 'Every request that names one of half the resources is answered 404.',
    needs: ['late'],
    wrap: missing(['4.2', '4.3', '4.10', '4.11']),
  },
];

/** A node whose successor takes over in time, and a client that deletes resources. */
export const someResourcesChoices: readonly Choice[] = [
  {
    name: 'half-of-the-resources-are-swept-away',
    summary: 'Another client deletes half of the resources as soon as they are made.',
    wrap: sweeping,
    leaves: 'incomplete',
  },
  {
    name: 'deletes-fail-at-half-of-the-resources-at-first',
    summary: 'Deletes are answered 500 at half of the resources, until ten seconds have passed.',
    wrap: failing('4.11', 10_000),
    leaves: 'incomplete',
  },
  {
    name: 'updates-fail-for-a-while',
    summary: 'From update 300 on all are answered 500, until ten seconds have passed.',
    wrap: failingFrom('4.10', 300, 10_000),
    leaves: 'incomplete',
  },
];
