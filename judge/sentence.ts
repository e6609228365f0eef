import type { Reason } from '../clause/sample.ts';
import type { Exchange } from '../history/exchange.ts';
import type { Claim } from '../world/claim.ts';
import type { Doubt } from '../world/circumstances/circumstance.ts';
import { explanations } from '../world/circumstances/stances.ts';
import type { World } from '../world/world.ts';

/** Why nothing follows about an obligation: it never applied, or the server leaves no way to see it. */
export interface Lack extends Omit<Reason, 'claims'> {
  /** The obligation applied, but its effect could not be seen. */
  readonly isDoubt?: boolean;
  readonly exchanges?: readonly Exchange[];
}

/** An obligation of the contract, as a history shows it. Sends nothing: the conclusion follows from the answers. */
export interface Sentence<One> {
  /** The cases to which the obligation applies. */
  readonly each: (world: World) => readonly One[];
  /** Whether the obligation is met in a case, and how often; or the deviation. No other value counts. */
  readonly owes: (one: One, world: World) => { readonly met: number } | 'outside' | Claim;
  /** Why the sentence states nothing, whatever the answers are. */
  readonly without?: (world: World) => Lack | undefined;
  /** Why the sentence states nothing if no answer shows that the obligation is met. */
  readonly lack: (world: World) => Lack;
  /** The most passes that count, if further passes prove no more. */
  readonly most?: number;
  /** Claims with the same key are shown once. */
  readonly once?: (claim: Claim) => unknown;
  /** Reasons that leave the obligation undecided, whatever other answers show. */
  readonly doubts?: (world: World) => readonly Doubt[];
  /** Behaviour that breaks no rule, but is suspect. */
  readonly suspect?: (world: World) => string | undefined;
}

/** The conclusion from a history about a clause. */
export interface Conclusion {
  readonly met: number;
  /** Deviations without another explanation. */
  readonly broken: readonly Claim[];
  /** Deviations with another possible explanation, grouped by explanation. */
  readonly doubts: readonly Doubt[];
  readonly lack?: Lack;
  readonly observed?: unknown;
  readonly suspicion?: string | undefined;
}

/** The conclusion from a history about an obligation: the same for every reader, at every time. */
export function conclude<One>(sentence: Sentence<One>, world: World): Conclusion {
  const without = sentence.without?.(world);
  if (without !== undefined) return { met: 0, broken: [], doubts: [], lack: without };
  const claims: Claim[] = [];
  let met = 0;
  for (const one of sentence.each(world)) {
    const owed = sentence.owes(one, world);
    if (owed === 'outside') continue;
    if ('met' in owed) met = Math.min(met + owed.met, sentence.most ?? Infinity);
    else claims.push(owed);
  }
  const { unexplained, doubts } = explanations(claims, world);
  const suspicion = sentence.suspect?.(world);
  const broken = onceEach(unexplained, sentence.once);
  if (broken.length > 0) return { met: 0, broken, doubts: [], suspicion };
  const further = sentence.doubts?.(world) ?? [];
  return {
    met,
    broken,
    doubts: [...doubts, ...further],
    suspicion,
    ...(met === 0 && further.length === 0 ? { lack: sentence.lack(world) } : {}),
  };
}

function onceEach(claims: readonly Claim[], place: Sentence<unknown>['once']): readonly Claim[] {
  if (place === undefined) return claims;
  const firsts = new Map(claims.toReversed().map((claim) => [place(claim), claim]));
  return claims.filter((claim) => firsts.get(place(claim)) === claim);
}
