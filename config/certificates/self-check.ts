import type { Seed } from '../../clause/reported/seed.ts';
import { choices, faults, referenceProfile } from '../../faults/catalogue.ts';
import { partOf, type Fault } from '../../faults/fault.ts';
import type { Plan } from '../../implementation/plan.ts';
import { clauseSeed, createRandom, type Random } from '../../run/random.ts';
import { createVirtualClock } from '../../wire/virtual-clock.ts';
import { createConstantTransport, type PlainAnswer } from '../runs/in-process-transport.ts';
import { rehearse } from '../runs/rehearsal.ts';

/** How the suite tried itself on that machine before it judged: drawn by the seed of the run, in virtual time. */
export interface SelfCheck {
  /** References that break the contract; each must fail. */
  readonly faults: readonly string[];
  /** References that make other open choices; none may fail. */
  readonly habits: readonly string[];
  /** Servers without any state; none may be found conformant. */
  readonly trivial: readonly string[];
  readonly unexpected: readonly string[];
}

const counts = { faults: 6, habits: 1, trivial: 1 } as const;

const trivialServers: ReadonlyMap<string, PlainAnswer> = new Map(
  Object.entries({
    'always 200 {}': { status: 200, body: '{}' },
    'always 200 with a resource': {
      status: 200,
      body: '{"version":1,"id":"1","key":"1","objectTypeProperty":{}}',
    },
    'always 204': { status: 204 },
    'always 404': { status: 404, body: '{"statusCode":404}' },
    'always 409': { status: 409, body: '{"statusCode":409}' },
  }),
);

/** Draws the trials by the seed of a run, and plays them. */
export async function checkItself(plan: Plan, seed: Seed): Promise<SelfCheck> {
  const random = createRandom(clauseSeed(seed, 'self-check'));
  const drawn = {
    faults: draw(random, faults.filter(isPlain), counts.faults),
    habits: draw(
      random,
      choices.filter(({ leaves }) => leaves === undefined),
      counts.habits,
    ),
    trivial: draw(random, [...trivialServers.keys()], counts.trivial),
  };
  const unexpected: string[] = [];
  for (const fault of drawn.faults) if (!(await isCaught(plan, fault))) unexpected.push(fault.name);
  for (const { name } of drawn.habits) {
    const { statement } = await rehearse({ plan, choices: [name] });
    if (statement.verdict === 'NON-CONFORMANT') unexpected.push(name);
  }
  for (const name of drawn.trivial) if (await isTakenIn(plan, name)) unexpected.push(name);
  return {
    faults: drawn.faults.map(({ name }) => name),
    habits: drawn.habits.map(({ name }) => name),
    trivial: drawn.trivial,
    unexpected,
  };
}

/** Whether a fault breaks a clause, and shows at the least depth without a socket and without drawn cases. */
function isPlain({ breaks, depth, needs, unseenBecause }: Fault): boolean {
  const isOfContract = breaks !== undefined && !breaks.startsWith('declared/');
  return isOfContract && depth === undefined && needs === undefined && unseenBecause === undefined;
}

function draw<T>(random: Random, from: readonly T[], count: number): readonly T[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const one = random.pick(left);
    left.splice(left.indexOf(one), 1);
    return one;
  });
}

/** Tries the requests of the clause alone, which take milliseconds, then more and more requests of other clauses. */
async function isCaught(plan: Plan, fault: Fault): Promise<boolean> {
  const { name, breaks = '' } = fault;
  const widths: readonly ((clause: string) => boolean)[] = [
    (clause) => clause === breaks,
    (clause) => clause === breaks || clause.startsWith(`${partOf(fault)}/`),
    () => true,
  ];
  for (const isAsked of widths) {
    const selected = selection(plan, isAsked);
    const { judgements } = await rehearse({ plan, faults: [name], profile: referenceProfile, selected });
    if (judgements.get(breaks)?.verdict === 'fail') return true;
  }
  return false;
}

function selection({ sections, evidence }: Plan, isAsked: (clause: string) => boolean): ReadonlySet<string> {
  const clauses = sections.flatMap((section) => section.clauses.map(({ id }) => id));
  return new Set([
    ...clauses.filter(isAsked),
    ...evidence.flatMap(({ clause, name }) => (isAsked(clause) ? [name] : [])),
  ]);
}

async function isTakenIn(plan: Plan, name: string): Promise<boolean> {
  const clock = createVirtualClock();
  const answer = trivialServers.get(name) ?? { status: 500 };
  const { statement } = await rehearse({
    plan,
    clock,
    around: () => createConstantTransport(() => answer, clock),
  });
  return statement.verdict === 'CONFORMANT';
}
