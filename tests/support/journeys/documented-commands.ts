import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** One fenced block of a document. */
export interface Block {
  /** The nearest heading above it, without its marks. */
  readonly heading: string;
  readonly language: string;
  readonly lines: readonly string[];
}

/** The fenced blocks of a Markdown text, in order; those of a list lose its indentation. */
export function blocksIn(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let heading = '';
  let open: { language: string; lines: string[]; indent: number } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const fence = /^( *)```(\w*)/.exec(line);
    if (fence !== null && open === undefined)
      open = { language: fence[2] ?? '', lines: [], indent: fence[1]?.length ?? 0 };
    else if (fence !== null && open !== undefined) {
      blocks.push({ heading, language: open.language, lines: open.lines });
      open = undefined;
    } else if (open !== undefined) open.lines.push(line.slice(open.indent));
    else heading = /^#+ +(.*)$/.exec(line)?.[1] ?? heading;
  }
  return blocks;
}

/** Command lines of blocks: what a backslash continues is one line, and comments behind blanks are left out. */
export function commandsIn(blocks: readonly Block[], language = 'sh'): readonly string[] {
  return blocks
    .filter((block) => block.language === language)
    .flatMap(({ lines }) =>
      lines
        .join('\n')
        .replace(/\\\n\s*/g, '')
        .split('\n'),
    )
    .map((line) => line.replace(/(?:^|\s+)#\s.*$/, '').trim())
    .filter((line) => line !== '');
}

/** The steps of the GitHub action that start something, by their names. */
export function actionSteps(): readonly (readonly [name: string, script: string])[] {
  const { runs } = parse(readFileSync(join(repository, 'action.yml'), 'utf8')) as {
    readonly runs: { readonly steps: readonly { readonly name: string; readonly run?: string }[] };
  };
  return runs.steps.flatMap(({ name, run }) => (run === undefined ? [] : [[name, run.trim()] as const]));
}

/**
 * The command lines that a document of the repository shows below a heading, in order; of `action.yml`, the script of the
 * step of that name.
 *
 * @throws where there are none: the document was changed, and the journey is to be changed with it
 */
export function commandsOf(document: string, heading: string, language = 'sh'): readonly string[] {
  if (document === 'action.yml') return actionSteps().flatMap(([name, script]) => (name === heading ? [script] : [])); // prettier-ignore
  const blocks = blocksIn(readFileSync(join(repository, document), 'utf8'));
  const commands = commandsIn(
    blocks.filter((block) => block.heading === heading),
    language,
  );
  if (commands.length === 0) throw new Error(`${document} shows no ${language} below "${heading}"`);
  return commands;
}
