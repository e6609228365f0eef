import { handle } from './handle.ts';
import { honestPolicy } from './honest/policy.ts';
import { override, type PolicyOverride, type State } from './policy.ts';
import { seededRandom } from './random.ts';
import type { Handle, HandleWrap } from './reply.ts';
import { emptyProject } from './state.ts';
import { defaultTokens } from './tokens.ts';

/** An implementation ready to be served: its state, and its handler. */
export interface Reference {
  readonly state: State;
  readonly handle: Handle;
}

/**
 * An embedded implementation of the whole contract with the empty projects `demo` and `other`. Honest by default.
 * Overrides change single decisions; wraps enclose the whole, the last wrap outermost.
 */
export function createReference(
  options: {
    readonly policy?: readonly PolicyOverride[];
    readonly wraps?: readonly HandleWrap[];
    readonly seed?: number;
  } = {},
): Reference {
  const { policy = [], wraps = [], seed = 1 } = options;
  const state: State = {
    policy: override(honestPolicy, policy),
    random: seededRandom(seed),
    tokens: defaultTokens(),
    projects: new Map(['demo', 'other'].map((key) => [key, emptyProject(key)])),
    jobs: [],
  };
  return { state, handle: wraps.reduce<Handle>((next, wrap) => wrap(next), handle) };
}
