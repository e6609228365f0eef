import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Report } from '../clause/report.ts';
import { renderingNames } from '../reporters/renderings.ts';
import { writeReport } from '../reporters/files/write-report.ts';

/** Milliseconds to write every rendering of a report: of the first time, with nothing warm, and the median of ten. */
export function measureRenderings(report: Report): { readonly firstMs: number; readonly medianMs: number } {
  const folder = mkdtempSync(join(tmpdir(), 'bench-renderings-'));
  try {
    const times = Array.from({ length: 10 }, () => {
      const started = performance.now();
      writeReport(report, { folder, reports: renderingNames });
      return performance.now() - started;
    });
    const [firstMs = NaN] = times;
    return { firstMs, medianMs: times.toSorted((a, b) => a - b)[5] ?? NaN };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
