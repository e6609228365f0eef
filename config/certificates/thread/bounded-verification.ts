import { Worker } from 'node:worker_threads';
import { processorOfProcess } from '../../../tape/tape-budget.ts';
import { isCompiled, modulePath } from '../../packaging/package-folder.ts';
import { fileNames } from '../certificate.ts';
import type { Told } from '../verify-certificate.ts';
import type { HandedOver } from './verify-here.ts';

/** The most memory for judging a package, in MB; an honest package needs half of it. */
const memory = { maxOldGenerationSizeMb: 176, maxYoungGenerationSizeMb: 48 };
/** More processor time than all parts may take together: if it passes, some step does not end. */
const mostSeconds = 180;
const watchedEveryMs = 500;
/** Octets below this length may lie in memory that other buffers share. */
const leastAlone = 64 * 1024;

/** Verifies a package of another author: in its own thread, which ends at the bounds of time and memory. */
export async function verifyWithinBounds(handedOver: HandedOver): Promise<Told> {
  // Uncompiled sources have no module that a thread could load.
  if (!isCompiled) return (await import('./verify-here.ts')).verifyHere(handedOver);
  const worker = new Worker(modulePath('config/certificates/thread/verify-worker'), {
    workerData: handedOver,
    transferList: tapesOf(handedOver),
    resourceLimits: memory,
  });
  const before = processorOfProcess();
  return await new Promise((resolve, reject) => {
    const end = (told: Told | Error): void => {
      clearInterval(watch);
      if (told instanceof Error) reject(told);
      else resolve(told);
      void worker.terminate();
    };
    const watch = setInterval(() => {
      if (processorOfProcess() - before > mostSeconds * 1_000)
        end(untold(`it takes more than ${mostSeconds} s of processor`));
    }, watchedEveryMs);
    worker.once('message', end);
    worker.once('error', (error) => {
      end(
        'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? untold(`it takes more than ${memory.maxOldGenerationSizeMb} MiB of memory`)
          : error,
      );
    });
  });
}

/** The thread gets the tapes without a copy, since no other thread reads them. */
function tapesOf({ files: { octets }, tape }: HandedOver): ArrayBuffer[] {
  return [tape, octets.get(fileNames.tape)].flatMap((one) =>
    one !== undefined && one.length > leastAlone && one.buffer instanceof ArrayBuffer ? [one.buffer] : [],
  );
}

function untold(text: string): Told {
  return { title: 'certificate', lines: [{ about: 'bounds', state: 'untold', text }] };
}
