import {
  severalWinners,
  storedFields,
  versionThatNeverWas,
  versionThatWasLeft,
} from './commercetools-port.ts';
import { otherRevisions, storedMembers } from './couchdb-port.ts';
import type { StartedExample } from './started-example.ts';

/** What a third party's own port shows, without the adapter and without the suite. */
interface Shown {
  readonly ask: (at: StartedExample) => Promise<unknown>;
  readonly shows: unknown;
}

/** A clause that fails on a server, decided by hand against the contract. */
interface Finding extends Shown {
  readonly clause: string;
  /** Why it is a deviation of what stands behind the adapter. */
  readonly because: string;
}

/** A server that somebody else has written, with what a run has to say of it. */
export interface Server {
  readonly name: string;
  /** The example that starts it, with its arguments. */
  readonly command: readonly string[];
  /** The least version of Node that it runs on. */
  readonly node: string;
  readonly verdict: 'CONFORMANT' | 'NON-CONFORMANT';
  readonly failed: readonly Finding[];
  /** What the contract demands and the run leaves open, members that never occur apart; and why. */
  readonly undecided: Readonly<Record<string, string>>;
  /** What is right, where that was looked up by hand as well. */
  readonly right: readonly (Shown & { readonly that: string })[];
}

const noInteger = { arrayOfIntExample: 'a' };
const tooLarge = { arrayOfObjectType: [{ integerExampleInt32: 2147483648 }] };

/** What a version that differs comes to on the mock, in whatever store. */
const comparedWhereSomethingChanges: readonly Finding[] = [
  {
    clause: '4.10/stale-version-conflicts',
    because:
      'An update with the version that was left is answered 200 where it changes nothing, and 409 where it does; the contract knows only 409 for a version that differs.',
    ask: versionThatWasLeft,
    shows: [200, 200, 409],
  },
  {
    clause: '4.10/no-success-whatever-the-body',
    because:
      'A version that never was is answered 200 where there are no actions, and 409 where one changes something; the contract makes no such difference.',
    ask: versionThatNeverWas,
    shows: [200, 409],
  },
];

const storedUncheckedByMock: readonly Finding[] = [
  {
    clause: 'Resources/array-of-int-example-holds-integers',
    because:
      'A text is stored in a field that is declared to be a set of numbers, and shown to later readers; the contract types the member wherever it occurs.',
    ask: (at) => storedFields(at, noInteger),
    shows: noInteger,
  },
  {
    clause: 'Resources/integer-example-int32-is-32-bit-integer',
    because:
      'A number of more than 32 bits is stored and shown, since nothing declares the member in more detail; the contract says 32 bits.',
    ask: (at) => storedFields(at, tooLarge),
    shows: tooLarge,
  },
];

const raced: Finding = {
  clause: '4.10/one-winner',
  because:
    'The mock reads, compares and writes, and where a store takes time for each, several updates find the version that they state; after the first of them the version differs for all others, and 409 is due.',
  ask: severalWinners,
  shows: true,
};

const oneWinner = { that: 'has one winner a race', ask: severalWinners, shows: false };

const mock = { verdict: 'NON-CONFORMANT', undecided: {} } as const;
const couch = { node: '20.19.0', undecided: {} } as const;
const revisions = {
  that: 'answers 409 to revisions that are not the current one',
  ask: otherRevisions,
  shows: [409, 409],
};

/** The table that runs are compared with. It is decided by hand: a run that says otherwise is wrong until looked at. */
export const servers: readonly Server[] = [
  {
    ...mock,
    name: 'commercetools-mock in memory',
    command: ['commercetools-mock.mjs'],
    node: '20.19.0',
    failed: [...comparedWhereSomethingChanges, ...storedUncheckedByMock],
    right: [oneWinner],
  },
  {
    ...mock,
    name: 'commercetools-mock on a store that awaits',
    command: ['commercetools-mock.mjs', '--storage', 'awaiting'],
    node: '20.19.0',
    failed: [...comparedWhereSomethingChanges, ...storedUncheckedByMock, raced],
    right: [],
  },
  {
    ...mock,
    name: 'commercetools-mock on SQLite',
    command: ['commercetools-mock.mjs', '--storage', 'sqlite'],
    // The first with node:sqlite and no flag for it.
    node: '22.13.0',
    failed: [...comparedWhereSomethingChanges, ...storedUncheckedByMock],
    right: [oneWinner],
  },
  {
    ...couch,
    name: 'express-pouchdb with a schema check of CouchDB',
    command: ['express-pouchdb.mjs'],
    verdict: 'CONFORMANT',
    failed: [],
    right: [
      revisions,
      { that: 'refuses a text among integers', ask: (at) => storedMembers(at, noInteger), shows: 403 },
      { that: 'refuses what 32 bits do not hold', ask: (at) => storedMembers(at, tooLarge), shows: 403 },
    ],
  },
  {
    ...couch,
    name: 'express-pouchdb without a schema check',
    command: ['express-pouchdb.mjs', '--without-schema'],
    verdict: 'NON-CONFORMANT',
    failed: [
      {
        clause: 'Resources/array-of-int-example-holds-integers',
        because:
          'A database of documents stores what it is sent where no schema check is set up, and shows a text where the contract has an array of integers.',
        ask: (at) => storedMembers(at, noInteger),
        shows: noInteger,
      },
      {
        clause: 'Resources/integer-example-int32-is-32-bit-integer',
        because:
          'So does a number of more than 32 bits come back as it was sent, where the contract says 32 bits.',
        ask: (at) => storedMembers(at, tooLarge),
        shows: tooLarge,
      },
    ],
    right: [revisions],
  },
];
