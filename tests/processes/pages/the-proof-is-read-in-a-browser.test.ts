import { source as axe } from 'axe-core';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageFolder } from '../../../config/packaging/package-folder.ts';
import { executablePath, launchBrowser } from '../../support/browser.ts';
import { misfitsOf } from '../../support/pages/narrow-cells.ts';

test.skipIf(executablePath === undefined)(
  'the page of the proof fits each window, and its plots have texts',
  async () => {
    const browser = await launchBrowser();
    try {
      const page = await (await browser.newContext({ bypassCSP: true })).newPage();
      await page.goto(pathToFileURL(join(packageFolder, 'docs/proof.html')).href);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await misfitsOf(page), `${width} px`).toEqual({ beyond: 0, narrow: [] });
      }
      await page.evaluate(axe);
      const found: unknown = await page.evaluate(
        `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      );
      expect(found).toEqual([]);
    } finally {
      await browser.close();
    }
  },
);
