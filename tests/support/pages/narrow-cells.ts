import type { Page } from 'playwright-core';

/** Cells of tables below this width hold nothing but what fits on one line, in widths of a letter. */
const leastEms = 8;

/** What does not fit the window of a page. */
export interface Misfit {
  /** Pixels by which the whole page is wider than its window. */
  readonly beyond: number;
  /** Cells narrower than 8 em that hold a line longer than that: their widths in pixels, and how their texts begin. */
  readonly narrow: readonly string[];
}

/** Measures the page as it stands, with everything open that can be opened. */
export async function misfitsOf(page: Page): Promise<Misfit> {
  const found: unknown = await page.evaluate(`(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
    const narrow = [...document.querySelectorAll('td, th')].flatMap((cell) => {
      const style = getComputedStyle(cell);
      const { width } = cell.getBoundingClientRect();
      const least = ${leastEms} * parseFloat(style.fontSize);
      if (width === 0 || width >= least || style.position === 'absolute') return [];
      const onOneLine = document.createElement('div');
      onOneLine.style.cssText = 'position: absolute; visibility: hidden; width: max-content';
      onOneLine.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
      cell.append(onOneLine);
      const natural = onOneLine.getBoundingClientRect().width;
      onOneLine.remove();
      return natural <= least ? [] : [Math.round(width) + ' px: ' + cell.innerText.slice(0, 60)];
    });
    return { beyond: Math.max(0, document.documentElement.scrollWidth - innerWidth), narrow };
  })()`);
  return found as Misfit;
}
