import { asDocument } from '../../reporters/page/document.ts';
import { html, type Markup } from '../../reporters/page/markup.ts';
import type { ProofDocument } from '../document.ts';
import { sectionsOf, type Bar, type Section } from './sections.ts';

/** `docs/proof.html`: the same content with plots, in one file that needs no network. */
export function asProofPage(document: ProofDocument): string {
  const title = `Proof of suite ${document.suite}`;
  return asDocument(
    title,
    html`<main>
      <h1>${title}</h1>
      ${sectionsOf(document).map(partOf)}
    </main>`,
    { isLive: false },
  );
}

function partOf({ heading, text, table, bars }: Section): Markup {
  return html`<section class="part">
    <h2>${heading}</h2>
    ${text.map((sentence) => html`<p>${inline(sentence)}</p>`)}${bars !== undefined && plot(heading, bars)}${
      table !== undefined &&
      html`<table class="proof">
        <thead>
          <tr>
            ${table.head.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${table.rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((one, at) => html`<td data-is="${table.head[at] ?? ''}">${inline(one)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>`
    }
  </section>`;
}

/** Texts whose code is between back quotes. */
function inline(text: string): readonly (Markup | string)[] {
  return text.split('`').map((piece, at) => (at % 2 === 1 ? html`<code>${piece}</code>` : piece));
}

function inWords(bars: readonly Bar[]): string {
  return bars
    .map(({ label, parts }) => `${label}: ${parts.map(({ name, count }) => `${count} ${name}`).join(', ')}`)
    .join('; ');
}

const fills = { good: 'var(--green-fill)', open: 'var(--blue-fill)', bad: 'var(--red)' } as const;
const width = 600;
const height = 22;
const labels = 190;

/** A bar for each row, and the meaning of its colours; the pointer shows one part, a screen reader reads all. */
function plot(heading: string, bars: readonly Bar[]): Markup {
  const named = (kind: keyof typeof fills): string =>
    [
      ...new Set(
        bars.flatMap(({ parts }) => parts.filter((part) => part.kind === kind).map(({ name }) => name)),
      ),
    ].join(', ');
  return html`<p>Green: ${named('good')}. Blue: ${named('open')}. Red: ${named('bad') || 'none'}.</p>
    <svg
      viewBox="0 0 ${labels + width} ${bars.length * (height + 6)}"
      role="img"
      aria-label="${heading}: ${inWords(bars)}"
    >
      ${bars.map(({ label, parts }, at) => {
        const y = at * (height + 6);
        const all = Math.max(
          1,
          parts.reduce((sum, { count }) => sum + count, 0),
        );
        let x = labels;
        return html`<g>
          <text x="0" y="${y + 15}" font-size="13" fill="currentColor">${label}</text>
          ${parts.map(({ name, count, kind }) => {
            const share = (count / all) * width;
            const from = x;
            x += share;
            return html`<rect
              x="${from.toFixed(1)}"
              y="${y}"
              width="${share.toFixed(1)}"
              height="${height}"
              fill="${fills[kind]}"
              stroke="var(--paper)"
              ><title>${label}: ${name} ${count} of ${all}</title></rect
            >`;
          })}
        </g>`;
      })}
    </svg>`;
}
