import type { Request } from '../../reference/message.ts';
import type { PolicyOverride, State, Update } from '../../reference/policy.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { match } from '../../reference/routes.ts';
import { latest, write } from '../../reference/state.ts';
import { tokenOf } from '../../reference/tokens.ts';
import type { Fault } from '../fault.ts';
import { has } from '../endpoints/query.ts';
import { asking, bare, bearerOf, refusing, serving, succeeded, under } from '../rewrite.ts';
import { living } from '../siblings.ts';
import type { Resource } from '../../reference/resource.ts';

/** The existing resource that a request of 4.2, 4.3, 4.10 or 4.11 names. */
function named(state: State, { method, target }: Request): Resource | undefined {
  const found = match(method, target);
  if (found.kind !== 'operation') return undefined;
  const { id, key } = found.path;
  return living(state, found.projectKey).find((one) => one.id === id || one.key === key);
}

function bump(resource: Resource | undefined, now: number): void {
  if (resource === undefined) return;
  const before = latest(resource);
  write(resource, { ...before, version: before.version + 1n }, now);
}

function missedBesideAnother(): HandleWrap {
  const last = new WeakMap<State, { readonly at: number; readonly target: string }>();
  return serving(['4.11'], (next, { target }, state, now) => {
    const before = last.get(state);
    last.set(state, { at: now, target });
    const isBeside = before !== undefined && before.target !== target && now - before.at <= 1;
    return isBeside ? { response: bare(404) } : next();
  });
}

const isUpdated = (resource: Resource | undefined): boolean => (resource?.history.length ?? 0) > 1;

const isViewer = (request: Request): boolean => bearerOf(request) === tokenOf.viewTest;

/** Changes versions after successful requests. */
const moving = (
  operation: '4.2' | '4.3',
  which: (state: State, request: Request) => readonly (Resource | undefined)[],
): HandleWrap =>
  serving([operation], (next, request, state, now) => {
    const reply = next();
    if ('response' in reply && succeeded(reply.response))
      for (const resource of which(state, request)) bump(resource, now);
    return reply;
  });

/** Answers requests in another way if their resource passes the test. */
const answeringAbout = (
  operation: '4.2' | '4.11',
  status: number,
  test: (resource: Resource, request: Request) => boolean,
  isDone = false,
): HandleWrap =>
  serving([operation], (next, request, state) => {
    const resource = named(state, request);
    if (resource === undefined || !test(resource, request)) return next();
    const reply = isDone ? next() : undefined;
    if (reply !== undefined && (!('response' in reply) || !succeeded(reply.response))) return reply;
    return { response: bare(status) };
  });

/** Versions that stay the same after updates with a visible change. */
const keeping =
  (isKept: (before: string, after: string) => boolean): PolicyOverride =>
  (base) => ({
    movesVersion: (before, after, actions) =>
      base.movesVersion(before, after, actions) &&
      !(
        before.someProperty !== after.someProperty &&
        isKept(String(before.someProperty ?? ''), String(after.someProperty ?? ''))
      ),
  });

/** Mismatches that are accepted for resources with a certain history. */
function passingAfter(mark: (seen: WeakSet<Resource>) => HandleWrap): Pick<Fault, 'override' | 'wrap'> {
  const seen = new WeakSet<Resource>();
  const override: PolicyOverride = (base) => ({
    versionMatches: (update) => seen.has(update.resource) || base.versionMatches(update),
  });
  return { override, wrap: mark(seen) };
}

/** Applies an update again if it repeats the last applied update exactly. */
export function repeating(isMet: (update: Update) => boolean = () => true): PolicyOverride {
  return (base) => {
    const last = new WeakMap<Resource, string>();
    const text = (update: Update): string => JSON.stringify([update.stated.text, update.actions]);
    return {
      versionMatches: (update) =>
        (isMet(update) && last.get(update.resource) === text(update)) || base.versionMatches(update),
      updated: (update, after) => {
        last.set(update.resource, text(update));
        return base.updated(update, after);
      },
    };
  };
}

/** The third conflict of a resource changes its version. */
function movingAtTheThird(): PolicyOverride {
  return (base) => {
    const conflicts = new WeakMap<Resource, number>();
    return {
      onMismatch(update) {
        const count = (conflicts.get(update.resource) ?? 0) + 1;
        conflicts.set(update.resource, count);
        if (count === 3) bump(update.resource, update.call.now);
        return base.onMismatch(update);
      },
    };
  };
}

/** After the first upload, no update of an older resource matches. */
function uploadsStopUpdates(): Fault {
  const stopped = new WeakSet<Resource>();
  return {
    name: 'uploads-stop-updates',
    breaks: 'Versioning/next-version-is-accepted',
    section: '4.10',
    alsoBreaks: {
      clauses: /^4\.15\/listed-types-are-accepted$/,
      because: 'it shows only after an upload of a picture',
    },
    summary: 'Once a picture was uploaded, updates of older resources are answered 409.',
    needs: ['declaration'],
    override: (base) => ({
      versionMatches: (update) => !stopped.has(update.resource) && base.versionMatches(update),
    }),
    wrap: serving(['4.15'], (next, _request, state) => {
      const reply = next();
      if ('response' in reply && succeeded(reply.response))
        for (const resource of living(state)) stopped.add(resource);
      return reply;
    }),
  };
}

const textsOf = (resource: Resource): string => JSON.stringify(latest(resource).objectTypeProperty);

const isBeyondAscii = (text: string): boolean => /[^\x20-\x7e]/.test(text);

/** Faults that show only after or between certain requests, or to a second read. */
export const sequelFaults: readonly Fault[] = [
  {
    name: 'mismatch-passes-once-overwritten',
    breaks: '4.10/no-success-whatever-the-body',
    summary: 'After a PUT no version of a resource is checked.',
    ...passingAfter((seen) =>
      serving(['4.8'], (next, _request, state) => {
        const reply = next();
        if ('response' in reply && succeeded(reply.response))
          for (const resource of living(state).filter(({ history }) => history.length > 1))
            seen.add(resource);
        return reply;
      }),
    ),
  },
  {
    name: 'repeated-update-accepted-again',
    breaks: '4.10/stale-version-conflicts',
    summary: 'An exact repetition of the last update is applied again.',
    override: repeating(),
  },
  {
    name: 'third-conflict-moves-the-version',
    breaks: '4.10/conflict-spoils-nothing',
    summary: 'The third 409 of a resource changes its version.',
    override: movingAtTheThird(),
  },
  uploadsStopUpdates(),
  {
    name: 'change-of-case-keeps-the-version',
    breaks: 'Versioning/states-differ-in-version',
    section: '4.10',
    summary: 'A change from small letters to capitals is applied and keeps the version.',
    override: keeping((before, after) => before.toLowerCase() === after.toLowerCase()),
  },
  {
    name: 'change-of-spelling-keeps-the-version',
    breaks: 'Versioning/states-differ-in-version',
    section: '4.10',
    summary: 'A change to the same number in other digits is applied and keeps the version.',
    override: keeping((before, after) => Number(before) === Number(after)),
  },
  {
    name: 'four-actions-keep-the-version',
    breaks: '4.10/state-moves-the-version',
    summary: 'An update with more than three actions is applied and keeps the version.',
    override: (base) => ({
      movesVersion: (before, after, actions) =>
        actions.length < 4 && base.movesVersion(before, after, actions),
    }),
  },
  {
    name: 'reads-of-view-test-move-the-version',
    section: '4.2',
    expect: 'incomplete',
    summary: 'A read by view_test changes the version after it has shown it.',
    wrap: moving('4.2', (state, request) => (isViewer(request) ? [named(state, request)] : [])),
  },
  {
    name: 'reads-by-key-move-the-version',
    section: '4.2',
    expect: 'incomplete',
    summary: 'A read by key changes the version after it has shown it.',
    needs: ['declaration'],
    wrap: moving('4.3', (state, request) => [named(state, request)]),
  },
  {
    name: 'updated-resources-refused-to-view-test',
    breaks: '4.2/any-one-scope-suffices',
    summary: 'An updated resource is refused to view_test.',
    wrap: answeringAbout('4.2', 403, (resource, request) => isViewer(request) && isUpdated(resource)),
  },
  {
    name: 'content-beyond-ascii-not-found',
    breaks: '4.2/known-id-is-readable',
    alsoBreaks: {
      clauses: /^4\.6\/answers-with-a-resource$/,
      because: 'the unreadable content is created there',
    },
    summary: 'A resource with a string beyond ASCII is answered 404.',
    needs: ['declaration'],
    wrap: answeringAbout('4.2', 404, (resource) => isBeyondAscii(textsOf(resource))),
  },
  {
    name: 'parameter-needs-the-other-one',
    breaks: '4.2/optional-parameters',
    summary: 'A read with secondOptionalQueryParameter alone is answered 400.',
    wrap: refusing(
      ['4.2'],
      400,
      (request) => has('secondOptionalQueryParameter')(request) && !has('optionalQueryParameter')(request),
    ),
  },
  {
    name: 'updated-resources-not-found-by-delete',
    breaks: '4.11/bare-delete-finds-the-resource',
    rows: ['4.11/id'],
    summary: 'A delete of a resource that was updated is answered 404.',
    wrap: answeringAbout('4.11', 404, isUpdated),
  },
  {
    name: 'delete-beside-another-finds-nothing',
    breaks: '4.11/bare-delete-finds-the-resource',
    rows: ['4.11/id'],
    summary: 'A delete within a millisecond after the delete of another resource is answered 404.',
    wrap: missedBesideAnother(),
  },
  {
    name: 'delete-of-often-updated-answers-nothing',
    breaks: '4.11/answers-with-a-resource',
    summary: 'A delete of a resource that was updated more than once is answered 204.',
    wrap: answeringAbout('4.11', 204, ({ history }) => history.length > 2, true),
  },
  {
    name: 'upload-with-sku-open',
    breaks: '4.15/refused-to-unknown-token',
    summary: 'An upload that names a sku is open to every caller.',
    needs: ['declaration'],
    wrap: asking(['4.15'], (request) => (has('sku')(request) ? under(request, tokenOf.everything) : request)),
  },
];
