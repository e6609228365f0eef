/** The meaning of a bearer token. */
export interface Token {
  /** Scopes as issued: `<scope>:{projectKey}`. */
  readonly scopes: readonly string[];
  /** Projects that know the token, whatever its scopes. */
  readonly projects: readonly string[];
  readonly expired: boolean;
}

/** Bearer tokens that every new reference knows, by their scopes. */
export const tokenOf = {
  manageTest: 'demo-manage-test',
  viewTest: 'demo-view-test',
  manageProducts: 'demo-manage-products',
  viewProducts: 'demo-view-products',
  viewPublishedProducts: 'demo-view-published-products',
  noScope: 'demo-no-scope',
  everything: 'demo-everything',
  otherProject: 'other-everything',
  viewProductsThenViewTest: 'demo-view-products-view-test',
  viewTestThenViewProducts: 'demo-view-test-view-products',
  keyPrefix: 'minted-key-prefix',
  keyExtended: 'minted-key-extended',
  keySuffix: 'minted-key-suffix',
  upperCase: 'minted-upper-case',
  scopeExtended: 'minted-scope-extended',
  scopePrefixed: 'minted-scope-prefixed',
  withoutProject: 'minted-without-project',
  expired: 'demo-expired',
} as const;

const names = ['manage_test', 'view_test', 'manage_products', 'view_products', 'view_published_products'];
const every = (project: string): string[] => names.map((name) => `${name}:${project}`);

/** The issued scopes of each of these tokens. */
const issued: Readonly<Record<keyof typeof tokenOf, readonly string[]>> = {
  manageTest: ['manage_test:demo'],
  viewTest: ['view_test:demo'],
  manageProducts: ['manage_products:demo'],
  viewProducts: ['view_products:demo'],
  viewPublishedProducts: ['view_published_products:demo'],
  noScope: [],
  everything: every('demo'),
  otherProject: every('other'),
  viewProductsThenViewTest: ['view_products:demo', 'view_test:demo'],
  viewTestThenViewProducts: ['view_test:demo', 'view_products:demo'],
  keyPrefix: ['manage_test:dem', 'view_test:dem'],
  keyExtended: ['manage_test:demo2', 'view_test:demo2'],
  keySuffix: ['manage_test:mydemo', 'view_test:mydemo'],
  upperCase: ['Manage_Test:demo', 'VIEW_TEST:demo'],
  scopeExtended: ['view_test_x:demo', 'manage_test_x:demo'],
  scopePrefixed: ['xview_test:demo', 'xmanage_test:demo'],
  withoutProject: ['manage_test', 'view_test'],
  expired: ['manage_test:demo', 'view_test:demo'],
};

/** A new table of tokens: one for each scope of project `demo`, and the special tokens. */
export function defaultTokens(): Map<string, Token> {
  const keys = Object.keys(tokenOf) as (keyof typeof tokenOf)[];
  return new Map(
    keys.map((name) => {
      const projects = name === 'otherProject' ? ['other'] : ['demo'];
      return [tokenOf[name], { scopes: issued[name], projects, expired: name === 'expired' }];
    }),
  );
}
