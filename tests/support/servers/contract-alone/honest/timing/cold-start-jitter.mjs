/**
 * Slow and uneven: each request waits 10 to 350 ms (5 percent 900 ms), so parallel requests are handled out of
 * order; after 3 s without traffic the first request waits 1.6 s (cold start).
 *
 * Permitted: response times are not shown (Limits); each comparison of versions is atomic at the moment the request
 * is handled.
 */
export default function server({ now, sleep, random, between }) {
  let last = 0,
    warm = Promise.resolve();
  return {
    async delay() {
      if (now() - last > 3000) warm = sleep(1600);
      last = now();
      await warm;
      await sleep(random() < 0.05 ? 900 : between(10, 350));
      last = now();
    },
  };
}
