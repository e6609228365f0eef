import { inBlocks, type FindingBlock } from '../blocks/same-exchange.ts';
import { byWeight } from '../blocks/weight.ts';
import type { ReportedClause } from '../report.ts';
import type { Finding } from '../sample.ts';
import { asCause } from './blocks.ts';
import type { Cause } from './cause.ts';
import { named } from './names.ts';
import { exchangeKey, type ProbeRow } from './probe.ts';
import { areAlike, areTied } from './ties.ts';
import { coveringRules, familiesOf, perOperation, type Rule } from './rule.ts';

/** The mistakes behind all violated clauses. @param rows - requests of many variants, with their answers */
export function causesOf(clauses: readonly ReportedClause[], rows: readonly ProbeRow[]): readonly Cause[] {
  const violated = byWeight(clauses.filter(({ verdict }) => verdict === 'fail'));
  const ruled = groupsByRule(violated, rows);
  const inRules = new Set(ruled.flatMap(membersOf));
  const order = new Map(violated.map(({ id }, at) => [id, at]));
  const place = ({ clause }: Group): number => order.get(clause.id) ?? 0;
  return [...ruled, ...tied(inBlocks(violated.filter((clause) => !inRules.has(clause))))]
    .toSorted((one, other) => place(one) - place(other))
    .map((group) => asCause(group, group.rules && named(group.rules)));
}

interface Group extends FindingBlock {
  /** The proofs that the clauses have one cause; each proof may cover only some of the clauses. */
  readonly rules?: readonly Rule[];
}

function membersOf({ clause, others, alike }: Group): readonly ReportedClause[] {
  return [clause, ...others, ...alike];
}

function groupsByRule(violated: readonly ReportedClause[], rows: readonly ProbeRow[]): readonly Group[] {
  const rules = rulesOf(violated, rows);
  const ruled = new Map(violated.map((clause) => [clause.id, ruleOf(clause, rules)]));
  const speakerOf = new Map(
    inBlocks(violated).flatMap(({ clause, others }) => others.map(({ id }) => [id, clause.id] as const)),
  );
  // A clause whose exchange another clause shows has the same cause.
  const causeOf = ({ id }: ReportedClause): Rule | undefined =>
    ruled.get(id) ?? ruled.get(speakerOf.get(id) ?? '');
  return familiesOf(rules.filter((rule) => violated.some((clause) => causeOf(clause) === rule))).flatMap(
    (family) => {
      const [clause, ...others] = violated.filter((one) => family.some((rule) => rule === causeOf(one)));
      return clause === undefined ? [] : [{ clause, others, alike: [], rules: family }];
    },
  );
}

/** Merges groups that one mistake breaks, or whose members have the same form. */
function tied(groups: readonly Group[]): readonly Group[] {
  const hosts = new Map<Group, Group>();
  const hostOf = (group: Group): Group => {
    const host = hosts.get(group);
    return host === undefined ? group : hostOf(host);
  };
  for (const guest of groups) {
    const host = groups.find((one) => hostOf(one) !== guest && areTied(one.clause, guest.clause));
    if (host !== undefined && host !== guest) hosts.set(guest, host);
  }
  const leads = groups.filter((group) => !hosts.has(group));
  const merged = leads.map((lead) => {
    const guests = groups.filter((group) => group !== lead && hostOf(group) === lead);
    return { ...lead, others: [...lead.others, ...guests.flatMap(membersOf)] };
  });
  return merged.reduce((all: readonly Group[], group) => {
    const like = all.find(({ clause }) => areAlike(clause, group.clause));
    if (like === undefined) return [...all, group];
    const both = {
      ...like,
      others: [...like.others, ...group.others],
      alike: [...like.alike, group.clause, ...group.alike],
    };
    return all.map((one) => (one === like ? both : one));
  }, []);
}

/** The conditions under which answers were not due, for each such answer that some finding shows. */
function rulesOf(violated: readonly ReportedClause[], rows: readonly ProbeRow[]): readonly Rule[] {
  const shown = new Set(violated.flatMap(({ findings }) => findings.flatMap(keysOf)));
  const wasShown = (row: ProbeRow): boolean => row.deviating.some((key) => shown.has(key));
  const deviating = rows.filter(({ due, came }) => due !== came);
  const kinds = new Set(deviating.filter(wasShown).map(kindOf));
  return [...kinds].flatMap((kind) => {
    const same = deviating.filter((row) => kindOf(row) === kind);
    const [one] = same;
    const others = rows.filter(
      (row) => row.probe === one?.probe && row.due === one.due && row.came === row.due,
    );
    const rules = coveringRules(same, others, wasShown);
    const covered = new Set(rules.flatMap((rule) => rule.rows));
    const left = same.filter((row) => wasShown(row) && !covered.has(row));
    if (left.length === 0) return rules;
    // If the condition was not found, there is one cause anyway, or one cause per operation.
    if (one?.probe === 'versions') return [{ conditions: [], rows: same, others }];
    return [...rules, ...perOperation(left, others)];
  });
}

function kindOf({ probe, due, came }: ProbeRow): string {
  return JSON.stringify([probe, due, came]);
}

function ruleOf({ findings }: ReportedClause, rules: readonly Rule[]): Rule | undefined {
  const [first] = findings;
  if (first === undefined) return undefined;
  const keys = new Set(keysOf(first));
  return rules.find(({ rows }) => rows.some(({ deviating }) => deviating.some((key) => keys.has(key))));
}

/** The exchanges of a finding that violate the contract, and the value if there is one. */
function keysOf({ story = [], exchanges, deviation }: Finding): readonly string[] {
  const keyOf = (exchange: number, pointer?: string): readonly string[] => {
    const { number, atMs } = exchanges[exchange] ?? {};
    return number === undefined || atMs === undefined ? [] : [exchangeKey(number, atMs, pointer)];
  };
  return [
    ...story
      .filter(({ culprit, role }) => culprit || role === 'racer')
      .flatMap(({ exchange }) => keyOf(exchange)),
    ...(deviation?.kind === 'value' ? keyOf(deviation.exchange, deviation.pointer) : []),
  ];
}
