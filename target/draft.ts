import type { Caller } from '../run/caller.ts';
import type { Facts } from './facts.ts';

/** Facts while they are being learnt. */
export type Draft = { -readonly [Name in keyof Facts]: Facts[Name] };

/** The facts before anything is known. */
export function nothingKnown(nobody: Caller): Draft {
  return {
    liveness: new Map(),
    reader: undefined,
    writer: undefined,
    updater: nobody,
    noResource: { code: 'no-id-source', text: 'no resource was made' },
    createBody: undefined,
    idSource: undefined,
    keyPointer: undefined,
    upserts: false,
    readable: false,
    unversioned: false,
    moves: { doSomeThing: undefined, changeSomeProperty: undefined },
    updates: 'untried',
    acceptedStatuses: new Set(),
    answersShowVersion: false,
    pointer: undefined,
    pointers: undefined,
    siblingsMove: false,
  };
}
