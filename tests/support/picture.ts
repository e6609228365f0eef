import { fileURLToPath } from 'node:url';
import { createInProcessTransport } from '../../config/runs/in-process-transport.ts';
import { rehearsalOptions } from '../../config/runs/rehearsal.ts';
import { contractDocument } from '../../config/packaging/package-folder.ts';
import { referenceWith } from '../../faults/catalogue.ts';
import { asPage } from '../../reporters/page/as-page.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import { launchBrowser } from './browser.ts';
import { judgeWhole } from './whole-run.ts';

const picture = fileURLToPath(new URL('../../docs/page.png', import.meta.url));
const size = { width: 1_200, height: 860 };
const seed = 1;

/** Writes the picture of the page that the README shows: a run against a server that never compares versions. */
export async function main(): Promise<void> {
  const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
  const reference = referenceWith({ faults: ['version-never-checked'], choices: [], seed });
  const options = {
    ...rehearsalOptions({ search: { method: 'POST' }, image: { method: 'POST' } }, seed),
    baseUrl: 'https://staging.example.com/v1',
  };
  const transport = createInProcessTransport(reference, clock, { latencyMs: 20 });
  const { report } = await judgeWhole({ transport, clock, options });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
    const suite = { ...report.suite, contract: contractDocument() };
    await page.setContent(asPage({ ...report, suite }));
    await page.screenshot({ path: picture });
  } finally {
    await browser.close();
  }
  process.stdout.write(`${picture}: written\n`);
}
