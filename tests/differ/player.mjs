import { on } from 'node:events';
import { register } from 'node:module';

// Records and compares runs as it is asked to: see `play-row.ts`.
register('../../bin/source-hook.mjs', import.meta.url);
const { answer } = await import('./play-row.ts');

for await (const [asked] of on(process, 'message', { close: ['disconnect'] }))
  process.send?.(await answer(asked));
