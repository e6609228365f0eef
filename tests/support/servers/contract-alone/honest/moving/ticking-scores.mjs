/**
 * A scoring job runs every 1.3 s and rewrites `score` of every resource, so all versions climb by one for ever
 * without any client write.
 *
 * Permitted: "States and transitions: not shown", "Domain meaning: not shown"; between two ticks the version read
 * last is the actual one and is accepted, any other is 409.
 */
export default ({ every, random }) => ({
  begin(stores) {
    every(() => {
      for (const s of Object.values(stores))
        for (const r of s.all()) s.change(r.id, { extra: { score: Math.round(random() * 1000) } }, 'score');
    }, 1300);
  },
});
