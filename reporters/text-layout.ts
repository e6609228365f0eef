const wide =
  /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** The columns of a text in a terminal; never too few. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of text) width += wide.test(character) ? 2 : 1;
  return width;
}

/** The longest beginning of a text that fits. */
function headOf(text: string, width: number): string {
  let left = width;
  let head = '';
  for (const character of text) {
    left -= widthOf(character);
    if (left < 0) break;
    head += character;
  }
  return head;
}

/** The text on one line of at most `width` columns, with an ellipsis in place of the rest. */
export function fit(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${headOf(text, Math.max(0, width - 1))}…`;
}

/** The text with spaces up to that many columns; longer texts stay unchanged. */
export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Breaks a text at its spaces into lines of at most `width` columns; longer words break anywhere. */
export function wrap(text: string, width: number): readonly string[] {
  const room = Math.max(2, width);
  const lines: string[] = [];
  let line: string | undefined;
  for (const word of text.split(' ')) {
    const longer: string = line === undefined ? word : `${line} ${word}`;
    if (widthOf(longer) <= room) {
      line = longer;
      continue;
    }
    if (line !== undefined) lines.push(line);
    line = word;
    while (widthOf(line) > room) {
      const head = headOf(line, room);
      lines.push(head);
      line = line.slice(head.length);
    }
  }
  return [...lines, line ?? ''];
}

/** Lines after a label; further lines begin below the first line: ` got 409`. */
export function labelled(
  label: string,
  text: string,
  layout: { readonly columns: number; readonly indent: number; readonly label: number },
): readonly string[] {
  const before = layout.indent + layout.label;
  const lead = ' '.repeat(layout.indent) + pad(label, layout.label);
  return wrap(text, layout.columns - before).map((line, at) =>
    `${at === 0 ? lead : ' '.repeat(before)}${line}`.trimEnd(),
  );
}

/** Lines that all begin at that column. */
export function indented(text: string, indent: number, columns: number): readonly string[] {
  return labelled('', text, { columns, indent, label: 0 });
}

/** As many items as fit the bound, and how many were left out. */
export function firstOf<T>(
  items: readonly T[],
  most: number,
): { readonly shown: readonly T[]; rest: number } {
  return { shown: items.slice(0, most), rest: Math.max(0, items.length - most) };
}

/** `12,345` */
export function grouped(number: number): string {
  return String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `840 ms`, `12.3 s`, `3 min 20 s` */
export function duration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 119_950) return `${(milliseconds / 1_000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `1 clause`, `2 clauses` */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}
