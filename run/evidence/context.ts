import type { ExchangeEvidence, Finding, Step } from '../../clause/sample.ts';
import type { WriteBook } from '../books/writes.ts';
import type { Exchange } from '../exchange.ts';
import type { ToEvidence } from './evidence.ts';

/** Requests of a story, at most: nobody reads more, and no script sends more. */
const mostSteps = 10;

/** Adds to a finding what it needs to be seen again. */
export type InContext = (finding: Finding) => Finding;

/**
 * Adds to the story of a finding what the run had written until then to the resources that the story is about: they are
 * as that has left them. What succeeded comes first where there is no room for all.
 */
export function createContext(book: WriteBook, evidence: ToEvidence): InContext {
  return (finding) => {
    const { story = [], exchanges } = finding;
    const numbers = story.flatMap(({ exchange }) => exchanges[exchange]?.number ?? []);
    const culprits = story.flatMap(({ culprit, exchange }) => (culprit ? (exchanges[exchange] ?? []) : []));
    const isRace = story.some(({ role }) => role === 'racer');
    if (isRace || culprits.length === 0) return finding;
    const before = book
      .before(Math.max(...culprits.map(({ number }) => number ?? 0)), numbers)
      .map((exchange) => ({ exchange, shown: evidence(exchange) }))
      .filter(({ shown }) => !culprits.some((culprit) => isSameAttempt(shown, culprit)));
    const chosen = before.filter(isAmong(before, mostSteps - story.length));
    return chosen.length === 0
      ? finding
      : withSetup(
          finding,
          chosen.map(({ shown }) => shown),
        );
  };
}

interface Before {
  readonly exchange: Exchange;
  readonly shown: ExchangeEvidence;
}

/** The last ones that succeeded, and of the others as many as there is room for. */
function isAmong(before: readonly Before[], room: number): (one: Before) => boolean {
  const succeeded = before.filter(({ exchange }) => exchange.succeeded);
  const others = before.filter(({ exchange }) => !exchange.succeeded);
  const left = room - succeeded.length;
  const chosen = new Set([
    ...(room <= 0 ? [] : succeeded.slice(-room)),
    ...(left <= 0 ? [] : others.slice(-left)),
  ]);
  return (one) => chosen.has(one);
}

/** An earlier attempt to see the same refusal says nothing of how it came about. */
function isSameAttempt(one: ExchangeEvidence, culprit: ExchangeEvidence): boolean {
  const version = ({ request }: ExchangeEvidence): string | undefined =>
    /"version"\s*:\s*([^,}\s]+)/.exec(request.body ?? '')?.[1];
  return (
    one.request.method === culprit.request.method &&
    one.request.target === culprit.request.target &&
    one.caller === culprit.caller &&
    one.answer?.status === culprit.answer?.status &&
    (one.answer?.status ?? 0) >= 300 &&
    version(one) === version(culprit)
  );
}

/** A finding that rests on what was written before is not shown by one line. */
function withSetup(given: Finding, before: readonly ExchangeEvidence[]): Finding {
  const { curl: _alone, ...finding } = given;
  const { story = [] } = finding;
  const exchanges = [...finding.exchanges, ...before];
  const setup = before.map((exchange, at) => ({
    role: 'setup' as const,
    caller: exchange.caller ?? '',
    tookMs: exchange.milliseconds,
    exchange: finding.exchanges.length + at,
    culprit: false,
  }));
  const sentAt = ({ exchange }: Pick<Step, 'exchange'>): number => exchanges[exchange]?.atMs ?? 0;
  const steps = [...setup, ...story].toSorted((one, other) => sentAt(one) - sentAt(other));
  const [first] = steps;
  const began = first === undefined ? 0 : sentAt(first);
  return {
    ...finding,
    exchanges,
    story: steps.map((step) => ({ ...step, atMs: Math.round((sentAt(step) - began) * 10) / 10 })),
  };
}
