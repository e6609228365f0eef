import type { Ask } from '../../run/ask.ts';
import { inScope } from '../../run/options.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { Stage } from '../../implementation/stage.ts';
import { asObject, sameJson, type Json } from '../../wire/json/json.ts';
import { mentions } from '../../wire/json/pointer.ts';

const mostPages = 8;
/** The number of first created resources, one of which a complete list shows. */
const fewFirst = 5;
/** Requested page sizes, until the server accepts one; the last request leaves the size to the server. */
const sizes = ['100', undefined] as const;

/** Whether some list shows the first and the last created resource. */
export function showsAll(on: Stage, lists: readonly Exchange[], last: string): boolean {
  const first = on.made.filter(({ id }) => !on.gone.has(id)).slice(0, fewFirst);
  return lists.some(
    ({ value }) => mentions(value, last) && first.some(({ canary }) => mentions(value, canary)),
  );
}

/** The pages of the sorted query (4.12), as long as limit and offset lead to a next page. */
export async function laterPages(on: Stage): Promise<readonly Exchange[]> {
  if (inScope(on.options, ['sorted']).length === 0) return [];
  for (const size of sizes) {
    const pages = await pagesOf(on, size);
    if (pages.length > 0) return pages;
  }
  return [];
}

async function pagesOf(on: Stage, size: string | undefined): Promise<readonly Exchange[]> {
  const pages: Exchange[] = [];
  let offset = 0;
  while (pages.length < mostPages) {
    const query: Ask['query'] = [
      ...(size === undefined ? [] : [['limit', size] as const]),
      ['offset', String(offset)],
    ];
    const page = await on.ask('sorted', { query });
    const before = pages.at(-1)?.value;
    const count = page.succeeded ? longestList(page.value) : 0;
    // A server that ignores the offset shows the same page again.
    if (count === 0 || (before !== undefined && page.value !== undefined && sameJson(before, page.value)))
      return pages;
    pages.push(page);
    offset += count;
  }
  return pages;
}

/** Elements of the longest array that is not within another array. */
function longestList(value: Json | undefined): number {
  if (Array.isArray(value)) return value.length;
  return Math.max(0, ...Object.values(asObject(value) ?? {}).map(longestList));
}
