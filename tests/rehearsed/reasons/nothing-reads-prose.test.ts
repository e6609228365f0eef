import { expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Judgement } from '../../../clause/judgement.ts';
import type { RegisterEntry, Report, RunRecord, Disturbances } from '../../../clause/report.ts';
import { plan } from '../../../config/plan.ts';
import { faults, referenceProfile } from '../../../faults/catalogue.ts';
import { asText } from '../../../reporters/as-text.ts';
import { renderings } from '../../../reporters/renderings.ts';
import {
  alsoLine,
  curlLine,
  gotLine,
  exchangeAtFault,
  minimalCaseLine,
  replayLine,
  reproducedLine,
  scriptLine,
  sentLine,
} from '../../../reporters/replay.ts';
import { withScripts } from '../../../reporters/reproduce/report-scripts.ts';
import { statedBy } from '../../../config/register/register.ts';
import { rehearseFault } from '../../support/fault-expectations.ts';
import { depths } from '../../../run/options.ts';
import { because, entry, judgement, record, reportInput } from '../../support/matrix-fixture.ts';
import { rowsPlayed } from '../../support/played-rows.ts';

const word = /[a-z\d]+/gi;

/** Each word and number spelled backwards: nothing that knows ours finds one. */
function reworded(text: string): string {
  return text.replace(word, (found) => Array.from(found).toReversed().join(''));
}

/** The same of both: a word is its signs in any order; of one that is cut nothing is left. */
function structure(text: string): string {
  return text.replace(/[a-z\d]*…/gi, '…').replace(word, (found) =>
    Array.from(found)
      .toSorted((one, other) => one.localeCompare(other))
      .join(''),
  );
}

/** Every sentence of a judgement, and nothing else of it. */
function rewordedJudgement(judgement: Judgement): Judgement {
  const { reason, suspicion, findings } = judgement;
  return {
    ...judgement,
    ...(suspicion === undefined ? {} : { suspicion: { ...suspicion, why: reworded(suspicion.why) } }),
    ...(reason === undefined
      ? {}
      : {
          reason: {
            ...reason,
            text: reworded(reason.text),
            ...(reason.readings === undefined ? {} : { readings: reason.readings.map(reworded) }),
          },
        }),
    findings: findings.map((finding) => ({
      ...finding,
      expected: reworded(finding.expected),
      got: reworded(finding.got),
    })),
  };
}

function rewordedEntry(entry: RegisterEntry): RegisterEntry {
  const { statement, sends, causes } = entry;
  return {
    ...entry,
    statement: reworded(statement),
    ...(sends === undefined ? {} : { sends: reworded(sends) }),
    ...(causes === undefined ? {} : { causes: causes.map(reworded) }),
  };
}

const { register } = statedBy(plan, { profile: referenceProfile, depth: depths.ci });

const calm: Disturbances = { serverErrors: 0, resets: 0, rateLimited: 0, retries: 0, slowest: [] };

const lacks = (id: string, limits: readonly string[], ...why: Parameters<typeof because>) =>
  [entry(id, 'MUST', { limits }), judgement('not-tested', because(...why))] as const;

/** What a run of the reference never wants. */
// prettier-ignore
const wanted: Judged = [
  lacks('4.14/a', ['4.14'], 'premise-failed', 'no answer', '"search": {"method": "POST"}  (or state the limit: CONFORMANCE_WITHOUT=4.14)'),
  lacks('4.15/b', ['4.15'], 'no-token', 'no token', 'CONFORMANCE_TOKEN_MANAGE_PRODUCTS=<token>'),
  lacks('4.3/c', ['no-scope'], 'no-token', 'no token', 'CONFORMANCE_TOKEN_NO_SCOPE=<token>  (or state the limit: CONFORMANCE_WITHOUT=no-scope)'),
  lacks('4.8/d', [], 'consent-missing', 'no consent', 'CONFORMANCE_CONSENT=overwrite'),
  lacks('4.9/e', [], 'consent-missing', 'no consent', 'CONFORMANCE_CONSENT=records'),
  lacks('4.4/f', [], 'premise-failed', 'no answer', '"samples": {"4.4": {"query": {"<parameter>": "<value>"}}}'),
  [
    entry('Resources/g', 'MUST', { blocks: 'when-seen', field: 'Cart.sum', statement: 'Cart.sum is typed.' }),
    judgement('not-tested', because('field-never-seen', 'it never occurred')),
  ],
];

type Judged = readonly (readonly [RegisterEntry, Judgement])[];

/** The report of a run to which something happened, in which the gate on reads holds, or of which a part was selected. */
function built(judged: Judged): readonly Report[] {
  const ended: RunRecord = {
    ...record,
    interrupted: true,
    stoppedAfterSeconds: 30,
    mistakes: ['CONFORMANCE_TOKEN_NO_SCOPE: it holds view_test'],
    weather: { ...calm, events: ['a token ended, and was replaced'] },
    races: ['races: 0 violations'],
    raced: { rounds: 24, racers: 8, excludedShare: 0.2, confidence: 0.99 },
  };
  const inputs: readonly Parameters<typeof reportInput>[1][] = [
    { record: ended, harnessErrors: ['shard 2/3 is missing'], settings: { consent: ['upload'] } },
    { settings: { readOnly: { gate: true } } },
    { selected: new Set(judged.slice(0, 60).map(([{ id }]) => id)) },
    { record: { ...record, aborted: { cause: 'unreachable', text: 'nobody answers: refused' } } },
  ];
  return inputs.map((more) => buildReport(reportInput(judged, more)).report);
}

/** The report with the sentences of the run as a whole, and the lines that supply something, from another one. */
function rewordedRun(report: Report, from: Report): Report {
  const { races } = from.run;
  return {
    ...report,
    reasons: from.reasons.map(reworded),
    run: { ...report.run, ...(races === undefined ? {} : { races: races.map(reworded) }) },
    clauses: report.clauses.map((clause) => {
      const { reason } = clause;
      if (reason?.supply === undefined || reason.asks === undefined) return clause;
      const asks = { ...reason.asks, line: reworded(reason.asks.line) };
      return { ...clause, reason: { ...reason, supply: reworded(reason.supply), asks } };
    }),
  };
}

/** All that is rendered of a report, by what it is. */
function rendered(bare: Report): Readonly<Record<string, readonly string[]>> {
  const { report, scripts } = withScripts(bare, { folder: 'reproduce' });
  const told = renderings.map(({ render }) => structure(render(report)));
  return {
    scripts: scripts.map(({ path, text }) => `${path}\n${text.replace(/^(?:expected|found)=.*$/gm, '')}`),
    replay: replayed(report),
    // So wide that no word is broken, of which the parts would not be those of the other.
    renderings: [...told, structure(asText(report, { columns: 10_000, color: false }))],
  };
}

function replayed({ clauses }: Report): readonly string[] {
  return clauses
    .filter(({ findings }) => findings.length > 0)
    .flatMap((clause) => {
      const lines = clause.findings.flatMap((finding) => {
        const exchange = exchangeAtFault(finding);
        const sent = exchange === undefined ? '' : sentLine(exchange);
        const got = structure(gotLine(finding, exchange));
        return [sent, got, reproducedLine(finding), minimalCaseLine(finding) ?? '', curlLine(finding) ?? ''];
      });
      return [...lines, replayLine(clause), scriptLine(clause)?.command ?? '', structure(alsoLine(clause))];
    });
}

test.each(
  rowsPlayed({ table: 'reworded', rows: faults, nameOf: ({ name }) => name, oneIn: 60 }).map(
    (fault) => [fault.name, fault] as const,
  ),
)('scripts, replay and renderings match no word of our prose: %s', async (_name, fault) => {
  const { judgements } = await rehearseFault(fault);
  const rehearsed: Judged = register.flatMap((entry) => {
    const judgement = judgements.get(entry.id);
    return judgement === undefined ? [] : [[entry, judgement] as const];
  });
  const judged = [...wanted, ...rehearsed];
  const plain = built(judged);
  const backwards = built(
    judged.map(([entry, one]) => [rewordedEntry(entry), rewordedJudgement(one)] as const),
  );
  for (const [at, report] of plain.entries()) {
    const other = backwards[at];
    expect(other?.scope).toEqual(report.scope);
    expect(rendered(rewordedRun(other ?? report, report))).toEqual(rendered(report));
  }
});
