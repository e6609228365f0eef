import type { Seed } from '../../clause/seed.ts';
import { Worker } from 'node:worker_threads';
import type { Plan } from '../../implementation/plan.ts';
import { isCompiled, modulePath } from '../packaging/package-folder.ts';
import { checkItself, type SelfCheck } from './self-check.ts';

/** The check of the suite itself, beside whatever else is done meanwhile where that can be. */
export function checkingBeside(plan: Plan): (seed: Seed) => Promise<SelfCheck> {
  if (!isCompiled) return (seed) => checkItself(plan, seed);
  return (seed) =>
    new Promise((resolve, reject) => {
      const worker = new Worker(modulePath('config/certificates/self-check-worker'), { workerData: seed });
      worker.once('message', resolve);
      worker.once('error', reject);
    });
}
