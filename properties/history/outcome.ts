import { isSuccess, says, isOfClass } from '../../wire/status.ts';
/**
 * The meaning of the answer to an update before any reasoning: `accepted` (applied), `refused` (409), `rejected`
 * (another 4xx: outside the model of versions), `unknown` (may have been applied, possibly later).
 */
export type UpdateOutcome = 'accepted' | 'refused' | 'rejected' | 'unknown';

/** 4xx codes about time or load, not about the request: an earlier or later copy may have been applied. */
const undecided = ['timed out', 'limit'] as const;

/**
 * Sorts an answer to an update (4.10). The contract does not show the success status, so it is the status of
 * solo updates, including 303. 202 is never a success, because the update may be judged later. `status` is
 * null when no answer came.
 */
export function outcomeOf(status: number | null, calibratedStatus: number): UpdateOutcome {
  if (status === null) return 'unknown';
  if (says({ status }, 'conflict')) return 'refused';
  const succeeds = isSuccess(status) || says({ status }, 'see other');
  if (succeeds) return status === calibratedStatus && !says({ status }, 'later') ? 'accepted' : 'unknown';
  if (isOfClass(status, 4) && !says({ status }, ...undecided)) return 'rejected';
  return 'unknown';
}
