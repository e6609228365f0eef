import { visible, visibleLines } from '../../reporters/visible.ts';

/** The most characters of a message that the suite passes to vitest's own reporters. */
export const mostOfMessage = 4_000;

/** An error, or the value in its place that vitest passes from its worker. */
interface Thrown {
  message?: unknown;
  stack?: unknown;
  cause?: unknown;
}

/** Makes a thrown value safe to print by changing it: its message and stack may quote a text of a server. */
export function showVisibly(thrown: unknown, depth = 0): void {
  if (!isThrown(thrown) || depth > 8) return;
  const { message, stack, cause } = thrown;
  if (typeof message === 'string') thrown.message = visible(message, mostOfMessage);
  if (typeof stack === 'string') thrown.stack = visibleLines(stack);
  if (typeof cause === 'string') thrown.cause = visible(cause, mostOfMessage);
  else showVisibly(cause, depth + 1);
}

/** The same work, with errors that are safe to print. */
export async function failingVisibly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    showVisibly(error);
    throw error;
  }
}

/** Makes Node print uncaught errors and warnings safely; other listeners still get them. */
export function printVisibly(): void {
  process.on('uncaughtExceptionMonitor', (thrown) => showVisibly(thrown));
  process.prependListener('warning', (warning) => showVisibly(warning));
}

function isThrown(value: unknown): value is Thrown {
  return typeof value === 'object' && value !== null;
}
