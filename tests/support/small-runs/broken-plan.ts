import { isMainThread } from 'node:worker_threads';

export { plan } from './small-plan.ts';

if (!isMainThread) throw new Error('this plan cannot be read');
