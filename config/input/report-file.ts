import { withAsked } from '../../clause/build-report.ts';
import type { Report } from '../../clause/report.ts';
import { ConfigurationError, quoted } from './configuration-error.ts';
import { unlike } from './file-schemas.ts';
import { readJsonText, UnreadableFile, readOctets } from './text-file.ts';
import { readTape } from '../../tape/read-tape.ts';
import { UnreadableTape, type Tape } from '../../tape/tape.ts';

/** Reads the `conformance.json` of a run; unknown members are kept. @throws ConfigurationError */
export function readReportFile(path: string): Report {
  const value = jsonOf(path);
  const flaw = unlike('report of another release', value);
  if (flaw !== undefined)
    throw unusable(
      path,
      `${flaw.instancePath || 'the whole file'}, which ${flaw.message ?? 'does not match'}`,
    );
  const report = value as ReadReport;
  // Reports of the first versions lack generated evidence, and the requested means as data.
  return { ...report, clauses: report.clauses.map(withAsked), evidence: report.evidence ?? [] };
}

type ReadReport = Omit<Report, 'evidence'> & Partial<Pick<Report, 'evidence'>>;

function jsonOf(path: string): unknown {
  try {
    return JSON.parse(readJsonText(path)) as unknown;
  } catch (error) {
    if (error instanceof UnreadableFile) throw unusable(path, `a file that ${error.message}`);
    if (error instanceof SyntaxError) throw unusable(path, 'a file that is not JSON');
    throw error;
  }
}

function unusable(path: string, found: string): ConfigurationError {
  return new ConfigurationError({
    setting: quoted(path),
    found,
    expected: 'the conformance.json of a run',
    remedy: 'Run the suite first, or name the report of an earlier run.',
  });
}

/** Reads the tape of a run from its file, which messages call `named`. @throws ConfigurationError */
export async function readTapeFile(path: string, named: string): Promise<Tape> {
  try {
    return await readTape(readOctets(path));
  } catch (error) {
    if (error instanceof UnreadableTape) throw noTape(named, error.message);
    if (error instanceof UnreadableFile) throw noTape(named, `it ${error.message}`);
    throw error;
  }
}

/** The message about a file without a tape; `why` continues the sentence. */
export function noTape(named: string, why: string): ConfigurationError {
  return new ConfigurationError({
    setting: 'judge',
    found: `${quoted(named)}: ${why}`,
    expected: 'the tape of a run',
    remedy: 'A run with CONFORMANCE_TAPE=1 leaves a tape beside its report.',
  });
}
