import type { EndpointName } from '../contract/endpoints.ts';
import type { ExchangeEvidence } from '../clause/sample.ts';
import type { Exchange } from './exchange.ts';

/** What the framing of one endpoint's answers was like over the run. */
export interface FramingRecord {
  /** Answers that arrived whole, whatever their status. */
  readonly whole: number;
  /** Numbers of the exchanges whose answers broke the framing of HTTP, in order. */
  readonly broken: readonly number[];
  /** The last of them. */
  readonly evidence: ExchangeEvidence | undefined;
}

/** Counts, endpoint by endpoint, the answers that arrived whole and those that broke off short of their promise. */
export class FramingBook {
  readonly #records = new Map<
    EndpointName,
    { whole: number; broken: number[]; evidence: ExchangeEvidence | undefined }
  >();
  /** Endpoint and number of the first and the last answer that arrived whole at each endpoint. */
  readonly #span = new Map<EndpointName, { first: number; last: number }>();

  note(name: EndpointName, exchange: Exchange, evidence: () => ExchangeEvidence): void {
    const record = this.#records.get(name) ?? { whole: 0, broken: [], evidence: undefined };
    this.#records.set(name, record);
    if (exchange.outcome.kind === 'answer') {
      record.whole += 1;
      const { number } = exchange;
      const { first = number } = this.#span.get(name) ?? {};
      this.#span.set(name, { first, last: number });
    } else if (exchange.outcome.failure === 'framing') {
      record.broken.push(exchange.number);
      record.evidence = evidence();
    }
  }

  /**
   * The one endpoint of which no answer arrived whole and at least `least` broke off, while others answered before
   * and after and none of those broke off; undefined if there is none such.
   */
  isolated(least: number): { readonly name: EndpointName; readonly record: FramingRecord } | undefined {
    const broken = [...this.#records].filter(([, record]) => record.broken.length > 0);
    const [only] = broken;
    if (only === undefined || broken.length > 1) return undefined;
    const [name, record] = only;
    const [first = 0, last = 0] = [record.broken[0], record.broken.at(-1)];
    const spans = [...this.#span].flatMap(([other, span]) => (other === name ? [] : [span]));
    const before = spans.some((span) => span.first < first);
    const after = spans.some((span) => span.last > last);
    return record.whole === 0 && record.broken.length >= least && before && after
      ? { name, record }
      : undefined;
  }
}
