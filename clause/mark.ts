/** Signs of a run's id that are in its texts. */
const length = 8;
/** No hexadecimal digit: no identifier of somebody else's holds a mark by chance. */
const sign = 'z';

/**
 * What every text of a run's own holds, wherever the contract allows a text: anyone who owns the server can find by it
 * what the run has made or changed, and the run can tell by it what somebody else has.
 *
 * @param runId - hexadecimal digits
 */
export function runMark(runId: string): string {
  return `${sign}${runId.slice(0, length)}`;
}
