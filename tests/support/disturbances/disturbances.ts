import type { Fate, Given, Holder, Disturbance, World } from './disturbance.ts';

const strangers = 'a-token-that-nobody-has-issued-1';

/** From a request of the run on tokens are answered as unknown ones are. */
function expiring(who: Holder | 'all' | 'all but manage_test', atRequest: number): Disturbance {
  const isMeant = (token: string, tokens: World['tokens']): boolean => {
    if (who === 'all but manage_test') return token !== tokens.manage_test;
    return who === 'all' || token === tokens[who];
  };
  const names = { all: 'all tokens', 'all but manage_test': 'all tokens but manage_test' } as const;
  const verb = who in names ? 'expire' : 'expires';
  return {
    name: `${who === 'all' || who === 'all but manage_test' ? names[who] : who} ${verb} at request ${atRequest}`,
    begin: ({ tokens }) => ({
      fate: ({ number, token }) =>
        number >= atRequest && token !== undefined && isMeant(token, tokens)
          ? { token: strangers }
          : undefined,
    }),
  };
}

/** The same where nobody can tell from a refusal whether it is for the token or for its scopes. */
function whereRefusalsAreAlike(weather: Disturbance): Disturbance {
  return { ...weather, name: `${weather.name}, and all refusals are alike`, choices: ['all-refusals-403'] };
}

/** From a request on only new tokens are known; anyone who reads their source again gets them. */
function rotating(name: string, atRequests: readonly number[]): Disturbance {
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

/**
 * Something that happens again and again beside the run.
 *
 * @param begin - makes what is done each time; what it remembers is of one run
 */
function again(name: string, everyMs: number, begin: () => (world: World) => Promise<void>): Disturbance {
  return {
    name,
    begin: (world) => {
      const work = begin();
      return {
        job: async () => {
          for (;;) {
            await world.sleep(everyMs);
            if (world.isOver()) return;
            await work(world);
          }
        },
      };
    },
  };
}

/** The version that a resource shows; undefined if it is gone. */
async function versionOf(world: World, id: string): Promise<string | undefined> {
  const { status, text } = await world.request('GET', `/${id}`);
  return status === 200 ? /"version"\s*:\s*(\d+)/.exec(text)?.[1] : undefined;
}

async function remove(world: World, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const version = await versionOf(world, id);
    if (version !== undefined) await world.request('DELETE', `/${id}?version=${version}`);
  }
}

async function update(world: World, id: string, action: object): Promise<void> {
  const version = await versionOf(world, id);
  if (version !== undefined)
    await world.request('POST', `/${id}`, { version: Number(version), actions: [action] });
}

function drawnFrom(world: World, count: number): readonly string[] {
  const all = world.created();
  return Array.from({ length: count }, () => all[Math.floor(world.random() * all.length)]?.id).flatMap(
    (id) => id ?? [],
  );
}

function janitor(everyMs: number): Disturbance {
  return again(`a janitor deletes all test resources each ${everyMs} ms`, everyMs, () => {
    let done = 0;
    return async (world) => {
      const all = world.created();
      const from = done;
      done = all.length;
      await remove(
        world,
        all.slice(from).map(({ id }) => id),
      );
    };
  });
}

function randomJanitor(everyMs: number): Disturbance {
  return again(
    `a janitor deletes resources at random each ${everyMs} ms`,
    everyMs,
    () => async (world) => remove(world, drawnFrom(world, 2)),
  );
}

function toucher(everyMs: number): Disturbance {
  return again(`a job touches resources at random each ${everyMs} ms`, everyMs, () => async (world) => {
    for (const id of drawnFrom(world, 1)) await update(world, id, { action: 'doSomeThing' });
  });
}

function changer(everyMs: number): Disturbance {
  return again(`a job changes resources at random each ${everyMs} ms`, everyMs, () => async (world) => {
    const someProperty = `job ${Math.round(world.now())}`;
    for (const id of drawnFrom(world, 1))
      await update(world, id, { action: 'changeSomeProperty', someProperty });
  });
}

/** People who work in the project, each with resources of his own. */
function neighbours(everyMs: number): Disturbance {
  return again(`neighbours write to resources of their own each ${everyMs} ms`, everyMs, () => {
    const own: string[] = [];
    let turn = 0;
    return async (world) => {
      turn += 1;
      const id = own[turn % Math.max(1, own.length)];
      if (id === undefined || turn % 3 === 0) {
        const arrayOfStringExample = [`of a neighbour ${turn}`];
        const { text } = await world.request('POST', '', { objectTypeProperty: { arrayOfStringExample } });
        own.push(/"id"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? '');
      } else if (turn % 3 === 1)
        await update(world, id, { action: 'changeSomeProperty', someProperty: `neighbour ${turn}` });
      else await remove(world, own.splice(own.indexOf(id), 1));
    };
  });
}

/** The data of a while ago are there again, sometimes. */
function restore(everyMs: number): Disturbance {
  return {
    name: `the data base is restored each ${everyMs} ms`,
    needsBackup: true,
    begin: (world) => {
      let put: (() => void) | undefined;
      return again('', everyMs, () => (here) => {
        const before = put;
        put = here.backup?.();
        before?.();
        return Promise.resolve();
      }).begin(world);
    },
  };
}

function restoreAt(atRequest: number, of: number): Disturbance {
  return {
    name: `the data base of request ${of} is restored at request ${atRequest}`,
    needsBackup: true,
    begin: (world) => {
      let put: (() => void) | undefined;
      let isDone = false;
      return {
        fate: ({ number }) => {
          if (number >= of) put ??= world.backup?.();
          if (number >= atRequest && !isDone) {
            isDone = true;
            put?.();
          }
          return undefined;
        },
      };
    },
  };
}

const gateway = (status: number): Given => ({
  status,
  headers: [['Content-Type', 'text/html']],
  text: '<h1/>',
});

function outage(name: string, atRequest: number, lastsMs: number, instead: 'reset' | 502 | 503): Disturbance {
  return {
    name,
    begin: () => {
      let until: number | undefined;
      return {
        fate: ({ number, at }): Fate | undefined => {
          if (until === undefined && number >= atRequest) until = at + lastsMs;
          if (until === undefined || at >= until) return undefined;
          return { lost: true, instead: instead === 'reset' ? 'reset' : gateway(instead) };
        },
      };
    },
  };
}

/** Some requests are lost, before or after the implementation has done its work. */
function sometimes(name: string, share: number, fates: readonly ('reset' | 502 | 503)[]): Disturbance {
  return {
    name,
    begin: (world) => ({
      fate: (): Fate | undefined => {
        if (world.random() >= share) return undefined;
        const fate = fates[Math.floor(world.random() * fates.length)] ?? 'reset';
        const lost = world.random() < 0.5 ? { lost: true as const } : {};
        return { ...lost, instead: fate === 'reset' ? 'reset' : gateway(fate) };
      },
    }),
  };
}

/** At most so many requests in a second. */
export function limited(perSecond: number, retryAfter?: string, status = 429): Disturbance {
  const headers = retryAfter === undefined ? [] : [['Retry-After', retryAfter] as const];
  return {
    name: `${perSecond} a second, ${status} ${retryAfter === undefined ? 'without' : 'with'} Retry-After`,
    begin: () => {
      const window: number[] = [];
      return {
        fate: ({ at }): Fate | undefined => {
          while (window.length > 0 && (window[0] ?? 0) <= at - 1_000) window.shift();
          if (window.length >= perSecond) return { lost: true, instead: { status, headers, text: '' } };
          window.push(at);
          return undefined;
        },
      };
    },
  };
}

/** How somebody shows a limit who does not answer 429. */
const otherLimits: readonly (readonly [string, Given])[] = [
  [
    '400 with a code in the body',
    {
      status: 400,
      headers: [['Content-Type', 'application/x-amz-json-1.0']],
      text: '{"__type":"ThrottlingException","message":"Rate exceeded"}',
    },
  ],
  [
    '403 with nothing left',
    {
      status: 403,
      headers: [
        ['Content-Type', 'application/json'],
        ['X-RateLimit-Remaining', '0'],
        ['X-RateLimit-Reset', '1767225601'],
      ],
      text: '{"message":"API rate limit exceeded"}',
    },
  ],
  ['449', { status: 449, headers: [['Content-Type', 'text/plain']], text: 'Retry With' }],
  ['a page of 503', { status: 503, headers: [['Content-Type', 'text/html']], text: '<h1>Busy</h1>' }],
];

/** Beyond so many requests in so many milliseconds each is turned away, by whatever status; answers may take their time. */
export function limitedInBursts(most: number, withinMs: number, mostDelayMs: number): readonly Disturbance[] {
  const delayed = mostDelayMs === 0 ? '' : `, at up to ${mostDelayMs} ms an answer`;
  return otherLimits.map(([told, instead]) => ({
    name: `${most} in ${withinMs} ms, then ${told}${delayed}`,
    begin: (world) => {
      const window: number[] = [];
      const delayMs = (): number => world.random() ** 3 * mostDelayMs;
      return {
        fate: ({ at }): Fate => {
          while (window.length > 0 && (window[0] ?? 0) <= at - withinMs) window.shift();
          if (window.length >= most) return { lost: true, instead, delayMs: delayMs() };
          window.push(at);
          return { delayMs: delayMs() };
        },
      };
    },
  }));
}

/** Something in between answers a share of everything with its page, before or after the work, and says that all is well. */
function lyingPages(share: number): Disturbance {
  const instead: Given = {
    status: 200,
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    text: '<!doctype html><title>Maintenance</title><p>We are back soon.',
  };
  return {
    name: `${share * 100} % are answered 200 with a page`,
    begin: (world) => ({
      fate: (): Fate | undefined => {
        if (world.random() >= share) return undefined;
        return world.random() < 0.5 ? { lost: true, instead } : { instead };
      },
    }),
  };
}

/** After so many requests without a known token within five seconds everybody is shut out for three. */
function banning(most: number, name: string, instead: Fate['instead']): Disturbance {
  return {
    name: `${most} strangers in 5 s, then everybody is answered ${name} for 3 s`,
    begin: () => {
      let strangersAt: number[] = [];
      let until = 0;
      return {
        fate: ({ token, at }): Fate | undefined => {
          if (at < until) return { lost: true, ...(instead === undefined ? {} : { instead }) };
          strangersAt = strangersAt.filter((one) => one > at - 5_000);
          if (token === undefined || !/^(?:demo|other)-/.test(token)) strangersAt.push(at);
          if (strangersAt.length >= most) until = at + 3_000;
          return undefined;
        },
      };
    },
  };
}

function slow(name: string, delay: (world: World) => number): Disturbance {
  return { name, begin: (world) => ({ fate: () => ({ delayMs: delay(world) }) }) };
}

/** Every other read by id is answered by a replica that is so far behind. */
function laggingReplica(lagMs: number): Disturbance {
  return {
    name: `one of two replicas lags ${lagMs} ms`,
    begin: (world) => {
      const kept = new Map<string, { readonly state: Given; readonly until: number }>();
      const { manage_test, view_test } = world.tokens;
      const mayRead = new Set([manage_test, view_test]);
      let turns = 0;
      return {
        fate: async ({ method, target, token, at }): Promise<Fate | undefined> => {
          const path = /^[^?]*\/resource\/([^/?]+)(?=$|\?)/.exec(target);
          const id = path?.[1];
          if (id === undefined || id.includes('=') || !target.startsWith(`/${world.project}/`))
            return undefined;
          if (method !== 'GET') {
            const state = await world.request('GET', `/${id}`);
            const before = kept.get(id);
            if (before === undefined || before.until <= at) kept.set(id, { state, until: at + lagMs });
            return undefined;
          }
          turns += 1;
          if (turns % 2 === 0 || token === undefined || !mayRead.has(token)) return undefined;
          const made = world.created().find((one) => decodeURIComponent(id) === one.id);
          if (made !== undefined && made.at + lagMs > at)
            return { lost: true, instead: { status: 404, headers: [], text: '' } };
          const behind = kept.get(id);
          return behind !== undefined && behind.until > at
            ? { lost: true, instead: behind.state }
            : undefined;
        },
      };
    },
  };
}

/** Tokens that are there to be refused, or for one endpoint. */
const further = [
  'manage_products',
  'view_products',
  'view_published_products',
  'no_scope',
  'other_project',
] as const;

/** Weather of the network, of gateways and of a server that is busy or starts again. */
const ofConnections: readonly Disturbance[] = [
  ...[100, 500, 1_000].flatMap((at) => [
    outage(`a restart of 2 s at request ${at}`, at, 2_000, 'reset'),
    outage(`a deploy of 2 s at request ${at}`, at, 2_000, 503),
    outage(`a restart of 20 s at request ${at}`, at, 20_000, 'reset'),
    outage(`a gateway without a server for 20 s at request ${at}`, at, 20_000, 502),
  ]),
  sometimes('5 % resets', 0.05, ['reset']),
  sometimes('2 % 502 and 503', 0.02, [502, 503]),
];

/** Tokens that expire in the last third of a run, which no refusal shows by itself. */
const alike: readonly Disturbance[] = (['other_project', 'all but manage_test'] as const).map((who) =>
  whereRefusalsAreAlike(expiring(who, 1_000)),
);

/** What may happen to a run, in virtual time. */
export const disturbances: readonly Disturbance[] = [
  ...[60, 200, 500, 900, 1_200].flatMap((at) => [
    expiring('view_test', at),
    expiring('manage_test', at),
    expiring('all', at),
  ]),
  ...further.map((who) => expiring(who, 300)),
  ...alike,
  ...[60, 500, 900, 1_300].map((at) => rotating(`all tokens are rotated at request ${at}`, [at])),
  rotating('all tokens are rotated now and then', [150, 400, 800, 1_200, 1_400]),
  ...[150, 700, 2_500].flatMap((ms) => [janitor(ms), randomJanitor(ms)]),
  ...[150, 700, 2_500].map(restore),
  restoreAt(300, 100),
  restoreAt(700, 300),
  restoreAt(1_000, 400),
  restoreAt(1_300, 700),
  // A moment ago, while single checks are on what they have just written.
  restoreAt(708, 696),
  restoreAt(740, 590),
  restoreAt(960, 948),
  ...[20, 100, 1_000].flatMap((ms) => [toucher(ms), changer(ms)]),
  ...[20, 200].map(neighbours),
  ...[100, 500, 3_000].map(laggingReplica),
  ...ofConnections,
  slow('300 ms an answer', () => 300),
  slow('up to 2 s an answer', (world) => world.random() ** 4 * 2_000),
  ...['1', undefined].flatMap((retryAfter) => [10, 50].map((rate) => limited(rate, retryAfter))),
  limited(50, '1', 403),
  ...[0, 30].flatMap((delayMs) => limitedInBursts(5, 100, delayMs)),
  ...[0.003, 0.01, 0.03].map(lyingPages),
  banning(20, '403', { status: 403, headers: [['Content-Type', 'text/html']], text: '<html>blocked</html>' }),
  banning(20, 'by closing', 'reset'),
];

/** The same for runs over sockets, each of which takes its time. */
export const disturbancesOverSockets: readonly Disturbance[] = [
  ...[200, 700].flatMap((at) => [
    expiring('view_test', at),
    expiring('manage_test', at),
    expiring('all', at),
  ]),
  ...further.map((who) => expiring(who, 300)),
  rotating('all tokens are rotated at request 500', [500]),
  janitor(1_500),
  randomJanitor(500),
  restoreAt(700, 300),
  toucher(100),
  changer(100),
  neighbours(50),
  laggingReplica(200),
  ...ofConnections.filter(({ name }) => !/ (100|1000)$/.test(name)),
  slow('60 ms an answer', () => 60),
  limited(150, '1'),
  limited(150),
  lyingPages(0.01),
];
