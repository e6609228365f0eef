import type { EndpointName } from '../../contract/endpoints.ts';
import type { ExchangeEvidence } from '../../clause/sample.ts';
import type { Exchange } from '../exchange.ts';

/** Broken answers of one endpoint to one caller. */
export interface BrokenAnswers {
  readonly name: EndpointName;
  /** How many there were, each to a request sent after the one before had failed. */
  readonly count: number;
  /** The last of them. */
  readonly evidence: ExchangeEvidence;
}

interface FramingRecord {
  whole: number;
  count: number;
  lastAt: number;
  /** Numbers of the first and the last exchange that was broken. */
  first: number;
  last: number;
  evidence: ExchangeEvidence | undefined;
}

/**
 * Counts the answers that arrived whole and those that broke off short of their promise: by endpoint, by caller, and by
 * whether the target was known, since refusals may be whole where other answers never are.
 */
export class FramingBook {
  readonly #records = new Map<EndpointName, Map<string, FramingRecord>>();
  /** Numbers of the first and the last answer that arrived whole at each endpoint. */
  readonly #span = new Map<EndpointName, { first: number; last: number }>();

  note(name: EndpointName, exchange: Exchange, evidence: () => ExchangeEvidence): void {
    const { outcome, number } = exchange;
    if (exchange.skipped) return;
    if (outcome.kind === 'answer') {
      const { first = number } = this.#span.get(name) ?? {};
      this.#span.set(name, { first, last: number });
      this.#recordOf(name, exchange).whole += 1;
    } else if (outcome.failure === 'framing') {
      const record = this.#recordOf(name, exchange);
      if (outcome.sentAt < record.lastAt) return;
      if (record.count === 0) record.first = number;
      record.count += 1;
      record.lastAt = outcome.answeredAt;
      record.last = number;
      record.evidence = evidence();
    }
  }

  /** Endpoints some of whose answers broke off. */
  get broken(): readonly EndpointName[] {
    return [...this.#records].flatMap(([name, records]) =>
      [...records.values()].some(({ count }) => count > 0) ? [name] : [],
    );
  }

  /**
   * The answers of the one endpoint at which any broke off, if a caller got no whole answer there and at least `least`
   * broken ones, while others answered before and after; undefined if there is none such.
   */
  isolated(least: number): BrokenAnswers | undefined {
    const [name, ...others] = this.broken;
    if (name === undefined || others.length > 0) return undefined;
    const spans = [...this.#span].flatMap(([other, span]) => (other === name ? [] : [span]));
    for (const { whole, count, first, last, evidence } of this.#records.get(name)?.values() ?? []) {
      const before = spans.some((span) => span.first < first);
      const after = spans.some((span) => span.last > last);
      if (whole === 0 && count >= least && before && after && evidence !== undefined)
        return { name, count, evidence };
    }
    return undefined;
  }

  #recordOf(name: EndpointName, { caller, mayNotExist }: Exchange): FramingRecord {
    const records = this.#records.get(name) ?? new Map<string, FramingRecord>();
    this.#records.set(name, records);
    const key = `${caller.label} ${mayNotExist ? 'unknown' : 'known'}`;
    const record = records.get(key) ?? {
      whole: 0,
      count: 0,
      lastAt: -Infinity,
      first: 0,
      last: 0,
      evidence: undefined,
    };
    records.set(key, record);
    return record;
  }
}
