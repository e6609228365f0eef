import { json, mediaType, type Handler, type Served } from '../call.ts';
import { number } from '../json.ts';
import { Refused } from '../refused.ts';

const imageTypes = ['image/jpeg', 'image/png', 'image/gif'];

/** Searches product projections (4.14): answers a form by POST with a page that is never empty. */
const searchProducts: Handler = (call) => {
  const type = mediaType(call.request);
  if (type !== 'application/x-www-form-urlencoded') throw new Refused(415, 'the body has to be a form');
  const results = [1, 2, 3].map((index) => ({
    id: `product-${index}`,
    key: `p-${index}`,
    name: `Product ${index}`,
  }));
  const count = number(results.length);
  return json(call, 200, { limit: number(20), offset: number(0), count, total: count, results });
};

/** Takes an image of a product variant (4.15): a POST in one of the three allowed media types. */
const uploadImage: Handler = (call) => {
  const type = mediaType(call.request);
  if (type === '') throw new Refused(400, 'Content-Type is required');
  if (!imageTypes.includes(type)) throw new Refused(415, 'the image has to be JPEG, PNG or GIF');
  const variant = call.query.int('variant') ?? 1;
  const staged = call.query.bool('staged') ?? true;
  const bytes = call.request.body.length;
  if (bytes === 0) throw new Refused(400, 'the image is empty');
  const filename = call.query.text('filename') ?? 'image';
  return json(call, 200, { filename, variant: number(variant), staged, type, bytes: number(bytes) });
};

/** The operations about products. */
export const products = {
  '4.14': {
    method: 'POST',
    path: 'product-projection-search',
    opening: ['view_products', 'view_published_products'],
    serve: searchProducts,
  },
  '4.15': { method: 'POST', path: 'images', opening: ['manage_products'], serve: uploadImage },
} as const satisfies Served;
