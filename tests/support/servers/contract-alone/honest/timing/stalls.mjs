/**
 * Every 6 s the primary stops for 1.5 s (failover, collection): writes and HEAD that arrive then are held and
 * handled when it is over; reads go on from the replica.
 *
 * Permitted: response times are not shown; nothing is refused, versions are compared when the held write is
 * handled, so of held updates with one version exactly one succeeds.
 */
export default function server({ now, sleep }) {
  const t0 = now();
  return {
    async delay(ctx) {
      if (ctx.method === 'GET') return;
      const phase = (now() - t0) % 6000;
      if (phase > 4500) await sleep(6000 - phase + 5);
    },
  };
}
