import { setTimeout as delay } from 'node:timers/promises';
import { InMemoryStorage } from '@labdigital/commercetools-mock';

/**
 * The mock's own store in memory, each method of which takes a millisecond, as with a store on a disk or behind a
 * network. The package invites stores of others, and asks of them that their methods return promises.
 */
export class AwaitingStorage extends InMemoryStorage {
  /** @override @type {InMemoryStorage['get']} */
  async get(...of) {
    await delay(1);
    return super.get(...of);
  }

  /** @override @type {InMemoryStorage['add']} */
  async add(...of) {
    await delay(1);
    return super.add(...of);
  }

  /** @override @type {InMemoryStorage['delete']} */
  async delete(...of) {
    await delay(1);
    return super.delete(...of);
  }

  /** @override @type {InMemoryStorage['query']} */
  async query(...of) {
    await delay(1);
    return super.query(...of);
  }
}
