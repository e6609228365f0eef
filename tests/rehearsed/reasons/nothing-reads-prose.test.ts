import { expect, test } from 'vitest';
import { buildReport } from '../../../clause/build-report.ts';
import type { Judgement } from '../../../clause/judgement.ts';
import type { RegisterEntry, Report } from '../../../clause/report.ts';
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
import { reportInput } from '../../support/matrix-fixture.ts';
import { drawn } from '../../support/sampling.ts';

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

type Judged = readonly (readonly [RegisterEntry, Judgement])[];

/** All that is rendered of a report, by what it is. */
function rendered(judged: Judged): Readonly<Record<string, readonly string[]>> {
  const { report: built } = buildReport(reportInput(judged));
  // What was never seen is named after the statement of its clause, and stands in the report by then.
  const bare: Report = { ...built, scope: { ...built.scope, neverSeen: [] } };
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
      return [...lines, replayLine(clause), scriptLine(clause) ?? '', structure(alsoLine(clause))];
    });
}

test.each(drawn('reworded', faults, ({ name }) => name, 60).map((fault) => [fault.name, fault] as const))(
  'scripts, replay and renderings know no word of ours: %s',
  async (_name, fault) => {
    const { judgements } = await rehearseFault(fault);
    const judged: Judged = register.flatMap((entry) => {
      const judgement = judgements.get(entry.id);
      return judgement === undefined ? [] : [[entry, judgement] as const];
    });
    const backwards = judged.map(([entry, one]) => [rewordedEntry(entry), rewordedJudgement(one)] as const);
    expect(rendered(backwards)).toEqual(rendered(judged));
  },
);
