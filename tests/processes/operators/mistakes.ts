import { defined } from '../../../clause/defined.ts';
import { claimsOf } from '../../../config/runs/supplied-tokens.ts';
import type { RunOptions } from '../../../run/options.ts';
import type { SuppliedToken } from '../../../history/caller.ts';
import type { Profile } from '../../../clause/profile.ts';

/** A mistake that an operator makes, and how a run has to end that is told so. */
export interface Mistake {
  readonly name: string;
  /** The options as they should be, made wrong. */
  readonly make: (right: RunOptions) => Partial<RunOptions>;
  readonly exitCode: 2 | 3 | 4;
  /** What the first reason says: it names the setting. */
  readonly says: RegExp;
  /** The report does not begin with it: what is missing stands with the clauses that want it. */
  readonly begins?: false;
  /** Settings of tokens without which the mistake cannot be made. */
  readonly needs?: readonly string[];
}

const setting = (name: string): string => `CONFORMANCE_TOKEN_${name}`;
const dead = 'dEadDeadDeadDeadDeadDeadDeadDead1';

const withToken =
  (name: string, change: (one: SuppliedToken, right: RunOptions) => SuppliedToken) =>
  (right: RunOptions): Partial<RunOptions> => ({
    tokens: right.tokens.map((one) => (one.label === setting(name) ? change(one, right) : one)),
  });

const tokenOf = (right: RunOptions, name: string): string =>
  right.tokens.find(({ label }) => label === setting(name))?.token ?? '';

const swapped =
  (one: string, other: string) =>
  (right: RunOptions): Partial<RunOptions> => ({
    tokens: right.tokens.map((token) =>
      token.label === setting(one)
        ? { ...token, token: tokenOf(right, other) }
        : token.label === setting(other)
          ? { ...token, token: tokenOf(right, one) }
          : token,
    ),
  });

/** The second implementation is usually judged without what asks for these tokens. */
function withProducts({ without, profile }: RunOptions): Partial<RunOptions> {
  if (!without.has('4.15')) return {};
  return {
    without: new Set([...without].filter((limit) => limit !== '4.14' && limit !== '4.15')),
    profile: { ...profile, search: { method: 'POST' }, image: { method: 'PUT' } },
  };
}

const declaring =
  (change: (profile: Profile) => Profile) =>
  ({ profile }: RunOptions): Partial<RunOptions> => ({ profile: change(profile) });

/** A token with these claims, as the configuration hands it on. */
const jwt = (claims: object): Pick<SuppliedToken, 'token' | 'claims'> => {
  const token = [{ alg: 'none' }, claims, { signature: 1 }]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return { token, ...defined({ claims: claimsOf(token) }) };
};

const named = [
  'MANAGE_TEST',
  'VIEW_TEST',
  'MANAGE_PRODUCTS',
  'VIEW_PRODUCTS',
  'VIEW_PUBLISHED_PRODUCTS',
  'NO_SCOPE',
  'OTHER_PROJECT',
] as const;

const tokens: readonly Mistake[] = [
  ...named.map((name): Mistake => ({
    name: `a dead ${name}`,
    make: withToken(name, (one) => ({ ...one, token: dead })),
    exitCode: 3,
    says: new RegExp(`^${setting(name)} is `),
    needs: [name],
  })),
  {
    name: 'all tokens dead',
    make: ({ tokens: right }) => ({
      tokens: right.map((one, at) => ({ ...one, token: `${dead}${at}` })),
    }),
    exitCode: 2,
    says: /^none of the supplied tokens is granted access .* like unknown tokens\. .*renew/,
  },
  ...named
    .filter((name) => name.endsWith('_TEST'))
    .map((name): Mistake => ({
      name: `${name} without any scope`,
      make: (right) => ({
        tokens: right.tokens.flatMap((one) =>
          one.label === setting('NO_SCOPE')
            ? []
            : [one.label === setting(name) ? { ...one, token: tokenOf(right, 'NO_SCOPE') } : one],
        ),
        without: new Set([...right.without, 'no-scope']),
      }),
      exitCode: 3,
      says: new RegExp(`^${setting(name)} is granted nowhere with `),
      needs: [name, 'NO_SCOPE'],
    })),
  {
    name: 'MANAGE_TEST that holds view_test alone',
    make: (right) => ({
      tokens: right.tokens.flatMap((one) =>
        one.label === setting('VIEW_TEST')
          ? []
          : [one.label === setting('MANAGE_TEST') ? { ...one, token: tokenOf(right, 'VIEW_TEST') } : one],
      ),
    }),
    exitCode: 3,
    says: /^CONFORMANCE_TOKEN_MANAGE_TEST is granted nowhere with manage_test:/,
    needs: ['VIEW_TEST'],
  },
  ...(
    [
      ['MANAGE_TEST', 'VIEW_TEST', 2],
      ['MANAGE_TEST', 'MANAGE_PRODUCTS', 3],
      ['VIEW_TEST', 'VIEW_PRODUCTS', 3],
      ['VIEW_TEST', 'NO_SCOPE', 3],
      ['VIEW_TEST', 'OTHER_PROJECT', 3],
      ['MANAGE_TEST', 'NO_SCOPE', 3],
    ] as const
  ).map(([one, other, exitCode]): Mistake => ({
    name: `${one} and ${other} swapped`,
    make: swapped(one, other),
    exitCode,
    says: new RegExp(`^${setting(one)} and ${setting(other)} look swapped`),
    needs: [one, other],
  })),
  {
    name: 'MANAGE_PRODUCTS and VIEW_PRODUCTS swapped',
    make: (right) => ({
      ...swapped('MANAGE_PRODUCTS', 'VIEW_PRODUCTS')(right),
      ...withProducts(right),
    }),
    exitCode: 3,
    says: /^CONFORMANCE_TOKEN_(?:MANAGE|VIEW)_PRODUCTS and CONFORMANCE_TOKEN_(?:MANAGE|VIEW)_PRODUCTS look swapped/,
    needs: ['MANAGE_PRODUCTS', 'VIEW_PRODUCTS', 'VIEW_PUBLISHED_PRODUCTS'],
  },
  {
    name: 'a token of this project as that of the other one',
    make: (right) => ({
      tokens: right.tokens
        .filter(({ label }) => label !== setting('VIEW_TEST'))
        .map((one) =>
          one.label === setting('OTHER_PROJECT') ? { ...one, token: tokenOf(right, 'VIEW_TEST') } : one,
        ),
    }),
    exitCode: 3,
    says: /^CONFORMANCE_TOKEN_OTHER_PROJECT is granted access at project \S+ and not at project \S+ /,
    needs: ['VIEW_TEST', 'OTHER_PROJECT'],
  },
  {
    name: 'a JWT that has expired',
    make: withToken('VIEW_TEST', (one) => ({ ...one, ...jwt({ exp: 1_000_000_000 }) })),
    exitCode: 3,
    says: /^CONFORMANCE_TOKEN_VIEW_TEST is a JWT that expired at 2001-09-09T01:46:40\.000Z/,
    needs: ['VIEW_TEST'],
  },
  {
    name: 'a JWT with other scopes',
    make: withToken('VIEW_TEST', (one, { projectKey }) => ({
      ...one,
      ...jwt({ scope: `manage_test:${projectKey}` }),
    })),
    exitCode: 2,
    says: /^CONFORMANCE_TOKEN_VIEW_TEST is a JWT that claims manage_test:/,
    needs: ['VIEW_TEST'],
  },
];

const places: readonly Mistake[] = [
  {
    name: 'a wrong project key',
    make: ({ projectKey, tokens: right }) => ({
      projectKey: 'wrongproject',
      tokens: right.map((one) => ({
        ...one,
        scopes: one.scopes.map((scope) => scope.replace(new RegExp(`:${projectKey}$`), ':wrongproject')),
      })),
    }),
    exitCode: 2,
    says: /granted access at project "wrongproject": .*CONFORMANCE_PROJECT_KEY/,
  },
  {
    name: 'a wrong key of the other project',
    make: () => ({ otherProjectKey: 'wrongproject' }),
    exitCode: 3,
    says: /^CONFORMANCE_TOKEN_OTHER_PROJECT is not granted access at project wrongproject .*CONFORMANCE_OTHER_PROJECT_KEY/,
    needs: ['OTHER_PROJECT'],
  },
  {
    name: 'a wrong base path',
    make: ({ baseUrl }) => ({ baseUrl: `${baseUrl}/wrong/path` }),
    exitCode: 2,
    says: /granted access at project .*CONFORMANCE_BASE_URL/,
  },
];

const declarations: readonly Mistake[] = [
  {
    name: 'a fixture that is not there',
    make: declaring((profile) => ({
      ...profile,
      resource: { ...profile.resource, fixture: { id: 'not-there' } },
    })),
    exitCode: 2,
    says: /^the profile's resource\.fixture\.id names something that does not exist/,
  },
  {
    name: 'a resource of the sandbox that is not there',
    make: declaring((profile) => ({ ...profile, resource: { ...profile.resource, sandbox: ['not-there'] } })),
    exitCode: 2,
    says: /^the profile's resource\.sandbox\[0\] names something that does not exist/,
  },
  {
    name: 'a key that is not there',
    make: declaring((profile) => ({
      ...profile,
      resource: { ...profile.resource, fixture: { key: 'not-there' } },
    })),
    exitCode: 2,
    says: /^the profile's resource\.fixture\.key names something that does not exist/,
  },
  {
    name: 'a source of ids that is not there',
    make: declaring((profile) => ({
      ...profile,
      resource: { ...profile.resource, idSource: 'body:/identifier' },
    })),
    exitCode: 2,
    says: /^the profile's resource\.idSource is "body:\/identifier", but creates show their id only at (body:\/id|header:Location)/,
  },
  {
    name: 'an effect that shows elsewhere',
    make: declaring((profile) => ({ ...profile, update: { observable: '/elsewhere' } })),
    exitCode: 2,
    says: /^the profile's update\.observable is "\/elsewhere", but changeSomeProperty changed "/,
  },
];

/** The mistakes that a run must name and never hold against an implementation. It grows with every new one. */
export const mistakes: readonly Mistake[] = [...tokens, ...places, ...declarations];

/** Each token left out: a want that the report names, whatever else is declared. */
export const withoutToken: readonly Mistake[] = named.map((name) => ({
  name: `no ${name}`,
  make: ({ tokens: right }) => ({ tokens: right.filter(({ label }) => label !== setting(name)) }),
  exitCode: 3,
  says: new RegExp(`^${setting(name)} is not set`),
  ...(name === 'MANAGE_TEST' ? {} : { begins: false as const }),
  needs: [name],
}));
