import { list, prose } from '../../../reporters/markdown-parts.ts';
import type { Deed, Fact, FrontPage } from './front-page.ts';

/** The front page as `README.md`: the text of the page, with every piece escaped. */
export function frontAsMarkdown({
  kind,
  heading,
  sentence,
  facts,
  notShown,
  deeds,
  words,
}: FrontPage): string {
  return `${[
    `# ${prose(heading)}`,
    prose(sentence),
    prose(`${kind}.`),
    facts.map(fact).join('\n'),
    prose(notShown),
    'The [page of the run](page.html) has each requirement, request and answer; `certificate.json` and `report.json` have the same as data.',
    ...deeds.map(deed),
    '## Words',
    list(words.map(([term, meaning]) => `**${prose(term)}**: ${prose(meaning)}`)),
  ].join('\n\n')}\n`;
}

function fact({ label, text, items = [] }: Fact): string {
  return [`- **${prose(label)}**: ${prose(text)}`, ...items.map((item) => `  - ${prose(item)}`)].join('\n');
}

function deed({ title, text, commands }: Deed): string {
  return [`## ${prose(title)}`, prose(text), ['```sh', ...commands, '```'].join('\n')].join('\n\n');
}
