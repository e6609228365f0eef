import { rows, type RowName } from '../../contract/rows.ts';
import type { Clause, ClauseSection, Phase } from '../../clause/clause.ts';
import type { ReadMeans } from '../../clause/report.ts';
import { endpoints, type Endpoint } from '../../contract/endpoints.ts';
import type { Plan } from '../../implementation/plan.ts';
import type { Stage } from '../../implementation/stage.ts';
import { limits as knownLimits } from '../settings/consent.ts';
import { readsWith } from '../register/decided-by-reads.ts';
import { statedPlace } from '../register/stated-places.ts';
import { commandLine } from '../../reporters/commands/command-line.ts';

/** The parts of a clause's explanation: a label, and a sentence or two. Plain text. */
export type Explanation = ReturnType<typeof explain>;

/** A clause of a plan with its part; undefined for an unknown id. */
export function findClause(
  plan: Plan,
  id: string,
): { readonly clause: Clause<Stage>; readonly section: ClauseSection<Stage> } | undefined {
  for (const section of plan.sections) {
    const clause = section.clauses.find((one) => one.id === id);
    if (clause !== undefined) return { clause, section };
  }
  return undefined;
}

export function explain(plan: Plan, clause: Clause<Stage>, section: ClauseSection<Stage>) {
  const evidence = plan.evidence.filter((one) => one.clause === clause.id);
  const source = statedPlace(clause.id);
  const title = section.title === clause.part ? '' : ` (${section.title})`;
  const rowsOfIt: readonly (readonly [label: string, text: string])[] = [
    ...(clause.sends === undefined ? [] : [['sends', clause.sends] as const]),
    ['violation', clause.violation],
    ['why sound', clause.rationale],
    ['rests on', `${rowsInWords(clause.rows)}.`],
    ...(clause.level === 'OPEN' ? [] : [['refuted by', refutation(clause)] as const]),
    ['runs', runs[clause.placing.phase]],
    ['needs', needsOf(clause).join(' ')],
    ...(clause.level === 'MUST' ? [['by reads', byReads(clause.id)] as const] : []),
    ...(clause.causes ?? []).map((cause) => ['likely cause', cause] as const),
    ...evidence.map(({ name, draws }) => [draws ? 'generated' : 'further look', `${name}.`] as const),
    ...(clause.declares.length === 0
      ? []
      : [['declare', clause.declares.map(({ key }) => key).join(', ')] as const]),
    ['counts', countsOf(clause)],
    ['reading', readings[clause.level]],
    ['alone', commandLine('run', '-t', clause.id)],
    ...(source === undefined ? [] : [['source', source] as const]),
  ];
  return {
    id: clause.id,
    level: clause.level,
    section: `${clause.part}${title}`,
    statement: clause.statement,
    rows: rowsOfIt,
  };
}

function byReads(id: string): string {
  const needed = readsWith(id);
  return needed === undefined
    ? 'Not decided with CONFORMANCE_READ_ONLY: it needs a request that may write.'
    : `Decided with CONFORMANCE_READ_ONLY too${needs[needed]}.`;
}

const needs: Record<ReadMeans, string> = {
  nothing: '',
  id: ', if the profile names a resource (resource.fixture or resource.sandbox)',
  key: ', if the profile names a resource and its key (resource.fixture)',
  search: ', if the profile says that 4.14 is a GET (search.method)',
};

function refutation({ level, rows: named }: Clause<Stage>): string {
  const words = `a reading of ${rowsInWords(named)} that allows this behaviour`;
  const sent = 'an exchange of the finding that the server did not receive, or that it answered differently';
  const other =
    level === 'MUST'
      ? 'another cause that is excluded neither by the row "why sound" nor by the controls of the finding'
      : 'a reason not to follow the recommendation (a warning never fails a run)';
  return `One of: ${[words, sent, other].join('; ')}.`;
}

function rowsInWords(names: readonly RowName[]): string {
  return `${names.map((name) => `${name} (line ${rows[name].line})`).join(', ')} of the contract`;
}

const runs: Record<Phase, string> = {
  quiet: 'First, before the suite writes anything but its first probes of the target.',
  lanes: 'Beside other clauses, on resources of its own.',
  races: 'Alone, so that no other request delays the races.',
  overwrites: 'Alone: the contract does not say what these writes change.',
  late: 'Last, 2 s or more after the last refused write.',
  end: 'At the end, from the history of the whole run; the clause itself sends no requests.',
};

const readings: Record<Clause<Stage>['level'], string> = {
  MUST: 'fail: the finding names the expected and the actual answer; the exchange at fault comes last; "reproduced" counts the attempts. inconclusive: the deviation has another explanation, which the reason names. not-tested: no case of the clause occurred; the reason names what to supply.',
  SHOULD: 'warn: read the finding like the finding of a fail. It never changes the verdict.',
  OPEN: 'observed: what the implementation does; it never fails. suspect: worth a look. If the profile declares it, it becomes a requirement, declared/<key>.',
};

/** The clauses that a limit of scope leaves out, and the means that these clauses need without the limit. */
const supplies: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'other-project':
      'CONFORMANCE_TOKEN_OTHER_PROJECT and CONFORMANCE_OTHER_PROJECT_KEY: a valid token of another project.',
    'minted-scopes': 'CONFORMANCE_TOKENS: tokens with several or with unusual scopes.',
    'no-scope': 'CONFORMANCE_TOKEN_NO_SCOPE: a valid token that holds none of the scopes.',
    key: 'A resource whose key is known (profile: resource.keySource or resource.fixture).',
    'action-effect':
      'A member where changeSomeProperty shows (found automatically, or profile: update.observable).',
    '4.7': 'CONFORMANCE_CONSENT=overwrite.',
    '4.8': 'CONFORMANCE_CONSENT=overwrite.',
    '4.9': 'CONFORMANCE_CONSENT=records.',
    '4.13': 'CONFORMANCE_CONSENT=records.',
    '4.14': 'The method, which the contract does not state (profile: search.method).',
    '4.15':
      'CONFORMANCE_CONSENT=upload and the method, which the contract does not state (profile: image.method).',
    '4.16': 'CONFORMANCE_CONSENT=namespace, for POST.',
  }),
);

function needsOf({ part, limits: named, placing: { phase } }: Clause<Stage>): readonly string[] {
  // Only some parts of the contract have a limit of scope.
  const limits = named.filter((name) => knownLimits.some((known) => known === name));
  const scopes = Object.values<Endpoint>(endpoints).find(({ section }) => section === part)?.scopes;
  return [
    ...(phase === 'end' ? ['The requests of other clauses.'] : []),
    ...(scopes === undefined ? [] : [`A token with ${scopes.join(' or ')}.`]),
    ...limits.flatMap((limit) => supplies.get(limit) ?? []),
    limits.length === 0
      ? 'No limit of scope leaves the clause out.'
      : `Left out by ${limits.map((limit) => `CONFORMANCE_WITHOUT=${limit}`).join(' or ')}.`,
  ];
}

function countsOf({ level, blocks, minimum }: Clause<Stage>): string {
  if (level !== 'MUST') return 'Not for the verdict.';
  const enough = minimum > 1 ? ` At least ${minimum} cases must pass.` : '';
  return blocks === 'always'
    ? `A run is CONFORMANT only if it passes or is not applicable.${enough}`
    : `Its premise need not occur: a run without any case of it can still be CONFORMANT.${enough}`;
}
