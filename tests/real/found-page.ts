import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { servers, type Server } from './servers.ts';

/** The page, from the root of the repository. */
export const foundPage = 'docs/found.md';

const begin = '<!-- found: written by `npm run found` from tests/real/servers.ts -->';
const end = '<!-- end of found -->';
const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The page as it is, with what the table says of servers made again. Throws `Error` for a page without the marks. */
export function withFound(page: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page lacks the lines ${begin} and ${end}`);
  return `${page.slice(0, from)}${begin}\n\n${told().join('\n')}\n\n${page.slice(to)}`;
}

function told(): readonly string[] {
  const products = [...new Set(servers.map(({ product }) => product))];
  return [
    '| product | verdict | failed clauses |',
    '| --- | --- | --- |',
    ...servers.map(
      (server) =>
        `| ${named(server.product)}, ${server.as} | ${verdictOf(server)} | ${server.failed.length} |`,
    ),
    ...products.flatMap((product) => ['', `### ${named(product)}`, '', ...linesOn(product)]),
  ];
}

function verdictOf({ verdict }: Server): string {
  return verdict === 'CONFORMANT' ? `**${verdict}**` : verdict;
}

/** With the version that is installed. */
function named(product: string): string {
  const { dependencies } = JSON.parse(readFileSync(`${repository}/examples/package.json`, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  return `${product} ${dependencies[product] ?? ''}`;
}

/** Each finding once, with the clauses that it fails and where; then what is right. */
function linesOn(product: string): readonly string[] {
  const all = servers.filter((server) => server.product === product);
  const failed = all.flatMap((server) => server.failed);
  const reasons = [...new Set(failed.map(({ because }) => because))];
  const right = new Set(all.flatMap((server) => server.right.map(({ that }) => that)));
  return [
    ...reasons.map((because) => {
      const found = failed.filter((one) => one.because === because);
      const clauses = [...new Set(found.map(({ clause }) => clause))];
      const there = where(all, (one) => failsAt(one, clauses[0] ?? ''));
      return `- ${clauses.map((clause) => `\`${clause}\``).join(', ')}${there}: ${because}`;
    }),
    ...[...right].map(
      (that) => `- Right, at its own port too${where(all, (one) => isRightAt(one, that))}: it ${that}.`,
    ),
  ];
}

function failsAt({ failed }: Server, clause: string): boolean {
  return failed.some((one) => one.clause === clause);
}

function isRightAt({ right }: Server, that: string): boolean {
  return right.some((one) => one.that === that);
}

function where(all: readonly Server[], isThere: (server: Server) => boolean): string {
  const there = all.filter(isThere);
  return there.length === all.length ? '' : `, ${there.map((server) => server.as).join(' and ')}`;
}
