import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Report } from '../../clause/report.ts';
import { headline, isBlank, targetOf } from '../headline.ts';
import { attentionParts } from './attention-parts.ts';
import { clauseList } from './clause-list.ts';
import { html, Markup } from './markup.ts';
import { masthead } from './masthead.ts';
import { matrix } from './matrix.ts';
import { runTimeline } from './run-timeline.ts';
import { surroundings } from './surroundings.ts';

/**
 * The report as one page for people: a file that needs no network, and whose policy lets nothing run but its own script
 * and style. Everything in it is there without the script too, which only filters, copies and moves about.
 */
export function asPage(report: Report): string {
  const { style, script } = assets();
  const policy = [
    "default-src 'none'",
    `style-src '${digestOf(style)}'`,
    `script-src '${digestOf(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${headline(report)}: ${targetOf(report)}</title>
        ${element('style', style)}
      </head>
      <body>
        ${masthead(report)}
        <main>
          ${
            !isBlank(report) &&
            html`<section class="part" aria-labelledby="matrix">
              <h2 id="matrix">Matrix</h2>
              ${matrix(report)}
            </section>`
          }
          ${attentionParts(report)}${runTimeline(report)}${clauseList(report)} ${surroundings(report)}
        </main>
        ${element('script', script)}
      </body>
    </html> `.text;
}

/** Exactly the text that the policy names by its digest. */
function element(name: 'style' | 'script', text: string): Markup {
  return new Markup(`<${name}>${text}</${name}>`);
}

interface Assets {
  readonly style: string;
  readonly script: string;
}

let read: Assets | undefined;

/** From beside the sources, also when this is compiled: two folders above it, as above them, is the package. */
function assets(): Assets {
  read ??= { style: textOf('page.css').replace(/\s*\n\s*/g, ''), script: textOf('behaviour.js') };
  return read;
}

function textOf(name: string): string {
  return readFileSync(new URL(`../../reporters/page/${name}`, import.meta.url), 'utf8').replaceAll(
    '\r\n',
    '\n',
  );
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
