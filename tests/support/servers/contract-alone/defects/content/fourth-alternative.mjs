/**
 * The fourth of the alternative bodies of artificially-complex has arrayOfObjectType as one object in place of an
 * array.
 *
 * Forbidden: 4.9: "JSON object with the ObjectTypeProperty fields; four alternative response bodies of that shape";
 * arrayOfObjectType is "array of ArrayItem".
 *
 * Shows: POST .../artificially-complex/path/uri-parameter-one=a/b?queryParameterOne=3 (any number with floor mod 4
 * = 3; or no such parameter and a uriParameterTwo of 3, 7, 11 characters)
 */
export default () => ({
  after: (ctx, res) => {
    if (ctx.op === 'complex' && res.status === 200 && ctx.alternative === 3)
      [res.body.arrayOfObjectType] = res.body.arrayOfObjectType;
  },
});
