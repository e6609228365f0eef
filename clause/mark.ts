/** Signs of a run's id that are in its texts. */
const length = 8;
/** No hexadecimal digit, so no identifier of another system contains a mark by chance. */
const sign = 'z';

/** The word in every text of a run, made from its hexadecimal id: it distinguishes the resources of the run from all others. */
export function runMark(runId: string): string {
  return `${sign}${runId.slice(0, length)}`;
}
