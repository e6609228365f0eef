/// <reference lib="esnext.disposable" preserve="true" />
import { resolve } from 'node:path';
import { tokenBySetting, embeddedTarget } from '../config/runs/embedded-target.ts';
import { serve, type Serving } from '../reference/serve.ts';
import { tokenOf } from '../reference/tokens.ts';
import { fetchedFrom } from './fetched.ts';
import { makeMock, type Habits } from './made.ts';
import type { PlannedWish } from './planned.ts';
import type { SeenRequest } from './seen-requests.ts';
import { openStateFile } from './state-file.ts';

export type { PlannedWish, SeenRequest };

/** How a mock is started. */
export interface MockOptions extends Habits, Serving {
  /** `false` opens no port: only `fetch` reaches it. */
  readonly listen?: boolean;
  /** A file that keeps the resources over restarts; this needs the package `lmdb`, installed beside the suite. */
  readonly state?: string;
}

/** A mock that has started. */
export interface StartedMock {
  /** Without a slash at the end; `http://mock.invalid` for a mock without a port. */
  readonly url: string;
  /** The first segment of each path. */
  readonly projectKey: string;
  /** By the names of their content: `MANAGE_TEST`, `VIEW_TEST`, `EXPIRED` and so on. */
  readonly tokens: Readonly<Record<string, string>>;
  /** Settings of the suite for this mock, by the names of their variables. */
  readonly env: Readonly<Record<string, string>>;
  /** The inputs from which the mock was made: the same seed gives the same drawn choices. */
  readonly seed: number;
  readonly choices: readonly string[];
  /** Keys of the profile that are not imitated, each with the reason. */
  readonly notImitated: readonly { readonly key: string; readonly because: string }[];
  /** The latest thousand requests, oldest first. */
  readonly requests: readonly Readonly<SeenRequest>[];
  /** Places a wish for the next request, or for several requests. Throws an error for an invalid wish. */
  next(wish: PlannedWish): void;
  /** The resources as text. */
  snapshot(): string;
  /** Throws an error for text that is no snapshot. */
  restore(snapshot: string): void;
  /** Sets everything back to the start. */
  reset(): void;
  /** Works like the global `fetch`, but without a port: takes a path, or a URL whose origin is ignored. */
  fetch(request: string | URL | Request, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a mock on 127.0.0.1.
 *
 * @throws ConfigurationError for a name that is not in the catalogue and a file that cannot be used, and
 * errors of `listen`
 */
export async function mock(options: MockOptions = {}): Promise<StartedMock> {
  const { listen = true, latencyMs = 0, state, ...serving } = options;
  const file = state === undefined ? undefined : await openStateFile(resolve(state));
  const { mock: made, seed, choices, imitation } = makeMock(options, file);
  const served = listen ? await serve(made, { ...serving, latencyMs }) : undefined;
  const url = served?.url ?? 'http://mock.invalid';
  const close = async (): Promise<void> => {
    await served?.close();
    await file?.close();
  };
  return {
    url,
    projectKey: 'demo',
    tokens: {
      ...Object.fromEntries(
        Object.entries(tokenBySetting).map(([name, token]) => [name.toUpperCase(), token]),
      ),
      EXPIRED: tokenOf.expired,
    },
    env: settingsFor(url),
    seed,
    choices,
    notImitated: imitation?.others ?? [],
    get requests() {
      return made.seen.all;
    },
    next: (wish) => made.planned.add(wish),
    snapshot: () => made.snapshot(),
    restore: (snapshot) => made.restore(snapshot),
    reset: () => made.reset(),
    fetch: fetchedFrom(made, url, latencyMs),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** The settings with which the suite runs against a mock as against any vendor's server. */
export function settingsFor(url: string): Readonly<Record<string, string>> {
  const { projectKey, otherProjectKey, tokens } = embeddedTarget();
  return {
    CONFORMANCE_BASE_URL: url,
    CONFORMANCE_PROJECT_KEY: projectKey,
    ...Object.fromEntries(
      tokens.map(({ name, token }) => [`CONFORMANCE_TOKEN_${name.toUpperCase()}`, token]),
    ),
    CONFORMANCE_OTHER_PROJECT_KEY: otherProjectKey,
    CONFORMANCE_CONSENT: 'all',
  };
}
