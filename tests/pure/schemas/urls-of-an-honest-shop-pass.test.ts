import fc from 'fast-check';
import { describe, test } from 'vitest';
import { standardText } from '../../../schemas/standard-formats.ts';
import { isRelativePath, isResolvableUrl } from '../../../schemas/urls.ts';

const runs = { numRuns: 2_000 } as const;

const absolute = fc.webUrl({
  withFragments: true,
  withQueryParameters: true,
  validSchemes: ['http', 'https', 'ftp', 's3'],
});
const relative = fc
  .tuple(
    fc.constantFrom('/', './', '../', 'a/', 'a/../'),
    fc.webPath(),
    fc.webQueryParameters(),
    fc.webFragments(),
  )
  .map(([start, path, query, fragment]) => `${start}${path.replace(/^\/+/, '')}?${query}#${fragment}`);

/** Texts of the characters that a reader of URLs gives a meaning to. */
const anything = fc
  .array(
    fc.constantFrom(...Array.from('/\\:?#.@%&=[]{}<>"| -aZ1é'), 'http', 'https:', 'mailto:', 'data:', '//'),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

const matchesGrammar = standardText('uri-reference');
/** That grammar, less the quotation mark, which RFC 3986 does not have. */
const isReference = (text: string): boolean => matchesGrammar(text) && !text.includes('"');
const resolves = (text: string): boolean => originOf(text.trim(), 'http://h.invalid/') !== undefined;

/** Where a reference leads; undefined if no parser takes it (`URL.canParse` errs once it is hot, in Node 20). */
function originOf(text: string, base: string): string | undefined {
  try {
    return new URL(text, base).origin;
  } catch {
    return undefined;
  }
}

/** Whether a browser stays at the shop, be it asked for by http or https. */
function staysAtTheShop(text: string): boolean {
  return ['http://h.invalid/a/b', 'https://h.invalid/a/b'].every(
    (base) => originOf(text, base) === new URL(base).origin,
  );
}

/** Nobody takes these for a reference, although a browser would escape them. */
const isForeign = (text: string): boolean => /^\s*[<[{"]/.test(text);

describe('the URL of an image', () => {
  test('is any absolute or relative URL', () => {
    fc.assert(
      fc.property(fc.oneof(absolute, relative), (url) => isResolvableUrl(url)),
      runs,
    );
    fc.assert(
      fc.property(absolute, (url) => isResolvableUrl(url.replace(/^[a-z0-9]+:/, ''))),
      runs,
    );
  });

  test('is any reference of RFC 3986 that a parser resolves, except the empty one', () => {
    fc.assert(
      fc.property(anything, (text) => {
        fc.pre(text !== '' && isReference(text) && resolves(text));
        return isResolvableUrl(text);
      }),
      runs,
    );
  });

  test('is not a text that no parser resolves', () => {
    fc.assert(
      fc.property(anything, (text) => resolves(text) || !isResolvableUrl(text)),
      runs,
    );
  });
});

describe('a relative path', () => {
  test('is any relative reference', () => {
    fc.assert(fc.property(relative, (path) => isRelativePath(path)), runs);
  });

  test('is any text that a browser takes as relative', () => {
    fc.assert(
      fc.property(anything, (text) => {
        fc.pre(staysAtTheShop(text) && !isForeign(text));
        return isRelativePath(text);
      }),
      runs,
    );
  });

  test('is no URL of a host', () => {
    fc.assert(fc.property(absolute, (url) => !isRelativePath(url)), runs);
    fc.assert(
      fc.property(absolute, (url) => !isRelativePath(url.replace(/^[a-z0-9]+:/, ''))),
      runs,
    );
  });
}); // prettier-ignore
