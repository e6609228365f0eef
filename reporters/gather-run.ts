import { mergedOperations } from '../clause/reported/operations.ts';
import { defined } from '../clause/defined.ts';
import type { TestModule } from 'vitest/node';
import { judgeClause, type Judgement } from '../clause/judgement.ts';
import type { ReportInput, RunRecord } from '../clause/report.ts';
import type { ShardTimeline } from '../clause/timeline.ts';
import { mergedDisturbances } from './shards/merged-disturbances.ts';
import { uncarried, type ModuleRecord, type RunFacts, type TestSubject } from './run-facts.ts';

/** Everything that can be judged: all clauses, and the evidence for them. */
export type Stated = Pick<ReportInput, 'register' | 'evidence'>;

/** The facts about a run that are not in its test modules. */
interface Known extends Pick<ReportInput, 'against' | 'waivers'> {
  /** The facts of this process, if the worker of the run could not report any. */
  readonly facts: RunFacts;
  readonly durationMs: number;
  readonly allowIncomplete: boolean;
  /** The clauses that a run of that kind judges. */
  readonly stated: () => Promise<Stated>;
  readonly errors: readonly string[];
  readonly merging: boolean;
}

/** Combines the metas in the test modules of a run, or of several shards. The tests' green and red do not matter. */
export async function gatherRun(modules: readonly TestModule[], known: Known): Promise<ReportInput> {
  const records = recordsOf(modules);
  const [first] = records;
  const facts = first?.facts ?? known.facts;
  const { judgements, gathered, errors } = joinJudgements(modules.flatMap(testsIn));
  const ends = records.flatMap(({ end }) => end ?? []);
  const { register, evidence } =
    records.find((record) => record.register.length > 0) ?? (await known.stated());
  return {
    suite: facts.suite,
    target: facts.target,
    ...defined({ profile: facts.profile }),
    settings: {
      ...facts.settings,
      // Shards divide the concurrency among them.
      concurrency:
        records.reduce((sum, record) => sum + record.facts.settings.concurrency, 0) ||
        facts.settings.concurrency,
      allowIncomplete: known.allowIncomplete,
    },
    run: {
      ...facts.run,
      startedAt: records.map((record) => record.facts.run.startedAt).toSorted()[0] ?? facts.run.startedAt,
      durationMs: known.merging ? Math.max(0, ...ends.map((end) => end.durationMs)) : known.durationMs,
      shards: first?.facts.shard?.count ?? 1,
    },
    register,
    evidence,
    judgements,
    gathered,
    selected: new Set(records.flatMap(({ selected }) => selected)),
    record: records.length === 0 || ends.length < records.length ? undefined : mergeRecords(records, ends),
    harnessErrors: [
      ...known.errors,
      // What keeps a run from beginning keeps every module from beginning, with the same message.
      ...new Set(modules.flatMap((module) => module.errors().map(({ message }) => message))),
      ...errors,
      ...shardErrors(records, known.merging),
    ],
    ...defined({ against: known.against, waivers: known.waivers }),
  };
}

/** The file with the record of a run; a merge has none. */
export function tapeOf(modules: readonly TestModule[]): string | undefined {
  const [record, ...others] = recordsOf(modules);
  return others.length === 0 ? record?.tape : undefined;
}

/** The facts in the modules of each run, also of a run that never began because nothing was selected. */
function recordsOf(modules: readonly TestModule[]): readonly ModuleRecord[] {
  const told = modules.flatMap((module) => {
    const { run } = module.meta();
    return run === undefined ? [] : [uncarried(run)];
  });
  const begun = told.filter(({ end }) => end === undefined);
  // The module at the end of a run has all facts.
  const ended = told.filter(({ end }) => end !== undefined);
  const byRun = new Map<string, ModuleRecord>();
  for (const record of [...unstartedIn(modules), ...begun, ...ended]) byRun.set(record.facts.run.id, record);
  return [...byRun.values()];
}

/** The runs that skipped every test. */
function unstartedIn(modules: readonly TestModule[]): readonly ModuleRecord[] {
  const spoken = modules.flatMap((module) => {
    const tests = [...module.children.allTests()];
    const run = tests.map((test) => test.meta().run).find(isThere);
    if (run === undefined) return [];
    const isIdle = module.errors().length === 0 && tests.every((test) => test.result().state === 'skipped');
    return [{ record: uncarried(run), isIdle }];
  });
  const under = new Set(spoken.filter(({ isIdle }) => !isIdle).map(({ record }) => record.facts.run.id));
  return spoken
    .filter(({ record }) => !under.has(record.facts.run.id))
    .map(({ record }) => ({ ...record, end: { durationMs: 0, record: emptyRecord } }));
}

const emptyRecord: RunRecord = {
  requests: 0,
  bytes: { written: 0, read: 0 },
  longestChain: 0,
  interrupted: false,
  leftovers: [],
  neverSeen: [],
};

interface JudgedTest {
  readonly subject: TestSubject;
  readonly judgement: Judgement | undefined;
  readonly thrown: readonly string[];
}

function testsIn(module: TestModule): readonly JudgedTest[] {
  return [...module.children.allTests()].flatMap((test) => {
    const { conformance: subject, judgement: told } = test.meta();
    if (subject === undefined) return [];
    const result = test.result();
    const thrown = result.state === 'failed' ? result.errors.map(({ message }) => message) : [];
    return [{ subject, judgement: told === undefined ? undefined : uncarried(told), thrown }];
  });
}

/** The judgements of clauses with the evidence for each, from the judgements of tests. */
export function joinJudgements(tests: readonly JudgedTest[]) {
  const decisive = new Map<string, Judgement>();
  const further = new Map<string, Judgement[]>();
  const gathered = new Map<string, Judgement>();
  const stated = new Set<string>();
  const errors: string[] = [];
  for (const { subject, judgement, thrown } of tests) {
    const { clause, property } = subject;
    const name = property === undefined ? clause : `${clause} / ${property}`;
    if (stated.has(name)) errors.push(`${name}: reported twice`);
    stated.add(name);
    if (judgement === undefined) errors.push(...thrown.map((message) => `${name}: ${message}`));
    if (judgement === undefined) continue;
    if (property === undefined) decisive.set(clause, judgement);
    else {
      gathered.set(property, judgement);
      further.set(clause, [...(further.get(clause) ?? []), judgement]);
    }
  }
  const judgements = new Map<string, Judgement>();
  for (const clause of new Set([...decisive.keys(), ...further.keys()])) {
    const others = further.get(clause) ?? [];
    const [speaker, ...rest] = decisive.has(clause) ? [decisive.get(clause), ...others] : others;
    if (speaker !== undefined) judgements.set(clause, judgeClause(speaker, rest.filter(isThere)));
  }
  return { judgements, gathered, errors };
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** The records of several shards, merged: sums of counts, all observations. */
function mergeRecords(
  modules: readonly ModuleRecord[],
  ends: readonly { readonly record: RunRecord }[],
): RunRecord | undefined {
  const records = ends.map(({ record }) => record);
  const [first] = records;
  if (first === undefined || records.length === 1) return first;
  const sum = (of: (record: RunRecord) => number) => records.reduce((total, one) => total + of(one), 0);
  const most = (found: readonly number[]) => (found.length === 0 ? undefined : Math.max(...found));
  const some = <T>(found: readonly T[]) => (found.length === 0 ? undefined : found);
  const stopped = records.flatMap(({ stoppedAfter }) => stoppedAfter ?? []);
  const weathers = records.flatMap(({ weather }) => weather ?? []);
  return defined({
    requests: sum(({ requests }) => requests),
    bytes: { written: sum(({ bytes }) => bytes.written), read: sum(({ bytes }) => bytes.read) },
    longestChain: Math.max(...records.map(({ longestChain }) => longestChain)),
    validated: sum(({ validated = 0 }) => validated),
    interrupted: records.some(({ interrupted }) => interrupted),
    stoppedAfterSeconds: most(records.flatMap(({ stoppedAfterSeconds }) => stoppedAfterSeconds ?? [])),
    stoppedAfter: some(stopped)?.reduce((total, count) => total + count, 0),
    aborted: records.find(({ aborted }) => aborted !== undefined)?.aborted,
    leftovers: records.flatMap(({ leftovers }) => leftovers),
    neverSeen: first.neverSeen.filter((name) => records.every(({ neverSeen }) => neverSeen.includes(name))),
    races: some(records.flatMap(({ races }) => races ?? [])),
    raced: records.find(({ raced }) => raced !== undefined)?.raced,
    restedMs: most(records.flatMap(({ restedMs }) => restedMs ?? [])),
    waits: some(records.flatMap(({ waits }) => waits ?? [])),
    weather: some(weathers) && mergedDisturbances(weathers),
    mistakes: some([...new Set(records.flatMap(({ mistakes }) => mistakes ?? []))]),
    operations: some(mergedOperations(records.map(({ operations }) => operations ?? []))),
    probes: some(records.flatMap(({ probes }) => probes ?? [])),
    shardTimelines: some(shardTimelines(modules) ?? []),
    isOfMock: records.find(({ isOfMock }) => isOfMock)?.isOfMock,
  });
}

/** The timelines of several shards, each from its own beginning after the first shard; undefined for one run. */
export function shardTimelines(records: readonly ModuleRecord[]): readonly ShardTimeline[] | undefined {
  if (records.length < 2) return undefined;
  const began = ({ facts }: ModuleRecord): number => Date.parse(facts.run.startedAt);
  const first = Math.min(...records.map(began));
  return records
    .flatMap((record, at): ShardTimeline[] => {
      const timeline = record.end?.record.timeline;
      const shard = record.facts.shard?.index ?? at + 1;
      return timeline === undefined ? [] : [{ shard, startMs: began(record) - first, timeline }];
    })
    .toSorted((one, other) => one.shard - other.shard);
}

/** Shards that a merge lacks, has twice, or has from another division. */
function shardErrors(records: readonly ModuleRecord[], merging: boolean): readonly string[] {
  if (!merging) return [];
  const shards = records.map(({ facts }) => facts.shard ?? { index: 1, count: 1 });
  const counts = [...new Set(shards.map(({ count }) => count))];
  const [count] = counts;
  if (count === undefined || counts.length > 1) return ['the reports to merge are not the shards of one run'];
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((index) => {
    const times = shards.filter((shard) => shard.index === index).length;
    if (times === 1) return [];
    return [`shard ${index}/${count} is ${times === 0 ? 'missing' : `given ${times} times`}`];
  });
}
