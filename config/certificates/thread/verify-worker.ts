import { parentPort, workerData } from 'node:worker_threads';
import { verifyHere, type HandedOver } from './verify-here.ts';

parentPort?.postMessage(await verifyHere(workerData as HandedOver));
