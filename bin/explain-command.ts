import { quoted, type ConfigurationError, refusal } from '../config/input/configuration-error.ts';
import { didYouMean } from '../config/input/did-you-mean.ts';
import type { Plan } from '../implementation/plan.ts';
import { explain, findClause, type Explanation } from '../config/pages/explanation.ts';
import { labelled, wrap } from '../reporters/text-layout.ts';
import { jsonText } from '../reporters/visible.ts';
import { flagsOf, type Command } from './help.ts';
import { commandLine } from '../reporters/commands/command-line.ts';

const flags = flagsOf({
  '--list': 'List every clause with its level and statement',
  '--json': 'Print JSON for tools',
});

/** Prints for a clause its demand, why no legitimate implementation can fail it, and how to read its verdict. */
export const explainCommand: Command = {
  name: 'explain',
  operands: '<clause or section>',
  about: 'Explain a clause: its demand, what violates it, what it needs, and how to read its verdict',
  flags,
  settings: false,
  exitCodes: 'Exit codes: 0 explained; 2 usage, or an unknown clause.',
  run: async ({ own, positionals }) => {
    const { plan } = await import('../config/plan.ts');
    const [id, ...more] = positionals;
    const asked = more.length === 0 ? (id ?? '') : positionals.join(' ');
    const section = plan.sections.filter(({ part }) => part.toLowerCase() === asked.toLowerCase());
    const asJson = own['json'] !== undefined;
    if (own['list'] !== undefined || section.length > 0)
      process.stdout.write(listed(own['list'] !== undefined ? plan.sections : section, asJson));
    else process.stdout.write(explained(plan, asked, asJson));
  },
};

function listed(sections: Plan['sections'], asJson: boolean): string {
  const clauses = sections.flatMap((section) => section.clauses);
  if (asJson) return jsonText(clauses.map(({ id, level, statement }) => ({ id, level, statement })));
  const widest = Math.max(...clauses.map(({ id }) => id.length));
  return clauses
    .map(({ id, level, statement }) => `${level.padEnd(6)}  ${id.padEnd(widest)}  ${statement}\n`)
    .join('');
}

function explained(plan: Plan, asked: string, asJson: boolean): string {
  const declared = asked.startsWith('declared/') ? asked.slice('declared/'.length) : undefined;
  if (declared !== undefined) {
    const text = declaredText(plan, declared);
    return asJson ? jsonText({ id: asked, level: 'DECLARED', text }) : text;
  }
  const found = findClause(plan, asked);
  if (found !== undefined) {
    const explanation = explain(plan, found.clause, found.section);
    return asJson ? jsonText(explanation) : asText(explanation);
  }
  const ids = plan.sections.flatMap(({ clauses }) => clauses.map(({ id }) => id));
  throw unknown(asked, ids);
}

function declaredText(plan: Plan, key: string): string {
  const clauses = plan.sections.flatMap((section) => section.clauses);
  const observers = clauses.filter(({ declares }) => declares.some((one) => one.key === key));
  if (observers.length === 0)
    throw unknown(
      `declared/${key}`,
      clauses.flatMap(({ declares }) => declares.map((one) => `declared/${one.key}`)),
    );
  return [
    `declared/${key}  DECLARED`,
    `The implementation does what its profile declares for ${key}.`,
    '',
    ...observers.flatMap(({ id, statement }) => row('observed by', `${id}: ${statement}`)),
    ...row('violation', 'An observation of the run contradicts the declaration.'),
    ...row(
      'why sound',
      'The contract leaves the point open; the vendor made the choice, and may remove the line from the profile.',
    ),
    ...row('needs', `The key ${key} in the file that CONFORMANCE_PROFILE names (docs/open-points.md).`),
    '',
  ].join('\n');
}

function unknown(asked: string, known: readonly string[]): ConfigurationError {
  return refusal(
    'explain',
    asked === '' ? 'no clause' : `the unknown clause ${quoted(asked)}`,
    'the id of a clause, such as 4.10/conflict-on-mismatch, or a section, such as 4.5',
    didYouMean(asked, known, `See ${commandLine('explain', '--list')}`),
  );
}

const layout = { columns: 80, indent: 0, label: 13 } as const;

function row(label: string, text: string): readonly string[] {
  return labelled(label, text, layout);
}

function asText({ id, level, section, statement, rows }: Explanation): string {
  return [
    `${id}  ${level}  ${section}`,
    ...wrap(statement, layout.columns),
    '',
    ...rows.flatMap(([label, text]) => row(label, text)),
    '',
  ].join('\n');
}
