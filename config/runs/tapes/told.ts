import { defined } from '../../../clause/defined.ts';
import type { ModuleRecord } from '../../../reporters/run-facts.ts';
import { UnreadableTape, type Tape } from '../../../tape/tape.ts';
import type { Told } from './recorded-run.ts';

/** The most entries of a kind on a tape; no run wrote more. */
const mostTold = 1_000;
const mostTests = 10_000;
const mostCases = 100_000;
const mostRounds = 10_000;
const mostAtOnce = 256;

/** The input of the run of a tape. @throws UnreadableTape for values that no run gets: they would cost hours */
export function toldBy({ head }: Tape): Told {
  const told = asTold(head);
  const { depth, tokens, headers, concurrency } = told.options;
  const rounds = depth.races.reduce((sum, race) => sum + race.rounds, 0);
  const bounds: readonly (readonly [number, number])[] = [
    [told.placeholders.length, mostTold],
    [tokens.length, mostTold],
    [headers.length, mostTold],
    [told.opened.length, mostTests],
    [depth.reach, mostCases],
    [depth.longHistory, mostCases],
    [depth.accessRounds, mostTold],
    [rounds, mostRounds],
    [concurrency, mostAtOnce],
    ...depth.races.map(({ racers }) => [racers, mostAtOnce] as const),
  ];
  if (bounds.every(([found, most]) => found <= most)) return told;
  throw new UnreadableTape('its head claims more than any run can have');
}

function asTold({ tape, told }: Tape['head']): Told {
  if (tape === 2) return told as Told;
  const { module, ...others } = told as Omit<Told, 'said'> & { readonly module: ModuleRecord };
  const { suite, target, settings, run, shard } = module.facts;
  const said = {
    suite,
    embedded: target.embedded,
    node: run.node,
    allowIncomplete: settings.allowIncomplete,
    readOnlyGate: settings.readOnly?.gate ?? false,
    ...defined({ profileSha256: target.profileSha256, shard }),
  };
  return { ...others, said };
}
