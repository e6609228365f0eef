import type { Profile } from '../../../clause/profile.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import type { Reference } from '../../../reference/create.ts';
import { serve } from '../../../reference/serve.ts';
import type { RunOptions } from '../../../run/options.ts';
import { announcedTokens } from './announced-tokens.ts';
import { pythonIsPresent, StartedServer } from './started-server.ts';
import { optionsOf } from '../whole-run.ts';

/** An implementation that is served over sockets, and how a run is told of it as it should be. */
export interface ServedImplementation {
  readonly name: 'reference' | 'second';
  readonly isPresent: () => boolean;
  /** @param reference - the reference itself, where it is one in this process */
  readonly use: <T>(
    faults: readonly string[],
    work: (right: RunOptions, reference?: Reference) => Promise<T>,
  ) => Promise<T>;
}

const reference: ServedImplementation = {
  name: 'reference',
  isPresent: () => true,
  use: async (faults, work) => {
    const own = referenceWith({ faults, choices: [], seed: 1 });
    const server = await serve(own);
    try {
      return await work(optionsOf(server.url, { profile: referenceProfile as Profile }), own);
    } finally {
      await server.close();
    }
  },
};

const second: ServedImplementation = {
  name: 'second',
  isPresent: pythonIsPresent,
  use: async (faults, work) => {
    await using server = await StartedServer.start(...faults.flatMap((name) => ['--fault', name]));
    const { baseUrl, projectKey, otherProjectKey } = server.announced;
    const without = new Set(['minted-scopes', '4.14', '4.15', 'key']);
    return await work(
      optionsOf(baseUrl, {
        projectKey,
        otherProjectKey,
        tokens: announcedTokens(server.announced),
        without,
        profile: {},
        timeoutMs: 5_000,
      }),
    );
  },
};

/** The reference, and an independent one in another language. */
export const servedImplementations: readonly ServedImplementation[] = [reference, second];
