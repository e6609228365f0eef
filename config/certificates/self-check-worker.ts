import type { Seed } from '../../clause/seed.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { plan } from '../plan.ts';
import { checkItself } from './self-check.ts';

parentPort?.postMessage(await checkItself(plan, workerData as Seed));
