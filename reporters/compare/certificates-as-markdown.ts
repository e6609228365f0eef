import { code, list, prose, section, table } from '../markdown-parts.ts';
import type { CertificatesView } from './certificates-view.ts';
import { clauseTable } from './compared-as-markdown.ts';

/** Certificates side by side as Markdown: claims and limits, sections × implementations, differences. */
export function certificatesAsMarkdown(view: CertificatesView): string {
  const { when, columns, leftOut, sections, broken, choices } = view;
  const labels = columns[0]?.facts.map(([label]) => label) ?? [];
  const claims = columns.map(({ name, claim, facts }) => [
    code(name),
    prose(claim),
    ...facts.map(([, text]) => prose(text)),
  ]);
  const shares = sections.map(({ section: name, cells }) => [
    code(name),
    ...cells.map(({ share, others }) => prose([share, ...others].join(', '))),
  ]);
  const missing = leftOut.map(({ name, reason }) => `${code(name)}: ${prose(reason)}`);
  const tables = [
    table(['folder', 'claim', ...labels], claims),
    '## MUST clauses that pass, by section',
    table(['section', ...columns.map(({ name }) => prose(name))], shares),
  ];
  return [
    '# Certificates',
    prose(when),
    ...(columns.length === 0 ? [] : tables),
    ...section('Broken', broken.length === 0 ? [] : [clauseTable(broken, columns)]),
    ...section('Chosen differently', choices.length === 0 ? [] : [clauseTable(choices, columns)]),
    ...section('Not in the tables', missing.length === 0 ? [] : [list(missing)]),
    '',
  ].join('\n\n');
}
