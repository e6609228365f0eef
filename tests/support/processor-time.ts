/**
 * How long work keeps the processor, in milliseconds: how busy the machine is makes no difference. Other threads of the
 * process count as well, so that bounds are a few times what is usual.
 */
export function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
