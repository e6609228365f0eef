import { phases, type Phase } from '../../clause/clause.ts';
import type { Progress } from '../../clause/progress.ts';
import type { Wait } from '../../clause/report.ts';
import { counted, duration, fit, grouped } from '../text-layout.ts';
import { visible } from '../visible.ts';

/** Milliseconds between lines in a log, if nobody watches it. */
const apartMs = 10_000;
/** A shorter wait would end before a person could read about it. */
const leastWaitMs = 1_000;
/** Waits explain a long run if they take this share of it. */
const notableShare = 0.2;
/** Before this share of a run is done, nobody can estimate its length. */
const leastShare = 0.05;

const names: Readonly<Record<Phase, string>> = {
  quiet: 'before the first write',
  lanes: 'side by side',
  races: 'alone',
  overwrites: 'overwrites',
  late: 'late effects',
  end: 'conclusions',
};

/** `phase 2 of 6, side by side: 1,310 of about 1,700 requests, 12 s of about 16 s` */
export function progressText({ phase, requests, about, maxRps, elapsedMs, wait, waited }: Progress): string {
  const isWithin = about !== undefined && requests < about;
  const share = isWithin ? requests / about : 0;
  const least = isWithin && maxRps !== undefined ? (about * 1_000) / maxRps : 0;
  const foreseen = share < leastShare ? least : Math.max(least, elapsedMs / share);
  const parts = [
    isWithin ? `${grouped(requests)} of about ${grouped(about)} requests` : counted(requests, 'request'),
    foreseen > 0 ? `${seconds(elapsedMs)} of about ${seconds(foreseen)}` : seconds(elapsedMs),
    ...(maxRps === undefined ? [] : [`at most ${maxRps} a second (CONFORMANCE_MAX_RPS)`]),
    ...(wait === undefined || wait.ms < leastWaitMs
      ? waitedSoFar(waited, elapsedMs)
      : [`waiting for ${wait.for}, ${duration(wait.ms)} so far${settingOf(wait)}`]),
  ];
  const place =
    phase === undefined ? '' : `phase ${phases.indexOf(phase) + 1} of ${phases.length}, ${names[phase]}: `;
  return visible(place + parts.join(', '), 400);
}

/** Why a run is long, if waits are the reason. */
function waitedSoFar(waited: Wait | undefined, elapsedMs: number): readonly string[] {
  if (waited === undefined || waited.ms < Math.max(leastWaitMs, elapsedMs * notableShare)) return [];
  return [`${duration(waited.ms)} of them waiting for ${waited.for}${settingOf(waited)}`];
}

function settingOf({ setting }: Wait): string {
  return setting === undefined ? '' : ` (${setting})`;
}

/** In whole seconds, because a line every ten seconds shows no more. */
function seconds(milliseconds: number): string {
  return `${grouped(Math.round(milliseconds / 1_000))} s`;
}

/** Progress of a run as lines in a log that is no terminal, one every ten seconds. */
export class ProgressLog {
  readonly #write: (text: string) => void;
  #told = 0;

  /** @param write - writes a text into the log */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  hear(progress: Progress): void {
    if (progress.elapsedMs - this.#told < apartMs) return;
    this.#told = progress.elapsedMs;
    this.#write(`${progressText(progress)}\n`);
  }
}

/** Progress of a run as one line on a terminal, which disappears at the end. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  readonly #columns: number;

  /** @param columns - of the terminal: a longer text cannot be erased */
  constructor(write: (text: string) => void, columns: number) {
    this.#write = write;
    this.#columns = columns;
  }

  hear(progress: Progress): void {
    this.#write(`\r\u001b[K${fit(progressText(progress), this.#columns - 1)}`);
  }

  clear(): void {
    this.#write('\r\u001b[K');
  }
}
