import { headerOf } from '../../reference/message.ts';
import type { Access, Policy, PolicyOverride } from '../../reference/policy.ts';
import type { Operation } from '../../reference/routes.ts';
import { tokenOf, type Token } from '../../reference/tokens.ts';
import type { Fault, Need } from '../fault.ts';
import { guarded, isAmong, nameOf, reads, writes } from './guarded.ts';
import { isSpelledOtherwise, under } from '../rewrite.ts';

/** Grants access if the test is true; otherwise decides as before. */
function granting(
  test: (
    operation: string,
    token: Token | undefined,
    bearer: string | undefined,
    about: Parameters<Policy['access']>[0],
  ) => boolean,
): { readonly override: PolicyOverride } {
  return {
    override: (base) => ({
      access(about, caller): Access {
        const { token, bearer } = caller;
        const isOpen = isAmong(guarded, about.operation) && test(about.operation, token, bearer, about);
        return isOpen ? 'granted' : base.access.call(this, about, caller);
      },
    }),
  };
}

function needsOf(operation: Operation): readonly Need[] {
  return ['4.3', '4.7', '4.8'].includes(operation) ? ['declaration'] : [];
}

/** After a number of refusals, grants access to callers without a scope for the operation. */
function grantingLater(operation: Operation, refused: number): { readonly override: PolicyOverride } {
  return {
    override: (base) => {
      let seen = 0;
      return {
        access(about, caller): Access {
          const access = base.access.call(this, about, caller);
          if (about.operation !== operation || access === 'granted') return access;
          seen += 1;
          return seen > refused ? 'granted' : access;
        },
      };
    },
  };
}

/** Access without, or in spite of, a bearer token ("Authentication"). */
export const accessFaults: readonly Fault[] = [
  ...guarded.map((operation) => ({
    name: `${nameOf(operation)}-open-without-token`,
    breaks: `${operation}/refused-without-token`,
    rows: [`${operation}/scopes`, 'Authentication/bearer'] as const,
    summary: `${operation} needs no token.`,
    needs: needsOf(operation),
    ...granting((at, _token, bearer) => at === operation && bearer === undefined),
  })),
  ...guarded.map((operation) => ({
    name: `${nameOf(operation)}-open-to-any-bearer`,
    breaks: `${operation}/refused-to-unknown-token`,
    rows: [`${operation}/scopes`, 'Authentication/bearer'] as const,
    summary: `${operation} accepts any bearer string.`,
    needs: needsOf(operation),
    ...granting((at, token, bearer) => at === operation && bearer !== undefined && !token),
  })),
  ...guarded.map((operation) => ({
    name: `${nameOf(operation)}-open-without-scope`,
    breaks: `${operation}/refused-to-other-scopes`,
    summary: `${operation} accepts any token of the project, with any scopes.`,
    needs: needsOf(operation),
    ...granting(
      (at, token, _bearer, { project }) =>
        at === operation && token !== undefined && token.projects.includes(project.key),
    ),
  })),
  {
    name: 'creates-open-after-sixteen-refusals',
    breaks: '4.6/refused-to-other-scopes',
    summary: 'After sixteen refused creates, a caller without the scope may create.',
    alsoBreaks: {
      clauses: /^Authentication\/scopes-are-exact-for-writes$/,
      because: 'tokens whose scopes resemble the right ones are granted access as well',
    },
    needs: ['generated'],
    ...grantingLater('4.6', 16),
  },
  {
    name: 'deletes-open-after-sixteen-refusals',
    breaks: '4.11/refused-to-other-scopes',
    summary: 'After sixteen refused deletes, a caller without the scope may delete.',
    alsoBreaks: {
      clauses: /^Authentication\/scopes-are-exact-for-writes$/,
      because: 'tokens whose scopes resemble the right ones are granted access as well',
    },
    needs: ['generated'],
    ...grantingLater('4.11', 16),
  },
  {
    name: 'delete-open-to-everybody',
    breaks: '4.11/refused-to-other-project',
    rows: ['4.11/scopes'],
    summary: '4.11 needs no token, and ignores any.',
    ...granting((at) => at === '4.11'),
  },
  {
    name: 'all-reads-open-without-token',
    breaks: 'Authentication/each-request-by-itself',
    rows: ['Authentication/bearer'],
    summary: 'Reads need no token.',
    ...granting((at, _token, bearer) => isAmong(reads, at) && bearer === undefined),
  },
  {
    name: 'all-writes-open-without-token',
    breaks: '4.6/refused-without-token',
    rows: ['Authentication/bearer'],
    section: 'Authentication',
    summary: 'Writes need no token.',
    ...granting((at, _token, bearer) => isAmong(writes, at) && bearer === undefined),
  },
  {
    name: 'any-bearer-accepted',
    breaks: 'Authentication/each-request-by-itself',
    summary: 'Any bearer string grants access to everything.',
    ...granting((_at, _token, bearer) => bearer !== undefined),
  },
  {
    name: 'encoded-paths-open-without-token',
    breaks: '4.2/refused-without-token',
    summary: 'Rules for access match the path as it is written, and no rule matches an encoded path.',
    needs: ['generated'],
    wrap: (next) => (state, request, now) =>
      next(state, isSpelledOtherwise(request) ? under(request, tokenOf.everything) : request, now),
  },
  {
    name: 'empty-bearer-accepted',
    breaks: '4.1/refused-without-token',
    summary: 'An empty bearer is taken for the first user of the store, who may do everything.',
    alsoBreaks: {
      clauses: /\/refused-without-token$/,
      because: 'that user is granted access everywhere',
    },
    wrap: (next) => (state, request, now) => {
      const isEmpty = /^bearer *$/i.test(headerOf(request, 'authorization') ?? '');
      return next(state, isEmpty ? under(request, tokenOf.everything) : request, now);
    },
  },
];
