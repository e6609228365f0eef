/** Signs of a run's id that are in its texts. */
const length = 8;
/** No hexadecimal digit: so no identifier of another system contains a mark by chance. */
const sign = 'z';

/**
 * The word in every text of a run, wherever the contract allows a text: the owner of the server finds by it the
 * resources that the run has created or changed, and the run distinguishes them from others.
 *
 * @param runId - hexadecimal digits
 */
export function runMark(runId: string): string {
  return `${sign}${runId.slice(0, length)}`;
}
