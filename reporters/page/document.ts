import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, Markup } from './markup.ts';

/**
 * A whole page: one file that needs no network, and whose policy lets nothing run but its own script and style.
 *
 * @param isLive - it has the script that filters, copies and moves about
 */
export function asDocument(title: string, body: Markup, { isLive }: { readonly isLive: boolean }): string {
  const { style, script } = assets();
  const policy = [
    "default-src 'none'",
    `style-src '${digestOf(style)}'`,
    `script-src ${isLive ? `'${digestOf(script)}'` : "'none'"}`,
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
        <title>${title}</title>
        ${element('style', style)}
      </head>
      <body>
        ${body}${isLive && element('script', script)}
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

/** Without comments and indents; from beside the sources, also when this is compiled: two folders above it, as above them, is the package. */
function assets(): Assets {
  read ??= {
    style: textOf('page.css')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s*\n\s*/g, ''),
    script: textOf('behaviour.js')
      .replace(/^\s*(?:\/\*\*.*?\*\/|\/\/[^\n]*)\n/gms, '')
      .replace(/^\s+/gm, ''),
  };
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
