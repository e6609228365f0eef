import type { PlayedTable, ProofDocument } from '../document.ts';
import { byGate, countsOf, killMatrix, percent } from './figures.ts';
import type { Score } from '../mutation/score.ts';

/** A part of the page: some sentences, then a table; a column of the table may be drawn. */
export interface Section {
  readonly heading: string;
  readonly text: readonly string[];
  readonly table?: {
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
  };
  /** The data of the bars: the parts of each bar add up to its whole. */
  readonly bars?: readonly Bar[];
}

/** A bar of parts; the good parts come first. */
export interface Bar {
  readonly label: string;
  readonly parts: readonly {
    readonly name: string;
    readonly count: number;
    readonly kind: 'good' | 'open' | 'bad';
  }[];
}

/** The page, as parts that any renderer can show: the misses come first. */
export function sectionsOf(document: ProofDocument): readonly Section[] {
  const { tables, mutation } = document;
  return [
    missed(document),
    ...(mutation.length > 0 ? [judges(mutation)] : []),
    ...tables.map(tableSection),
    ...tables.filter(({ id }) => id === 'faults').map(matrix),
  ];
}

function missed({ tables, mutation }: ProofDocument): Section {
  const rows = tables.flatMap(({ id, missed: names, rows: endings }) =>
    names.map((name) => [`\`${id}\``, `\`${name}\``, endings[name] ?? '']),
  );
  const reasons = tables
    .flatMap(({ rows: endings }) => Object.values(endings))
    .filter((ending) => ending.startsWith('reason')).length;
  const survivors = mutation.reduce((sum, { survived }) => sum + survived, 0);
  const all = mutation.reduce((sum, { tried }) => sum + tried, 0);
  return {
    heading: 'What is missed',
    text: [
      `Of all rows that were played, the suite got ${rows.length} wrong: it passed what breaks the contract, blamed an honest server, or broke off. The table names each. Rare faults that need not show, for a reason that stands with each: ${reasons}.`,
      `Of ${all} changes of the judging code, ${survivors} were noticed by nothing: see \`proof/results\` for each.`,
      'A race is seen where two requests overlap for half a millisecond; what overlaps for less is seen by chance: see `docs/power.md`.',
    ],
    ...(rows.length > 0 && { table: { head: ['table', 'row', 'how it ended'], rows } }),
  };
}

function judges(scores: readonly Score[]): Section {
  return {
    heading: 'Changes of the judge',
    text: [
      'Each mutant is one small change of the code that judges: an operator, a condition, a literal, a call left out; texts apart. It is noticed if an expectation is not met (a fault gets away, an honest server is blamed, a unit test fails), if a verdict is another, or if no end comes. Test failures over wording or order alone do not count.',
      'The share counts every survivor, also those that change nothing; behind it the interval of 95 %. Mutants are tried in an order by chance, so that those tried so far are a sample; each is of the text that its module had then.',
    ],
    table: {
      head: [
        'room',
        'mutants',
        'tried',
        'expectation unmet',
        'other verdict',
        'no end',
        'survived',
        'of these equivalent',
        'noticed',
      ],
      rows: scores.map((one) => [
        `\`${one.room}\``,
        ...[one.mutants, one.tried, one.killed, one.noticed, one.endless, one.survived, one.equivalent].map(
          String,
        ),
        `${percent(one.share)} (${percent(one.interval[0])}–${percent(one.interval[1])})`,
      ]),
    },
    bars: scores.map(({ room, killed, noticed, endless, survived }) => ({
      label: room,
      parts: [
        { name: 'expectation unmet', count: killed, kind: 'good' },
        { name: 'other verdict or no end', count: noticed + endless, kind: 'open' },
        { name: 'survived', count: survived, kind: 'bad' },
      ],
    })),
  };
}

function tableSection(table: PlayedTable): Section {
  const counts = countsOf(table);
  const played = Object.keys(table.rows).length;
  const { measured } = table;
  const drawn =
    played === table.of
      ? `all ${played} rows`
      : `${played} of ${table.of} rows, drawn by \`${table.salt.slice(0, 12)}\``;
  return {
    heading: table.title,
    text: [
      table.about,
      `${drawn}; ${measured.seconds} s on ${measured.cores} cores, Node ${measured.node.slice(1)}, ${measured.date}, commit ${measured.commit}. Again: \`${table.command}\`.`,
    ],
    ...(table.id === 'constant-servers'
      ? {
          table: {
            head: ['answers', 'verdict'],
            rows: Object.entries(table.rows).map(([name, ending]) => [`\`${name}\``, ending]),
          },
        }
      : { table: { head: ['ending', 'rows'], rows: counts.map(([kind, count]) => [kind, String(count)]) } }),
    ...(table.id === 'rare-faults' && {
      bars: byGate(table).map(([gate, kinds]) => ({ label: gate, parts: kinds.map(partOf) })),
    }),
  };
}

const kinds: Readonly<Record<string, 'good' | 'bad'>> = { failed: 'good', missed: 'bad', thrown: 'bad' };

const partOf = ([name, count]: readonly [string, number]): Bar['parts'][number] => ({
  name,
  count,
  kind: kinds[name] ?? 'open',
});

function matrix(faults: PlayedTable): Section {
  const rows = killMatrix(faults);
  const least = Math.min(...rows.map(({ named, beside }) => named + beside));
  return {
    heading: 'Which faults show that a clause can fail',
    text: [
      `${rows.length} clauses; for each, at least ${least} fault${least === 1 ? ' fails' : 's fail'} it or one beside it.`,
    ],
    table: {
      head: ['clause', 'caught by itself', 'by another alone', 'missed'],
      rows: rows.map(({ clause, named, beside, missed: lost }) => [
        `\`${clause}\``,
        String(named),
        String(beside),
        String(lost),
      ]),
    },
  };
}
