/** How much a line of the contract's text says of what an implementation owes. */
export type LineKind =
  /** A table row, a list item or a numbered rule that says nothing is left open: a MUST or a SHOULD rests on it. */
  | 'determining'
  /** The same with a half, or all, that the contract says is not shown: what it leaves open is observed. */
  | 'partly open'
  /** A heading, a sentence between them, the head of a table or a blank. */
  | 'prose';

/** Lines of the contract's text (`document.json`), counted from 1. */
export const lastLine = 352;

type Range = number | readonly [first: number, last: number];

const determining: readonly Range[] = [
  [9, 14],
  [24, 25],
  [31, 37],
  [43, 44],
  [52, 53],
  [59, 74],
  [82, 87],
  [93, 100],
  [106, 117],
  [123, 129],
  [137, 139],
  152,
  154,
  [158, 159],
  [163, 170],
  [177, 180],
  [184, 185],
  [190, 191],
  [195, 202],
  [209, 211],
  [216, 219],
  [223, 225],
  [230, 232],
  [237, 240],
  [246, 248],
  [252, 253],
  [261, 263],
  [267, 268],
  [272, 278],
  [285, 287],
  [292, 293],
  [299, 303],
  [309, 311],
  [317, 318],
  [323, 324],
  [329, 331],
  [341, 342],
  351,
];

const partlyOpen: readonly Range[] = [
  151,
  153,
  [172, 173],
  186,
  [204, 205],
  212,
  226,
  233,
  [241, 242],
  [255, 257],
  [280, 281],
  288,
  [294, 295],
  [304, 305],
  [312, 313],
  319,
  325,
  [332, 333],
  343,
  352,
];

/** Lines that determine something and no MUST or SHOULD rests on, and open ones that nothing observes; and why. */
export const exceptions: ReadonlyMap<number, string> = new Map([
  [170, 'The type of unionParameter is not shown (line 173): which values are legal is open.'],
  [198, 'The syntax of filters is not shown (line 205): any value may be refused.'],
  [199, 'The syntax of filters is not shown (line 205): any value may be refused.'],
  [200, 'The syntax of filters is not shown (line 205): any value may be refused.'],
  [201, 'The syntax of facets is not shown (line 205): any value may be refused.'],
  [352, 'Whether the interface itself has versions is not shown: no request could ask for one.'],
]);

/** The kind of a line. */
export function kindOfLine(line: number): LineKind {
  if (determining.some((range) => holds(range, line))) return 'determining';
  return partlyOpen.some((range) => holds(range, line)) ? 'partly open' : 'prose';
}

function holds(range: Range, line: number): boolean {
  return typeof range === 'number' ? range === line : range[0] <= line && line <= range[1];
}
