import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { withAsked } from '../../clause/build-report.ts';
import type { Report } from '../../clause/report.ts';
import { addStandardFormats } from '../../schemas/standard-formats.ts';
import { packageText } from '../packaging/package-folder.ts';
import { ConfigurationError, quoted } from './configuration-error.ts';
import { readJsonText, UnreadableFile } from './text-file.ts';

/**
 * Reads the report of a run from its `conformance.json`. Members that this version does not know are let stand.
 *
 * @param path - absolute
 * @throws ConfigurationError for a file that is missing or no report, with the place that says so
 */
export function readReportFile(path: string): Report {
  const value = jsonOf(path);
  const matches = schema();
  if (!matches(value)) {
    const [first] = matches.errors ?? [];
    const place = first?.instancePath === '' ? 'the whole file' : (first?.instancePath ?? 'a place');
    throw unusable(path, `${place}, which ${first?.message ?? 'does not match'}`);
  }
  // Reports of the first versions do not tell of their generated evidence, nor as data what is asked for.
  return { ...value, clauses: value.clauses.map(withAsked), evidence: value.evidence ?? [] };
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

let compiled: ValidateFunction<ReadReport> | undefined;

/** The published schema, but open to further members. */
function schema(): ValidateFunction<ReadReport> {
  if (compiled !== undefined) return compiled;
  const text = packageText('reporters/report.schema.json');
  const open: unknown = JSON.parse(text, (key, value: unknown) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );
  const ajv = new Ajv2020({ strict: false });
  addStandardFormats(ajv);
  compiled = ajv.compile<ReadReport>(open as object);
  return compiled;
}

function unusable(path: string, found: string): ConfigurationError {
  return new ConfigurationError({
    setting: quoted(path),
    found,
    expected: 'the conformance.json of a run',
    remedy: 'Run the suite first, or name the report that a run has left.',
  });
}
