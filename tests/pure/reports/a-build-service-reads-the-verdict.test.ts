import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Report } from '../../../clause/report.ts';
import { asJunit } from '../../../reporters/as-junit.ts';
import { because, entry, finding, judgement, reportInput } from '../../support/matrix-fixture.ts';

/** What a build service gets out of the file, by a parser that knows nothing of who wrote it. */
interface Read {
  readonly cases: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
  /** As the root tells them. */
  readonly told: Readonly<Record<string, string>>;
  readonly properties: Readonly<Record<string, string>>;
  readonly texts: string;
}

function read(xml: string): Read {
  const count = { testcase: 0, failure: 0, error: 0, skipped: 0 };
  let told: Readonly<Record<string, string>> = {};
  const properties: Record<string, string> = {};
  let texts = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name in count) count[name as keyof typeof count] += 1;
    if (name === 'testsuites') told = { ...attributes } as Record<string, string>;
    if (name === 'property') properties[String(attributes['name'])] = String(attributes['value']);
    texts += Object.values(attributes).join('\n');
  });
  parser.on('text', (text) => {
    texts += text;
  });
  parser.write(xml).close();
  const { testcase: cases, failure: failures, error: errors, skipped } = count;
  return { cases, failures, errors, skipped, told, properties, texts };
}

/** The verdict as a build service would tell it: red by failures, broken by errors, else green. */
function verdictOf({ failures, errors }: Read): Report['verdict'] {
  if (failures > 0) return 'NON-CONFORMANT';
  return errors > 0 ? 'INCOMPLETE' : 'CONFORMANT';
}

const pass = judgement('pass');
const undecided = judgement(
  'inconclusive',
  because('flaky', 'it was answered otherwise, but not every time'),
);
const untested = judgement('not-tested', because('no-token', 'no token was supplied', 'SETTING=<token>'));
const failed = judgement('fail', { findings: [{ ...finding, got: '\u001b[31mred <b>&"\'' }] });
const rest = [
  [entry('General/json'), pass],
  [entry('4.6/status', 'OPEN'), judgement('observed', { observed: { status: 201 } })],
] as const;

describe('a build service', () => {
  test.each([
    ['CONFORMANT', []],
    ['NON-CONFORMANT', [[entry('4.10/conflict'), failed]]],
    ['INCOMPLETE', [[entry('4.10/conflict'), undecided]]],
    ['INCOMPLETE', [[entry('4.10/conflict'), untested]]],
    [
      'NON-CONFORMANT',
      [
        [entry('4.10/conflict'), failed],
        [entry('4.2/read'), undecided],
      ],
    ],
  ] as const)('reads %s as the report states it', (verdict, more) => {
    const { report } = buildReport(reportInput([...rest, ...more]));
    const seen = read(asJunit(report));
    expect(report.verdict).toBe(verdict);
    expect(verdictOf(seen)).toBe(verdict);
    expect(seen.properties['verdict']).toBe(verdict);
    expect(seen.told).toMatchObject({
      tests: String(seen.cases),
      failures: String(seen.failures),
      errors: String(seen.errors),
    });
  });

  test('gets the reason and the means to supply, without control characters', () => {
    const { report } = buildReport(
      reportInput([...rest, [entry('4.10/conflict'), failed], [entry('4.2/read'), untested]]),
    );
    const { texts } = read(asJunit(report));
    expect(texts).toContain('SETTING=<token>');
    expect(texts).toContain('red <b>&"\'');
    expect(texts).not.toContain('\u001b');
  });
});
