import { defined } from '../clause/defined.ts';
import type { Suspicion, Tally } from '../clause/judgement.ts';
import type { Claim, ExchangeEvidence, Finding, Reason, ReasonCode, Sample, Step } from '../clause/sample.ts';
import { renamed, type Deviation } from '../clause/deviation.ts';
import { plainValue } from '../clause/plain-value.ts';
import { Inconclusive } from '../clause/thrown.ts';
import type { Exchange } from '../history/exchange.ts';
import type { InContext } from './evidence/context.ts';
import { shortened } from '../history/bodies/kept-answer.ts';
import type { ToEvidence } from '../world/shapes/recorded.ts';
import { refusalIn, refusedByDisturbance, Resting, type Weather } from './evidence/resting.ts';
import { asTold, standsByItself, storyOf, withPointers, type Shown } from './evidence/story.ts';

/** The most characters of a sentence on a due or actual answer; a server may have chosen some of them. */
const mostOfWords = 16_000;

/** A deviation as a check reports it; without an exchange, it concerns the exchange at fault. */
export type Deviating<D = Deviation<Exchange>> = D extends { readonly exchange: Exchange }
  ? Omit<D, 'exchange'> & Partial<Pick<D, 'exchange'>>
  : never;

/** A violation as a check reports it. */
export interface Broken {
  readonly expected: string;
  /** The actual result, if it is more than the answer of the deviating exchange. */
  readonly got?: string;
  readonly deviation: Deviating;
  /** The exchanges that show the violation; the exchange at fault comes last unless another is named. */
  readonly exchanges: readonly Shown[];
  readonly reproduced?: string;
  readonly counterexample?: unknown;
  readonly seed?: number;
  readonly path?: string;
}

/** A violation by one exchange that was recorded earlier. */
export interface Recorded extends Pick<Broken, 'expected' | 'reproduced'> {
  readonly got: string;
  readonly deviation: Deviating;
  readonly evidence: ExchangeEvidence;
}

/** The possible reports of a check. */
export interface Reporting {
  /** The obligation was tested and met. */
  held(times?: number): void;
  /** The obligation was met by this refusal; it counts if a later answer proves its caller valid. */
  refused(refusal: Exchange): void;
  /** The obligation was met on repetition, after a different first answer. */
  passed(answers: readonly Exchange[]): void;
  violated(broken: Broken): void;
  violatedWith(recorded: Recorded): void;
  undecided(
    code: ReasonCode,
    text: string,
    more?: {
      supply?: string;
      readings?: readonly string[];
      exchanges?: readonly Exchange[];
      claims?: readonly Claim<Exchange>[];
      /** A deviation was seen but not confirmed. */
      deviated?: boolean;
    },
  ): void;
  noise(text: string): void;
  /** The premise was not reached. */
  discarded(code: ReasonCode, text: string, supply?: string, claims?: readonly Claim<Exchange>[]): void;
  /** The value of an open point, as plain JSON; the last reported value counts. */
  observe(value: unknown, more?: { suspect?: Suspicion | false }): void;
  suspect(why: string): void;
  evidence(exchange: Exchange, pointer?: string): ExchangeEvidence;
}

/** The summary of an answer: its status, or that no answer came. */
export function answered(exchange: Exchange): Claim<Exchange> {
  const { status } = exchange;
  return status === undefined ? { kind: 'lost', exchange } : { kind: 'answered', exchange, status };
}

/** The report of one check. */
export class Reported {
  readonly #evidence: ToEvidence;
  readonly #weather: Weather | undefined;
  readonly #samples: Sample[] = [];
  readonly resting = new Resting();
  observed: unknown;
  #suspicion: Suspicion | undefined;
  #error: string | undefined;

  constructor(evidence: ToEvidence, weather?: Weather) {
    this.#evidence = evidence;
    this.#weather = weather;
  }

  get reporting(): Reporting {
    return {
      held: (times = 1) => {
        for (let time = 0; time < times; time += 1) this.#samples.push({ kind: 'held' });
      },
      refused: (refusal) => this.#samples.push(this.resting.on(refusal, { kind: 'held' })),
      passed: (answers) => {
        for (const exchange of answers) this.#weather?.history.append({ kind: 'came right', exchange });
        this.#samples.push({ kind: 'held' });
      },
      violated: (broken) => {
        const refused = refusedByDisturbance(broken, this.#weather);
        if (refused !== undefined) return this.#doubt(broken, refused);
        const sample = { kind: 'violated', finding: this.#finding(broken) } as const;
        const refusal = refusalIn(broken);
        this.#samples.push(refusal === undefined ? sample : this.resting.on(refusal, sample));
      },
      violatedWith: (recorded) => this.#samples.push({ kind: 'violated', finding: findingOf(recorded) }),
      undecided: (
        code,
        text,
        { supply, readings = [], exchanges = [], claims = [], deviated = false } = {},
      ) =>
        this.#samples.push({
          kind: 'undecided',
          ...(deviated ? { deviated } : {}),
          reason: {
            ...reasonOf(code, text, supply, [...claims, ...exchanges.map(answered)]),
            ...(readings.length === 0 ? {} : { readings }),
          },
          exchanges: exchanges.map((exchange) => this.#evidence(exchange)),
        }),
      noise: (text) => this.#samples.push({ kind: 'noise', text }),
      discarded: (code, text, supply, claims) =>
        this.#samples.push({ kind: 'discarded', reason: reasonOf(code, text, supply, claims) }),
      observe: (value, { suspect = false } = {}) => {
        this.observed = value;
        if (suspect !== false) this.#suspicion ??= suspect;
      },
      suspect: (why) => {
        this.#suspicion ??= { why };
      },
      evidence: this.#evidence,
    };
  }

  /** An error from a check becomes a sample, or an error of the suite itself. */
  caught(error: unknown): void {
    if (error instanceof Inconclusive)
      this.#samples.push(
        error.tested
          ? { kind: 'undecided', reason: error.reason, exchanges: error.exchanges }
          : { kind: 'discarded', reason: error.reason },
      );
    else this.#error = error instanceof Error ? (error.stack ?? error.message) : String(error);
  }

  /** @param judgeable - selects the samples that count against the implementation */
  tally(
    judgeable: (samples: readonly Sample[]) => readonly Sample[],
    inContext: InContext = (finding) => finding,
  ): Tally {
    return {
      samples: judgeable(this.#samples).map((sample) =>
        sample.kind === 'violated' ? { ...sample, finding: inContext(sample.finding) } : sample,
      ),
      suspect: this.#suspicion !== undefined,
      ...defined({ suspicion: this.#suspicion, observed: this.observed, error: this.#error }),
    };
  }

  /** The content of a refused write shows, but another system may have sent the refusal. */
  #doubt({ got = '' }: Broken, refused: Exchange): void {
    const text = `${got}; ${refused.label} comes and goes at other operations too, so the write may have been accepted`;
    this.reporting.undecided('noise', text, { exchanges: [refused], deviated: true });
  }

  #finding({ expected, got, deviation, reproduced = '1/1', counterexample, ...broken }: Broken): Finding {
    const { seed, path } = broken;
    const told = withPointers(asTold(broken.exchanges));
    const exchanges = told.map(({ exchange, pointer }) => this.#evidence(exchange, pointer));
    const story = storyOf(exchanges, told);
    const curl = curlOf(exchanges, story);
    const culprit = story.find(({ culprit }) => culprit)?.exchange ?? exchanges.length - 1;
    const one = deviation.exchange ?? told[culprit]?.exchange;
    return {
      expected: shortened(expected, mostOfWords),
      got: shortened(got ?? one?.label ?? '', mostOfWords),
      deviation: renamed(
        { ...deviation, exchange: one } as Deviation<Exchange | undefined>,
        (named) => story.find((step) => told[step.exchange]?.exchange === named)?.exchange ?? culprit,
      ),
      reproduced,
      exchanges,
      ...(story.length === 0 ? {} : { story }),
      ...defined({ curl }),
      ...(counterexample === undefined ? {} : { counterexample: plainValue(counterexample) }),
      ...defined({ seed, path }),
    };
  }
}

function findingOf({ deviation, evidence, reproduced = '1/1', ...told }: Recorded): Finding {
  const story = storyOf([evidence]);
  const curl = curlOf([evidence], story);
  return {
    ...told,
    deviation: { ...deviation, exchange: 0 } as Deviation,
    reproduced,
    exchanges: [evidence],
    story,
    ...defined({ curl }),
  };
}

/** The exchange at fault as a command line, if that line alone shows the deviation. */
function curlOf(exchanges: readonly ExchangeEvidence[], story: readonly Step[]): string | undefined {
  const at = story.find(({ culprit }) => culprit)?.exchange;
  const culprit = at === undefined ? undefined : exchanges[at];
  return culprit !== undefined && standsByItself(culprit, story) ? culprit.curl : undefined;
}

function reasonOf(
  code: ReasonCode,
  text: string,
  supply: string | undefined,
  claims: readonly Claim<Exchange>[] = [],
): Reason {
  return {
    code,
    text: shortened(text, mostOfWords),
    ...defined({ supply }),
    ...(claims.length === 0 ? {} : { claims: claims.map(numbered) }),
  };
}

/** The same claim, with exchanges by number. */
function numbered(claim: Claim<Exchange>): Claim {
  switch (claim.kind) {
    case 'answered':
    case 'lost':
      return { ...claim, exchange: claim.exchange.number };
    case 'alike':
    case 'unlike': {
      const [one, other] = claim.exchanges;
      return { ...claim, exchanges: [one.number, other.number] };
    }
    case 'not-every-time': {
      const { deviating, otherwise } = claim;
      return { ...claim, deviating: deviating.map(numberOf), otherwise: otherwise.map(numberOf) };
    }
    case 'waits-for':
      return claim;
  }
}

function numberOf({ number }: Exchange): number {
  return number;
}
