import { plan } from '../../config/plan.ts';
import { rehearsalOptions, rehearse, type Rehearsed } from '../../config/runs/rehearsal.ts';
import type { Profile } from '../../clause/profile.ts';
import { choices, referenceProfile } from '../../faults/catalogue.ts';
import { mistakes } from '../../tests/processes/operators/mistakes.ts';
import { disturbances } from '../../tests/support/disturbances/disturbances.ts';
import { rehearseUnder } from '../../tests/support/disturbances/rehearsed-disturbance.ts';
import { falseAlarms, habitsOf, shownMethods } from '../../tests/support/rehearsed-habits.ts';
import { found } from './found.ts';
import type { PlainTable } from './table.ts';

const habit: PlainTable = {
  id: 'habits',
  title: 'Honest servers, each with a habit',
  about: 'A server that decides one thing otherwise that the contract leaves open. No clause may fail.',
  names: () => choices.map(({ name }) => name),
  play: async (name) => alarmsOf(await rehearse({ plan, choices: [name], profile: shownMethods })),
  isMissed: (ending) => ending.startsWith('alarm'),
};

const combinations = 250;

const mixture: PlainTable = {
  id: 'habits-in-combination',
  title: 'Honest servers with several habits',
  about:
    'Two to seven habits that go together, some latency and concurrency, a quarter of the sections or all of them. No clause may fail.',
  names: () => Array.from({ length: combinations }, (_, at) => `combination ${at + 1}`),
  play: async (name) => alarmsOf(await rehearse(habitsOf(Number(name.split(' ')[1])))),
  isMissed: (ending) => ending.startsWith('alarm'),
};

const disturbed = new Map(disturbances.map((one) => [one.name, one]));

const disturbance: PlainTable = {
  id: 'disturbances',
  title: 'Honest servers in bad weather',
  about:
    'Tokens that expire, neighbours that write, janitors that delete, restored data, replicas that lag, outages, limits. No clause may fail; what could not be decided stays open.',
  names: () => [...disturbed.keys()],
  play: async (name) => endingOf(await rehearseUnder(found(disturbed, name))),
  isMissed: (ending) => ending.startsWith('alarm'),
};

const mistaken = new Map(mistakes.map((one) => [one.name, one]));
const profile = referenceProfile as Profile;

const mistake: PlainTable = {
  id: 'mistakes',
  title: "Operators' mistakes",
  about:
    'Tokens swapped, dead or of another project, wrong addresses, wrong declarations. No clause of the contract may fail for it.',
  names: () => [...mistaken.keys()],
  play: async (name) => {
    const right = rehearsalOptions(profile, 1);
    const rehearsed = await rehearse({ plan, profile, options: found(mistaken, name).make(right) });
    return endingOf(rehearsed, (id) => !id.startsWith('declared/'));
  },
  isMissed: (ending) => ending.startsWith('alarm'),
};

function alarmsOf(rehearsed: Rehearsed): string {
  const alarms = falseAlarms(rehearsed);
  return alarms.length === 0 ? 'no alarm' : `alarm: ${alarms.join('; ')}`;
}

function endingOf(
  { judgements, statement }: Rehearsed,
  isHeld: (id: string) => boolean = () => true,
): string {
  const failed = [...judgements].flatMap(([id, { verdict }]) =>
    verdict === 'fail' && isHeld(id) ? [id] : [],
  );
  return failed.length > 0 ? `alarm: ${failed.join(', ')}` : statement.verdict;
}

/** The rows that conform; none may fail. */
export const honest: readonly PlainTable[] = [habit, mixture, disturbance, mistake];
