import type { Profile } from '../../clause/profile.ts';
import type { Caller } from '../../history/caller.ts';
import type { Chain } from '../../run/session/dispatch.ts';
import type { Session } from '../../run/session/session.ts';

/** The means to clean up. */
export interface CleanUp {
  readonly session: Session;
  readonly chain: Chain;
  readonly writer: Caller | undefined;
  readonly reader: Caller | undefined;
  readonly profile: Profile;
  /** The mark in every text of the run. */
  readonly mark: string;
  /** A resource was read by the id that its create showed; without this, the id is not known to be right. */
  readonly areIdsKnown: boolean;
  /** Lists show a resource at most this many milliseconds after it was made. */
  readonly queryMs: number;
  /** The run is over, so another client's resource may have got the id meanwhile: each resource is read before its delete. */
  readonly isLate: boolean;
  /** The target of the ledger is unknown: only a resource with the mark belongs to the run. */
  readonly isTargetUnknown?: boolean;
}
