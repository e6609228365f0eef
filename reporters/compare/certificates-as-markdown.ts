import { code, list, prose, section, table } from '../markdown-parts.ts';
import type { CertificatesView } from './certificates-view.ts';
import { clauseTable } from './compared-as-markdown.ts';

/**
 * Certificates side by side as Markdown: claims and limits, sections × implementations, differences, folders left
 * out.
 */
export function certificatesAsMarkdown({
  when,
  columns,
  leftOut,
  sections,
  broken,
  choices,
}: CertificatesView): string {
  const labels = columns[0]?.facts.map(([label]) => label) ?? [];
  return [
    '# Certificates',
    prose(when),
    ...(columns.length === 0
      ? []
      : [
          table(
            ['folder', 'claim', ...labels],
            columns.map(({ name, claim, facts }) => [
              code(name),
              prose(claim),
              ...facts.map(([, text]) => prose(text)),
            ]),
          ),
          '## MUST clauses that pass, by section',
          table(
            ['section', ...columns.map(({ name }) => prose(name))],
            sections.map(({ section: name, cells }) => [
              code(name),
              ...cells.map(({ share, others }) => prose([share, ...others].join(', '))),
            ]),
          ),
        ]),
    ...section('Broken', broken.length === 0 ? [] : [clauseTable(broken, columns)]),
    ...section('Chosen differently', choices.length === 0 ? [] : [clauseTable(choices, columns)]),
    ...section(
      'Not in the tables',
      leftOut.length === 0
        ? []
        : [list(leftOut.map(({ name, reason }) => `${code(name)}: ${prose(reason)}`))],
    ),
    '',
  ].join('\n\n');
}
