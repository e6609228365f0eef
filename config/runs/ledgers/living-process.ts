import { defined } from '../../../clause/defined.ts';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { hostname } from 'node:os';

/** The names of a process by which later processes can look for it. */
export interface NamedProcess {
  readonly host: string;
  readonly pid: number;
  /** When the process began, by the count of its system, because systems reuse process numbers. */
  readonly processBegan?: string;
  /** The scope of the process number, if known: containers may share a host name, and each counts from 1. */
  readonly numberedIn?: string;
}

/** How often a run touches its file, for readers who cannot look for its process. */
export const beatMs = 30_000;
/** A run is over if its file was not touched for this long. */
export const staleMs = 3 * beatMs;

export function thisProcess(): NamedProcess {
  const [began, numberedIn] = [processBegan(process.pid), numbering()];
  return {
    host: hostname(),
    pid: process.pid,
    ...defined({ processBegan: began, numberedIn }),
  };
}

/**
 * Whether the process is under way. A missing number means that the process has ended only if numbers mean the same as
 * here, which no host name shows. Elsewhere the touched file decides.
 */
export function isLiving(path: string, run: NamedProcess): boolean {
  const { pid, processBegan: began, numberedIn } = run;
  const isHere = isNumberedHere(run);
  if (isHere && isRunning(pid) && (began === undefined || began === processBegan(pid))) return true;
  if (isHere && numberedIn !== undefined) return false;
  return Date.now() - statSync(path).mtimeMs < staleMs;
}

/** Whether a process number has the same meaning here. */
export function isNumberedHere({ host, numberedIn }: NamedProcess): boolean {
  return host === hostname() && numberedIn === numbering();
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The start of a process, if the system states it; undefined for an ended process that nobody has collected. */
function processBegan(pid: number): string | undefined {
  try {
    // Fields 3 and 22 of the whole line, counted from behind the program's name, which may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The scope of process numbers here, if the system states it. */
function numbering(): string | undefined {
  try {
    const start = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${start} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return undefined;
  }
}
