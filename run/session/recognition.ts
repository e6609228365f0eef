import type { Clock } from '../../wire/clock.ts';
import type { Answer, Outcome } from '../../wire/exchange.ts';
import type { Exchange } from '../../history/exchange.ts';
import { says } from '../../wire/status.ts';
import { mayTellLimit } from '../../world/weather/told-limits.ts';
import { isLetIn } from '../../world/callers/closings.ts';
import type { World } from '../../world/world.ts';
import type { Course, Part } from './dispatch.ts';
import { asksToComeAgain } from './retry-after.ts';
import type { TokenMonitor } from './token-monitor.ts';

/** The questions that recognition asks about an outcome. */
interface RecognitionParts {
  readonly clock: Pick<Clock, 'date'>;
  readonly world: Pick<World, 'closings' | 'pages' | 'passing' | 'profile'>;
  readonly tokenMonitor: Pick<TokenMonitor, 'wasGranted'>;
}

/** Recognises outcomes that their status does not show: a limit, a page, a refusal without an answer. */
export class Recognition {
  readonly #parts: RecognitionParts;

  constructor(parts: RecognitionParts) {
    this.#parts = parts;
  }

  of(part: Part, outcome: Outcome, course: Course): Pick<Exchange, 'isLimited' | 'isPage' | 'isWordless'> {
    const { name, ask } = part;
    const isPage = ask.target === undefined && this.#parts.world.pages.isDoubtful(name, outcome);
    const isWordless = this.#isClosed(part, outcome) || (isPage && this.#isDenial(part));
    return {
      isLimited: this.#isLimited(part, outcome, course) || mayBeLimited(part, outcome, course),
      isPage: isPage && !isWordless,
      isWordless,
    };
  }

  /** An outcome in its effect: a limit with another status counts as 429, a wordless refusal as an answer. */
  heeded(part: Part, outcome: Outcome, course: Course): Outcome {
    if (this.#isLimited(part, outcome, course)) return { ...outcome, status: 429 };
    if (!this.#isClosed(part, outcome)) return outcome;
    const { sentAt, answeredAt } = outcome;
    return { kind: 'answer', status: 0, headers: [], body: new Uint8Array(), sentAt, answeredAt };
  }

  /** The same request by a caller with access, if its result may be a refusal without an answer. */
  controlFor({ name, ask }: Part, exchange: Exchange): Part['ask'] | undefined {
    const as = this.#parts.world.closings.controlOf(name, exchange);
    return as && { ...ask, as };
  }

  /** Whether a limit has refused a caller who has access at other times: for a while, or concurrently. */
  #isLimited({ ask }: Part, outcome: Outcome, { isInCompany }: Course): outcome is Answer {
    const { clock, tokenMonitor, world } = this.#parts;
    if (asksToComeAgain(outcome, clock.date()) && tokenMonitor.wasGranted(ask.as)) return true;
    if (isInCompany !== true || outcome.kind !== 'answer') return false;
    return world.passing.limits.mayBeLimit(outcome);
  }

  /** Whether a page is an answer: it is declared as a refusal, and callers with access get none. */
  #isDenial({ name, ask, request }: Part): boolean {
    const isDeclared = this.#parts.world.profile.refusal?.style === 'page' && request.method !== 'HEAD';
    return isDeclared && !isLetIn(name, { caller: ask.as, request });
  }

  #isClosed({ name, ask, request }: Part, outcome: Outcome): boolean {
    const { closings } = this.#parts.world;
    return ask.target === undefined && closings.isRefusal(name, { caller: ask.as, request, outcome });
  }
}

function mayBeLimited({ ask }: Part, outcome: Outcome, { isInCompany }: Course): boolean {
  if (ask.isPremise !== true || isInCompany !== true || !mayTellLimit(outcome)) return false;
  // After the answer of a gateway, the request may have been carried out: no limit has refused it.
  return !says(outcome, 'gateway');
}
