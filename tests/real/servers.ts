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
  /** Why it is a deviation of what is behind the adapter. */
  readonly because: string;
}

/** A server that somebody else has written, with what a run has to say of it. */
export interface Server {
  /** As its package is called among the dependencies of the examples. */
  readonly product: string;
  /** How it is set up, in words that go on from the product: `in memory`. */
  readonly as: string;
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

type Members = Readonly<Record<string, unknown>>;

/** Members that are none of their type, with what they hold and what the contract has there. */
const illTyped: readonly {
  readonly clause: string;
  readonly holds: string;
  readonly contract: string;
  readonly members: Members;
  /** What the mock lets a type declare of it; nothing if its types have no word for it. */
  readonly declared?: string;
}[] = [
  {
    clause: 'array-of-int-example-holds-integers',
    holds: 'a text',
    contract: 'an array of integers',
    members: { arrayOfIntExample: 'a' },
    declared: 'a set of numbers',
  },
  ...['UniqueInt', 'Twonumbers', 'NumberNoDefaults'].map((name) => ({
    clause: `array-of-${name.replace(/(?<=.)[A-Z]/g, '-$&').toLowerCase()}-example-holds-integers`,
    holds: 'a fraction',
    contract: 'an array of integers',
    members: { [`arrayOf${name}Example`]: [1, 2.5] },
  })),
  {
    clause: 'array-of-float-example-holds-numbers',
    holds: 'a text among numbers',
    contract: 'an array of floats',
    members: { arrayOfFloatExample: [1.5, '1.5'] },
    declared: 'a set of numbers',
  },
  {
    clause: 'array-of-string-example-holds-strings',
    holds: 'a number among texts',
    contract: 'an array of strings',
    members: { arrayOfStringExample: ['a', 7] },
    declared: 'a set of texts',
  },
  {
    clause: 'array-of-object-type-holds-objects',
    holds: 'a number among objects',
    contract: 'an array of objects',
    members: { arrayOfObjectType: [{ integerExample: 1 }, 7] },
  },
  {
    clause: 'integer-example-is-integer',
    holds: 'a fraction',
    contract: 'an integer',
    members: { arrayOfObjectType: [{ integerExample: 2.5 }] },
  },
  {
    clause: 'integer-example-int32-is-32-bit-integer',
    holds: 'a number of more than 32 bits',
    contract: 'an integer of 32 bits',
    members: { arrayOfObjectType: [{ integerExampleInt32: 2147483648 }] },
  },
];

/** What a version that differs comes to on the mock, in whatever store. */
const comparedWhereSomethingChanges: readonly Finding[] = [
  {
    clause: '4.10/stale-version-conflicts',
    because:
      'An update changes version 1 to 2. A second update with version 1 is answered 200 if it sets the description that is already there, and 409 if it sets another one. The contract demands 409 if the version differs from the actual one.',
    ask: versionThatWasLeft,
    shows: [200, 200, 409],
  },
  {
    clause: '4.10/no-success-whatever-the-body',
    because:
      'An update with version 7919, which never existed, is answered 200 if it has no actions, and 409 if it has an action that changes something. Both have one cause: the server compares the version only if there is a change to store. The source states this as its intention (`apply` in `src/repositories/abstract.ts`).',
    ask: versionThatNeverWas,
    shows: [200, 409],
  },
];

const storedUncheckedByMock = illTyped.map(({ clause, holds, contract, members, declared }): Finding => ({
  clause: `Resources/${clause}`,
  because:
    declared === undefined
      ? `The contract has ${contract}; the server stores and shows ${holds}. The product's types cannot declare this, so the server does not check it.`
      : `If a type declares ${declared}, the server stores ${holds} and shows it to later readers; the contract has ${contract}.`,
  ask: (at) => storedFields(at, members),
  shows: members,
}));

const storedUncheckedByCouch = illTyped.map(({ clause, holds, contract, members }): Finding => ({
  clause: `Resources/${clause}`,
  because: `The contract has ${contract}; the server stores and shows ${holds}.`,
  ask: (at) => storedMembers(at, members),
  shows: members,
}));

const raced: Finding = {
  clause: '4.10/one-winner',
  because:
    'Of eight simultaneous updates that state one version, several are answered 200, all with the same next version. `saveUpdate` in the same file awaits a read, compares, and awaits a write; the interface for stores has no conditional write. The store that awaits is ours (`examples/awaiting-storage.mjs`): the own store in memory, with a delay of a millisecond.',
  ask: severalWinners,
  shows: true,
};

const oneWinner = { that: 'has one winner per race', ask: severalWinners, shows: false };

const mock = { product: '@labdigital/commercetools-mock', verdict: 'NON-CONFORMANT', undecided: {} } as const;
const couch = { product: 'express-pouchdb', node: '20.19.0', undecided: {} } as const;
const revisions = {
  that: 'answers 409 to revisions that are not the current one',
  ask: otherRevisions,
  shows: [409, 409],
};

/** The table that runs are compared with. It is decided by hand: a run that says otherwise is wrong until looked at. */
export const servers: readonly Server[] = [
  {
    ...mock,
    as: 'in memory',
    command: ['commercetools-mock.mjs'],
    node: '20.19.0',
    failed: [...comparedWhereSomethingChanges, ...storedUncheckedByMock],
    right: [oneWinner],
  },
  {
    ...mock,
    as: 'on a store that awaits',
    command: ['commercetools-mock.mjs', '--storage', 'awaiting'],
    node: '20.19.0',
    failed: [...comparedWhereSomethingChanges, ...storedUncheckedByMock, raced],
    right: [],
  },
  {
    ...mock,
    as: 'in SQLite',
    command: ['commercetools-mock.mjs', '--storage', 'sqlite'],
    // The first with node:sqlite and no flag for it.
    node: '22.13.0',
    failed: [...comparedWhereSomethingChanges, ...storedUncheckedByMock],
    right: [oneWinner],
  },
  {
    ...couch,
    as: 'with a schema check of CouchDB',
    command: ['express-pouchdb.mjs'],
    verdict: 'CONFORMANT',
    failed: [],
    right: [
      revisions,
      {
        that: 'refuses each member of a wrong type',
        ask: (at) => Promise.all(illTyped.map(({ members }) => storedMembers(at, members))),
        shows: illTyped.map(() => 403),
      },
    ],
  },
  {
    ...couch,
    as: 'without a schema check',
    command: ['express-pouchdb.mjs', '--without-schema'],
    verdict: 'NON-CONFORMANT',
    failed: storedUncheckedByCouch,
    right: [revisions],
  },
];
