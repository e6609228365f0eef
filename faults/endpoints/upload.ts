import { headerOf } from '../../reference/message.ts';
import type { Fault, Need } from '../fault.ts';
import { fault, type, wrapped } from './namespace.ts';
import { bare, parameters, refusing, serving } from '../rewrite.ts';
import type { Operation } from '../../reference/routes.ts';

const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };

const incomplete = { ...declared, expect: 'incomplete' } as const;

/** Answers every request of an operation with a server error, whoever asks. */
const failing = (operation: Operation) => wrapped(serving([operation], () => ({ response: bare(500) })));

const labels = ['image/jpeg', 'image/png', 'image/gif'];

/** What an upload holds, by its first octets. */
const isPicture = (body: Uint8Array): boolean =>
  ['\xff\xd8', '\x89P', 'GI'].includes(String.fromCharCode(...body.slice(0, 2)));

/** Puts a listed label in the place of others. */
const relabelling = (isMeant: (label: string, body: Uint8Array) => boolean) =>
  wrapped((next) => (state, request, now) => {
    const label = type(request);
    const isOther = label !== '' && !labels.includes(label) && isMeant(label, request.body);
    if (!request.target.includes('/resource/images') || !isOther) return next(state, request, now);
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return next(state, { ...request, headers: [...headers, ['Content-Type', 'image/png']] }, now);
  });

/** Searches and uploads that fail, and uploads that take what is not allowed (4.14 to 4.18). */
export const uploadFaults: readonly Fault[] = [
  fault(
    'images-taken-as-svg',
    '4.15',
    'Anything labelled image/svg+xml is taken as an image.',
    relabelling((label) => label === 'image/svg+xml'),
    declared,
  ),
  fault(
    'images-taken-as-html',
    '4.15',
    'Anything labelled text/html is taken as an image.',
    relabelling((label) => label === 'text/html'),
    declared,
  ),
  fault(
    'images-taken-as-octets',
    '4.15',
    'Anything labelled application/octet-stream is taken as an image.',
    relabelling((label) => label === 'application/octet-stream'),
    declared,
  ),
  fault(
    'images-known-by-content-alone',
    '4.15',
    'An image is taken under any label.',
    relabelling((_label, body) => isPicture(body)),
    { ...declared, expect: 'warn' },
  ),
  fault(
    'images-refuse-staged-false',
    '4.15',
    'staged=false is answered 400.',
    wrapped(refusing(['4.15'], 400, (request) => parameters(request, 'staged').includes('false'))),
    declared,
  ),
  fault(
    'images-refuse-staged',
    '4.15',
    'Every staged is answered 400.',
    wrapped(refusing(['4.15'], 400, (request) => parameters(request, 'staged').length > 0)),
    { ...declared, expect: 'warn' },
  ),
  fault(
    'images-fail-on-sku',
    '4.15',
    'An upload with sku is answered 500.',
    wrapped(refusing(['4.15'], 500, (request) => parameters(request, 'sku').length > 0)),
    declared,
  ),
  fault(
    'images-fail-on-letters-beyond-ascii',
    '4.15',
    'A filename with an accent is answered 500.',
    wrapped(refusing(['4.15'], 500, (request) => /[^\0-\x7f]/.test(parameters(request, 'filename').join()))),
    declared,
  ),
  fault('images-always-fail', '4.15', 'Every upload is answered 500.', failing('4.15'), incomplete),
  fault('product-search-always-fails', '4.14', 'Every search is answered 500.', failing('4.14'), incomplete),
  fault('namespace-read-always-fails', '4.16', 'Every read is answered 500.', failing('4.16.GET'), {
    expect: 'incomplete',
  }),
  fault('namespace-write-always-fails', '4.16', 'Every write is answered 500.', failing('4.16.POST'), {
    expect: 'incomplete',
  }),
  fault(
    'namespace-write-refuses-json',
    '4.16',
    'A write labelled application/json is answered 415.',
    wrapped(refusing(['4.16.POST'], 415)),
    { expect: 'warn' },
  ),
  fault('cart-always-fails', '4.17', 'Every cart is answered 500.', failing('4.17')),
  fault('cart-with-headers-always-fails', '4.18', 'Every cart is answered 500.', failing('4.18')),
  fault(
    'cart-errors-without-a-label',
    '4.18',
    'Refusals of the cart with headers have a body and no media type.',
    wrapped(
      serving(['4.18'], (next, request) =>
        headerOf(request, 'service-locale') === undefined
          ? { response: { ...bare(400), body: new TextEncoder().encode('{"message":"no locale"}') } }
          : next(),
      ),
    ),
    { expect: 'warn' },
  ),
];
