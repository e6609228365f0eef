import { answer, fail } from './answers.mjs';
import { fullOtp, obj } from './fields.mjs';
import { cart, dateExamples } from './samples.mjs';

/** The operations beside resources (4.9, 4.13 to 4.18). */
export const sideOperations = ({ now }) => ({
  complex: (ctx) => {
    if (!obj(ctx.body)) return fail(400, 'an object is required');
    const q = ctx.query.get('queryParameterOne');
    ctx.alternative =
      (q === null ? [...ctx.params.uriParameterTwo].length : Math.abs(Math.floor(Number(q)))) % 4; // which of the four bodies
    return answer(
      200,
      fullOtp(
        [
          {},
          { arrayOfIntExample: [1, 2, 3], arrayOfTwonumbersExample: [1, 2] },
          { arrayOfStringExample: ['one'], arrayOfFloatExample: [1.5] },
          { arrayOfObjectType: [{ integerExample: 1, integerExampleInt32: 2 }] },
        ][ctx.alternative],
      ),
    );
  },
  urn: (ctx) => {
    if (!obj(ctx.body)) return fail(400, 'an object is required');
    if (ctx.query.get('queryParameterTwo') === null)
      return answer(200, fullOtp({ arrayOfIntExample: [1, 2], arrayOfStringExample: ['one'] }));
    ctx.date = new Date(typeof ctx.body.createdAt === 'string' ? ctx.body.createdAt : NaN);
    if (Number.isNaN(+ctx.date) || !/^\d{4}-/.test(ctx.date.toISOString())) ctx.date = new Date(now());
    return answer(200, dateExamples(ctx.date));
  },
  pps: (ctx) =>
    ctx.method === 'POST' && !ctx.type.startsWith('application/x-www-form-urlencoded')
      ? fail(415, 'a form is required')
      : answer(200, { results: [] }),
  images: (ctx) => {
    if (!ctx.type) return fail(400, 'Content-Type is required');
    if (!['image/jpeg', 'image/png', 'image/gif'].includes(ctx.type.split(';')[0].trim()))
      return fail(415, 'unsupported image type');
    return answer(200, { filename: ctx.query.get('filename') ?? undefined, size: ctx.raw.length });
  },
  nsGet: () => answer(200, { ok: true }),
  nsPost: () => answer(200, { ok: true }),
  nsExample: () => answer(200, cart()),
  nsHeaders: (ctx) =>
    ctx.headers.accept && ctx.headers['service-locale']
      ? answer(200, cart())
      : fail(400, 'Accept and Service-Locale are required'),
});
