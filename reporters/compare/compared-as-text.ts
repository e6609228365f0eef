import { fit, labelled, pad, widthOf } from '../text-layout.ts';
import { visible } from '../visible.ts';
import type { ComparedView } from './compared-view.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A comparison for a terminal: the reports under a letter each, the changes, and the differing clauses. */
export function comparedAsText(
  { columns, changes, notes, rows, alike }: ComparedView,
  width: number,
): string {
  const letterOf = (at: number): string => letters[at] ?? String(at + 1);
  const layout = { columns: width, indent: 0, label: 3 };
  const widest = Math.min(44, Math.max(10, ...rows.map(({ id }) => id.length)));
  const room = Math.max(10, Math.floor((width - widest - 1) / Math.max(1, columns.length)) - 1);
  const row = (name: string, cells: readonly string[]): string =>
    [pad(fit(name, widest), widest), ...cells.map((cell) => pad(fit(visible(cell), room), room))]
      .join(' ')
      .trimEnd();
  /** A text that does not fit its column is below the clause. */
  const cellLines = (letter: string, text: string): readonly string[] =>
    labelled(letter, fit(text, 2 * width), { columns: width, indent: 2, label: 3 });
  const told = [
    ...changes.flatMap(([label, text]) =>
      labelled(label, visible(text, 4_000), { columns: width, indent: 0, label: 17 }),
    ),
    ...notes.flatMap((text) => labelled('note', visible(text), { columns: width, indent: 0, label: 17 })),
  ];
  const lines = [
    ...(told.length > 0 ? [...told, ''] : []),
    ...columns.flatMap(({ name, verdict, about, tally }, at) => [
      ...labelled(letterOf(at), `${visible(name)}: ${visible(verdict)}`, layout),
      ...labelled('', visible(about), layout),
      ...labelled('', visible(tally), layout),
    ]),
    ...(rows.length === 0
      ? []
      : [
          '',
          row(
            '',
            columns.map((_, at) => letterOf(at)),
          ),
        ]),
    ...rows.flatMap(({ id, cells }) => {
      const texts = cells.map(({ text }) => visible(text));
      if (texts.every((text) => widthOf(text) <= room)) return [row(visible(id), texts)];
      return [visible(id), ...texts.flatMap((text, at) => cellLines(letterOf(at), text))];
    }),
    ...(alike > 0 ? ['', `${alike} clauses are the same in every report; --all shows them`] : []),
  ];
  return lines.map((line) => `${line}\n`).join('');
}
