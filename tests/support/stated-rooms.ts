/** A room as the table of ARCHITECTURE.md states it. */
export interface StatedRoom {
  readonly room: string;
  readonly mayImport: readonly string[];
  /** Rooms of the same row that it may import as well: they are in no order, and no arrow joins them. */
  readonly oneAnother: readonly string[];
}

/** An arrow of the picture, or one that the table asks for. */
export type Arrow = readonly [from: string, to: string];

const named = (text: string): readonly string[] =>
  [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

/**
 * The rooms of a page, in the order of its table: rows that begin with names in backticks, and end with what these rooms
 * may import. Throws for a cell that it cannot read.
 */
export function statedRooms(page: string): readonly StatedRoom[] {
  const rows = [...page.matchAll(/^\| (`[^|]+) \|[^|]+\| ([^|]+) \|$/gm)];
  const stated: StatedRoom[] = [];
  for (const [, names = '', imports = ''] of rows) {
    const above = stated.map(({ room }) => room);
    const rooms = named(names);
    const mayImport = importedBy(imports.trim(), above);
    const among = imports.includes('one another') ? rooms : [];
    stated.push(
      ...rooms.map((room) => ({ room, mayImport, oneAnother: among.filter((other) => other !== room) })),
    );
  }
  return stated;
}

const aboveBut = /^all of the above(?: but (?<but>`\w+`(?: and `\w+`)*)|, and one another)?$/;

function importedBy(cell: string, above: readonly string[]): readonly string[] {
  if (cell === 'nothing of ours') return [];
  if (/^`\w+`(?:, `\w+`)*$/.test(cell)) return named(cell);
  const read = aboveBut.exec(cell);
  if (read === null) throw new Error(`what a room may import: found ${JSON.stringify(cell)}`);
  const but = named(read.groups?.['but'] ?? '');
  return above.filter((room) => !but.includes(room));
}

/** The rooms and arrows of the page's Mermaid picture: lines such as `a --> b & c --> d`, or a room by itself. */
export function drawnRooms(page: string): {
  readonly rooms: readonly string[];
  readonly arrows: readonly Arrow[];
} {
  const [, picture = ''] = /```mermaid\n\s*flowchart TD\n([\s\S]*?)```/.exec(page) ?? [];
  const chains = picture
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('-->').map((group) => group.split('&').map((room) => room.trim())));
  return {
    rooms: [...new Set(chains.flat(2))],
    arrows: chains.flatMap((groups) =>
      groups
        .slice(1)
        .flatMap((into, at) => (groups[at] ?? []).flatMap((from) => into.map((to): Arrow => [from, to]))),
    ),
  };
}

/** What the picture has to show: everything that the table allows, without what follows from other arrows. */
export function neededArrows(stated: readonly StatedRoom[]): readonly Arrow[] {
  const allowed = new Map(stated.map(({ room, mayImport }) => [room, mayImport]));
  const reaches = (from: string, to: string): boolean =>
    (allowed.get(from) ?? []).some((next) => next === to || reaches(next, to));
  return stated.flatMap(({ room, mayImport }) =>
    mayImport
      .filter((to) => !mayImport.some((other) => other !== to && reaches(other, to)))
      .map((to): Arrow => [room, to]),
  );
}
