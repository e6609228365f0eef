/**
 * The time that a server lives in, by a clock of `now` and `sleep`. What it puts off is done before it looks at the next
 * request, as if it had been done when it was due: nobody can tell the difference, and no timer is left behind.
 */
export function timeOf(clock, seed = 1) {
  const due = [];
  let doneAt;
  let last = seed;

  const now = () => doneAt ?? clock.now();
  const later = (task, ms) => {
    const at = now() + ms;
    due.splice(due.findLastIndex((one) => one.at <= at) + 1, 0, { at, task });
  };
  const every = (task, ms) =>
    later(() => {
      task();
      every(task, ms);
    }, ms);
  const settle = () => {
    while (due.length > 0 && due[0].at <= clock.now()) {
      const { at, task } = due.shift();
      doneAt = at;
      task();
      doneAt = undefined;
    }
  };
  /** The same numbers from 0 to 1 for the same seed (mulberry32). */
  const random = () => {
    last = (last + 0x6d2b79f5) | 0;
    let mixed = Math.imul(last ^ (last >>> 15), 1 | last);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (digits) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    now,
    iso: () => new Date(now()).toISOString(),
    sleep: async (ms) => {
      await clock.sleep(ms);
      settle();
    },
    later,
    every,
    settle,
    random,
    between: (from, to) => from + random() * (to - from),
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
