import { chromium, type Browser } from 'playwright-core';
import { existsSync } from 'node:fs';

/** Where a Chromium may be; `CHROMIUM` names another one. */
const places = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  chromium.executablePath(),
];

/** The browser of this machine; undefined if there is none. */
export const executablePath: string | undefined = places.find((place) => place !== '' && existsSync(place));

/** What to tell anyone who has none. */
export const wanting =
  'no Chromium was found: install one (apt-get install chromium), or name it by CHROMIUM';

/** A fresh browser that asks nobody for anything. */
export async function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(wanting);
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
