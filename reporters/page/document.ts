import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, Markup } from './markup.ts';

/** A whole page: one file that needs no network, and whose policy runs only its own style, and script if it is live. */
export function asDocument(
  title: string,
  body: Markup,
  { isLive, sheet = 'page.css' }: { readonly isLive: boolean; readonly sheet?: Sheet },
): string {
  const [style, script] = [textOf(sheet), isLive ? textOf('behaviour.js') : ''];
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

/** Exactly the text whose digest is in the policy. */
function element(name: 'style' | 'script', text: string): Markup {
  return new Markup(`<${name}>${text}</${name}>`);
}

type Sheet = 'page.css' | 'front.css';

const read = new Map<string, string>();

/** Without comments and indents. */
function textOf(name: Sheet | 'behaviour.js'): string {
  const known = read.get(name) ?? bare(name, textBeside(name));
  read.set(name, known);
  return known;
}

function bare(name: Sheet | 'behaviour.js', text: string): string {
  return name === 'behaviour.js'
    ? text.replace(/^\s*(?:\/\*\*.*?\*\/|\/\/[^\n]*)\n/gms, '').replace(/^\s+/gm, '')
    : text.replace(/\/\*.*?\*\//gs, '').replace(/\s*\n\s*/g, '');
}

/** Read from the folder of the sources even by compiled code: from both, the package is two folders up. */
function textBeside(name: string): string {
  return readFileSync(new URL(`../../reporters/page/${name}`, import.meta.url), 'utf8').replaceAll(
    '\r\n',
    '\n',
  );
}

function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
