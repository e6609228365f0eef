import type { Profile } from '../../clause/profile.ts';
import type { Caller } from '../../history/caller.ts';
import type { Chain } from '../../run/session/chains.ts';
import type { Session } from '../../run/session/session.ts';

/** What cleaning up needs: who deletes, who reads, and how deletes name the version where the vendor has declared it. */
export interface CleanUp {
  readonly session: Session;
  readonly chain: Chain;
  readonly writer: Caller | undefined;
  readonly reader: Caller | undefined;
  readonly profile: Profile;
  /** What every text of the run holds. */
  readonly mark: string;
  /** A resource was read by the id that its create showed; otherwise nobody knows it by that. */
  readonly areIdsKnown: boolean;
  /** Lists show a resource so many milliseconds after it was made at the latest. */
  readonly queryMs: number;
  /** The run is over, so that somebody else may have got an id meanwhile: nothing is deleted that is not looked at. */
  readonly isLate: boolean;
  /** Nobody knows of which target the ledger is: only what shows the mark is the run's, and what is missing was not. */
  readonly isTargetUnknown?: boolean;
}
