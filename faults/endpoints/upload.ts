import { headerOf } from '../../reference/message.ts';
import type { Fault, Need } from '../fault.ts';
import { type, wrapped } from './namespace.ts';
import { bare, content, parameters, refusing, serving, succeeding } from '../rewrite.ts';
import type { Operation } from '../../reference/routes.ts';

const declared: { readonly needs: readonly Need[] } = { needs: ['declaration'] };

/** Answers every request of an operation with a server error, whoever sends it. */
const failing = (operation: Operation) => wrapped(serving([operation], () => ({ response: bare(500) })));

const labels = ['image/jpeg', 'image/png', 'image/gif'];

/** Whether an upload is a picture, by its first octets. */
const isPicture = (body: Uint8Array): boolean =>
  ['\xff\xd8', '\x89P', 'GI'].includes(String.fromCharCode(...body.slice(0, 2)));

/** Replaces some unlisted media types by a listed media type. */
const relabelling = (isMeant: (label: string, body: Uint8Array) => boolean) =>
  wrapped((next) => (state, request, now) => {
    const label = type(request);
    const isOther = label !== '' && !labels.includes(label) && isMeant(label, request.body);
    if (!request.target.includes('/resource/images') || !isOther) return next(state, request, now);
    const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type');
    return next(state, { ...request, headers: [...headers, ['Content-Type', 'image/png']] }, now);
  });

/** Searches and uploads that fail, and uploads of forbidden content (4.14 to 4.18). */
export const uploadFaults: readonly Fault[] = [
  {
    name: 'images-taken-as-svg',
    breaks: '4.15/other-types-are-refused',
    summary: 'Content labelled image/svg+xml is accepted as an image.',
    ...relabelling((label) => label === 'image/svg+xml'),
    ...declared,
  },
  {
    name: 'images-known-by-the-beginning-of-their-type',
    breaks: '4.15/other-types-are-refused',
    summary: 'Content labelled with a type that begins like a listed type is accepted as an image.',
    ...relabelling((label) => labels.some((one) => label.startsWith(one))),
    ...declared,
  },
  {
    name: 'images-known-by-a-part-of-a-listed-type',
    breaks: '4.15/other-types-are-refused',
    summary: 'Content labelled with a type that a listed type contains is accepted as an image.',
    ...relabelling((label) => labels.some((one) => one.includes(label))),
    ...declared,
  },
  {
    name: 'images-taken-as-html',
    breaks: '4.15/other-types-are-refused',
    summary: 'Content labelled text/html is accepted as an image.',
    ...relabelling((label) => label === 'text/html'),
    ...declared,
  },
  {
    name: 'images-taken-as-octets',
    breaks: '4.15/other-types-are-refused',
    summary: 'Content labelled application/octet-stream is accepted as an image.',
    ...relabelling((label) => label === 'application/octet-stream'),
    ...declared,
  },
  {
    name: 'images-known-by-content-alone',
    warns: '4.15/other-labels-are-refused',
    section: '4.15',
    expect: 'warn',
    summary: 'An image is accepted under any label.',
    ...relabelling((_label, body) => isPicture(body)),
    ...declared,
  },
  {
    name: 'images-refuse-staged-true',
    breaks: '4.15/staged-takes-both-values',
    summary: 'staged=true is answered 400.',
    wrap: refusing(['4.15'], 400, (request) => parameters(request, 'staged').includes('true')),
    ...declared,
  },
  {
    name: 'images-fail-on-staged-false',
    breaks: '4.15/staged-takes-both-values',
    summary: 'staged=false is answered 500.',
    wrap: refusing(['4.15'], 500, (request) => parameters(request, 'staged').includes('false')),
    ...declared,
  },
  {
    name: 'images-refuse-staged',
    warns: '4.15/staged-is-understood',
    section: '4.15',
    expect: 'warn',
    summary: 'Every staged is answered 400.',
    wrap: refusing(['4.15'], 400, (request) => parameters(request, 'staged').length > 0),
    ...declared,
  },
  {
    name: 'images-fail-on-sku',
    breaks: '4.15/documented-parameters-do-no-harm',
    summary: 'An upload with sku is answered 500.',
    wrap: refusing(['4.15'], 500, (request) => parameters(request, 'sku').length > 0),
    ...declared,
  },
  {
    name: 'images-fail-on-letters-beyond-ascii',
    breaks: '4.15/documented-parameters-do-no-harm',
    summary: 'A filename with an accent is answered 500.',
    wrap: refusing(['4.15'], 500, (request) => /[^\0-\x7f]/.test(parameters(request, 'filename').join())),
    ...declared,
  },
  {
    name: 'images-always-fail',
    section: '4.15',
    expect: 'incomplete',
    summary: 'Every upload is answered 500.',
    ...failing('4.15'),
    ...declared,
  },
  {
    name: 'product-search-always-fails',
    section: '4.14',
    expect: 'incomplete',
    summary: 'Every search is answered 500.',
    ...failing('4.14'),
    ...declared,
  },
  {
    name: 'namespace-read-always-fails',
    section: '4.16',
    expect: 'incomplete',
    summary: 'Every read is answered 500.',
    ...failing('4.16.GET'),
  },
  {
    name: 'namespace-write-always-fails',
    section: '4.16',
    expect: 'incomplete',
    summary: 'Every write is answered 500.',
    ...failing('4.16.POST'),
  },
  {
    name: 'namespace-write-refuses-json',
    warns: '4.16/write-takes-json',
    section: '4.16',
    expect: 'warn',
    summary: 'A write labelled application/json is answered 415.',
    wrap: refusing(['4.16.POST'], 415),
  },
  {
    name: 'cart-always-fails',
    breaks: '4.17/answers-without-server-error',
    summary: 'Every cart is answered 500.',
    ...failing('4.17'),
  },
  {
    name: 'cart-with-headers-always-fails',
    breaks: '4.18/answers-without-server-error',
    summary: 'Every cart is answered 500.',
    ...failing('4.18'),
  },
  {
    name: 'cart-errors-without-a-label',
    warns: '4.18/errors-as-json',
    rows: ['Errors/2'],
    section: '4.18',
    expect: 'warn',
    summary: 'Refusals of the cart with headers have a body and no media type.',
    wrap: serving(['4.18'], (next, request) =>
      headerOf(request, 'service-locale') === undefined
        ? { response: { ...bare(400), body: new TextEncoder().encode('{"message":"no locale"}') } }
        : next(),
    ),
  },
  {
    name: 'images-without-a-name-answered-with-broken-json',
    breaks: 'General/labelled-as-json-is-json',
    section: '4.15',
    summary: 'An upload without a filename is answered with a value that JSON does not have.',
    ...wrapped(
      succeeding(['4.15'], (response, request) =>
        parameters(request, 'filename').length > 0
          ? response
          : { ...response, ...content('{"filename":undefined}', 'application/json') },
      ),
    ),
    ...declared,
  },
];
