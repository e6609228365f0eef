import { table as tableLines } from '../../reporters/markdown-parts.ts';
import { visible } from '../../reporters/visible.ts';
import type { ProofDocument } from '../document.ts';
import { sectionsOf, type Section } from './sections.ts';

/** `docs/proof.md`. */
export function asMarkdownPage(document: ProofDocument): string {
  return [
    '# Proof',
    '',
    '<!-- Written by `npm run prove`; see docs/proof.json for every row. -->',
    '',
    'Why the verdicts of this suite can be believed, and where they cannot. Everything here is measured; each table names',
    'the command that measures it again. `npm run prove -- --sample` repeats a part of it in five minutes.',
    '',
    ...sectionsOf(document).flatMap(linesOf),
  ].join('\n');
}

function linesOf({ heading, text, table }: Section): readonly string[] {
  return [
    `## ${heading}`,
    '',
    ...text.flatMap((sentence) => [cell(sentence), '']),
    ...(table === undefined
      ? []
      : [
          tableLines(
            table.head.map(cell),
            table.rows.map((row) => row.map(cell)),
          ),
          '',
        ]),
  ];
}

/** A text on one readable line; no character begins a table cell or, outside of code, a tag. */
function cell(text: string): string {
  return visible(text.replace(/\s+/g, ' '), Infinity)
    .split('`')
    .map((piece, at) => (at % 2 === 1 ? piece : piece.replaceAll('<', '&lt;')))
    .join('`')
    .replaceAll('|', '\\|');
}
