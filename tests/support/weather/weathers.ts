import type { Weather, World } from './weather.ts';

const strangers = 'a-token-that-nobody-has-issued-1';

/** From a request of the run on tokens are answered as unknown ones are. */
function expiring(name: string, atRequest: number, isMeant: (token: string) => boolean): Weather {
  return {
    name,
    begin: () => ({
      fate: ({ number, token }) =>
        number >= atRequest && token !== undefined && isMeant(token) ? { token: strangers } : undefined,
    }),
  };
}

/** From a request on only new tokens are known; whoever reads their source again gets them. */
function rotating(name: string, atRequests: readonly number[]): Weather {
  const generation = (token: string): number => Number(/^(\d+)~/.exec(token)?.[1] ?? 0);
  const original = (token: string): string => token.replace(/^\d+~/, '');
  let now = 0;
  return {
    name,
    renewed: (token) => (now === 0 ? token : `${now}~${original(token)}`),
    begin: () => {
      now = 0;
      return {
        fate: ({ number, token }) => {
          now = atRequests.filter((at) => number >= at).length;
          if (token === undefined) return undefined;
          return { token: generation(token) === now ? original(token) : strangers };
        },
      };
    },
  };
}

/** Something that happens again and again beside the run. */
function again(name: string, everyMs: number, work: (world: World) => Promise<void>): Weather {
  return {
    name,
    begin: (world) => ({
      job: async () => {
        for (;;) {
          await world.sleep(everyMs);
          if (world.isOver()) return;
          await work(world);
        }
      },
    }),
  };
}

/** The data of a minute ago are there again, now and then. */
function restore(everyMs: number): Weather {
  let put: (() => void) | undefined;
  return again(`the data base is restored each ${everyMs} ms`, everyMs, async (world) => {
    const before = put;
    put = world.backup?.();
    before?.();
    await Promise.resolve();
  });
}

function restoreAt(atRequest: number, of: number): Weather {
  return {
    name: `the data base of request ${of} is restored at request ${atRequest}`,
    begin: (world) => {
      let put: (() => void) | undefined;
      let done = false;
      return {
        fate: ({ number }) => {
          if (number >= of) put ??= world.backup?.();
          if (number >= atRequest && !done) {
            done = true;
            put?.();
          }
          return undefined;
        },
      };
    },
  };
}

function outage(name: string, atRequest: number, lastsMs: number, instead: 'reset' | 503 | 502): Weather {
  return {
    name,
    begin: () => {
      let until: number | undefined;
      return {
        fate: ({ number, at }) => {
          if (until === undefined && number >= atRequest) until = at + lastsMs;
          if (until === undefined || at >= until) return undefined;
          return { lost: true, instead: instead === 'reset' ? 'reset' : { status: instead } };
        },
      };
    },
  };
}

async function remove(world: World, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const version = /"version"\s*:\s*(\d+)/.exec(await world.request('GET', `/resource/${id}`))?.[1];
    await world.request('DELETE', `/resource/${id}${version === undefined ? '' : `?version=${version}`}`);
  }
}

function drawnFrom(world: World, count: number): readonly string[] {
  const ids = world.created();
  return Array.from({ length: count }, () => ids[Math.floor(world.random() * ids.length)] ?? '').filter(
    (id) => id !== '',
  );
}

function janitor(everyMs: number): Weather {
  let done = 0;
  return again(`a janitor deletes all test resources each ${everyMs} ms`, everyMs, async (world) => {
    const all = world.created();
    if (done > all.length) done = 0;
    const from = done;
    done = all.length;
    await remove(world, all.slice(from));
  });
}

function randomJanitor(everyMs: number): Weather {
  return again(`a janitor deletes resources at random each ${everyMs} ms`, everyMs, async (world) =>
    remove(world, drawnFrom(world, 2)),
  );
}

function toucher(everyMs: number): Weather {
  return again(`a job touches resources at random each ${everyMs} ms`, everyMs, async (world) => {
    for (const id of drawnFrom(world, 1)) {
      const version = /"version"\s*:\s*(\d+)/.exec(await world.request('GET', `/resource/${id}`))?.[1];
      if (version !== undefined)
        await world.request('POST', `/resource/${id}`, {
          version: Number(version),
          actions: [{ action: 'doSomeThing' }],
        });
    }
  });
}

function changer(everyMs: number): Weather {
  return again(`a job changes resources at random each ${everyMs} ms`, everyMs, async (world) => {
    for (const id of drawnFrom(world, 1)) {
      const version = /"version"\s*:\s*(\d+)/.exec(await world.request('GET', `/resource/${id}`))?.[1];
      if (version !== undefined)
        await world.request('POST', `/resource/${id}`, {
          version: Number(version),
          actions: [{ action: 'changeSomeProperty', someProperty: `job ${Math.round(world.now())}` }],
        });
    }
  });
}

function sometimes(
  name: string,
  share: number,
  fates: readonly ('reset' | 502 | 503)[],
  retryAfter?: string,
): Weather {
  return {
    name,
    begin: (world) => ({
      fate: () => {
        if (world.random() >= share) return undefined;
        const fate = fates[Math.floor(world.random() * fates.length)] ?? 'reset';
        const lost = world.random() < 0.5 ? { lost: true as const } : {};
        return {
          ...lost,
          instead:
            fate === 'reset'
              ? 'reset'
              : { status: fate, headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]] },
        };
      },
    }),
  };
}

/** At most so many requests in a second. */
function limited(name: string, perSecond: number, retryAfter: string | undefined): Weather {
  return {
    name,
    begin: () => {
      const window: number[] = [];
      return {
        fate: ({ at }) => {
          while (window.length > 0 && (window[0] ?? 0) <= at - 1_000) window.shift();
          if (window.length < perSecond) {
            window.push(at);
            return undefined;
          }
          return {
            lost: true,
            instead: { status: 429, headers: retryAfter === undefined ? [] : [['Retry-After', retryAfter]] },
          };
        },
      };
    },
  };
}

function slow(name: string, delay: (world: World) => number): Weather {
  return { name, begin: (world) => ({ fate: () => ({ delayMs: delay(world) }) }) };
}

const tokens = { manage: 'demo-manage-test', view: 'demo-view-test' };

/** What may happen to a run. */
export const weathers: readonly Weather[] = [
  ...[60, 200, 500, 900, 1_200].flatMap((at) => [
    expiring(`view_test expires at request ${at}`, at, (token) => token === tokens.view),
    expiring(`manage_test expires at request ${at}`, at, (token) => token === tokens.manage),
    expiring(`all tokens expire at request ${at}`, at, () => true),
  ]),
  ...[60, 500, 900, 1_300].map((at) => rotating(`all tokens are rotated at request ${at}`, [at])),
  rotating('all tokens are rotated now and then', [150, 400, 800, 1_200, 1_400]),
  ...[150, 700, 2_500].flatMap((ms) => [janitor(ms), randomJanitor(ms)]),
  ...[150, 700, 2_500].map(restore),
  ...[
    [300, 100],
    [700, 300],
    [1_000, 400],
    [1_300, 700],
  ].map(([at = 0, of = 0]) => restoreAt(at, of)),
  ...[20, 100, 1_000].flatMap((ms) => [toucher(ms), changer(ms)]),
  ...[100, 500, 1_000].flatMap((at) => [
    outage(`a restart of 2 s at request ${at}`, at, 2_000, 'reset'),
    outage(`a deploy of 2 s at request ${at}`, at, 2_000, 503),
    outage(`a restart of 20 s at request ${at}`, at, 20_000, 'reset'),
    outage(`a gateway without a server for 20 s at request ${at}`, at, 20_000, 502),
  ]),
  sometimes('5 % resets', 0.05, ['reset']),
  sometimes('2 % 502 and 503', 0.02, [502, 503]),
  slow('300 ms an answer', () => 300),
  slow('up to 2 s an answer', (world) => world.random() ** 4 * 2_000),
  limited('50 a second, 429 with Retry-After', 50, '1'),
  limited('50 a second, 429 without Retry-After', 50, undefined),
];
