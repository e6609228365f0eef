import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { command, started, stillThere } from '../../support/leftovers/interrupted-run.ts';
import { run, type Ended } from '../../support/small-runs/started-run.ts';

/** In a container of its own as far as processes go: they are counted from 1, and those outside are not seen. */
const apart = ['unshare', '--user', '--pid', '--fork', '--mount-proc'] as const;
const canBeApart = spawnSync(apart[0], [...apart.slice(1), 'true']).status === 0;

const places = [
  { name: 'beside it', within: [] as readonly string[], isPossible: true },
  { name: 'in another container of the same host name', within: apart, isPossible: canBeApart },
];

describe('a run that is under way', () => {
  test.for(places)('is left alone by clean $name', async ({ within, isPossible }, { skip }) => {
    skip(!isPossible, 'this system lets nobody number processes anew');
    let release = (): void => undefined;
    const seen = new Promise<void>((resolve) => {
      release = resolve;
    });
    const living = await started({ holds: (number) => (number > 300 ? seen : undefined) });
    const ended = living.interrupt('SIGTERM', 400);
    const clean = (): Promise<Ended> => {
      const [program, ...args] = [...within, process.execPath, command, 'clean'] as const;
      return run(living.cwd, program ?? process.execPath, args, { env: living.env });
    };
    let told = '';
    while (!/under way|removed/.test(told)) told = (await clean()).stdout;
    release();
    expect(told).toMatch(/^run \w{8} of \S+: under way.*, left alone\n$/);
    expect(stillThere(living.reference).length).toBeGreaterThan(0);
    await ended;
    expect(stillThere(living.reference)).toEqual([]);
  });
});
