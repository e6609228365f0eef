/**
 * timeOnlyExample writes hour, minute and second below ten with one digit (9:5:0); the other fields are right.
 *
 * Forbidden: Resources, DateExamples: timeOnlyExample is "time, HH:MM:SS".
 *
 * Shows: POST /demo/resource/description-with-urn-links?queryParameterTwo=a {"createdAt":
 * "2024-02-03T04:05:06.007Z"}: timeOnlyExample "4:5:6"
 */
export default () => ({
  after: (ctx, res) => {
    if (ctx.op === 'urn' && res.status === 200 && res.body.timeOnlyExample)
      res.body.timeOnlyExample = res.body.timeOnlyExample.replace(/\b0(\d)/g, '$1');
  },
});
