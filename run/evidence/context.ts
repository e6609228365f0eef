import { says } from '../../wire/status.ts';
import { isRead } from '../../contract/reads.ts';
import type { ExchangeEvidence, Finding, Role, Step } from '../../clause/sample.ts';
import type { History } from '../../history/history.ts';
import { writes, type Writes } from '../../world/resources/writes.ts';
import type { Exchange } from '../../history/exchange.ts';
import type { ToEvidence } from '../../world/shapes/recorded.ts';

/** The most requests in a story: readers need no more, and scripts send no more. */
const mostSteps = 10;

/** Adds the context without which a finding cannot be repeated. */
export type InContext = (finding: Finding) => Finding;

/** Adds the earlier writes, first those that succeeded, that explain a story, and the reads a write depends on. */
export function createContext(history: History, evidence: ToEvidence): InContext {
  return (finding) => {
    const book = writes(history);
    const { story = [], exchanges } = finding;
    const numbers = story.flatMap(({ exchange }) => exchanges[exchange]?.number ?? []);
    const culprits = story.flatMap(({ culprit, exchange }) => (culprit ? (exchanges[exchange] ?? []) : []));
    const isRace = story.some(({ role }) => role === 'racer');
    if (isRace || culprits.length === 0) return finding;
    const before = book
      .before(Math.max(...culprits.map(({ number }) => number ?? 0)), numbers)
      .map((exchange) => ({ exchange, shown: evidence(exchange) }))
      .filter(({ shown }) => !culprits.some((culprit) => isSameAttempt(shown, culprit)));
    const deviating = exchanges[finding.deviation?.exchange ?? -1];
    const looks =
      deviating === undefined || !culprits.includes(deviating)
        ? []
        : looksAt(book, deviating, numbers, evidence);
    const chosen = before.filter(isAmong(before, mostSteps - story.length - looks.length));
    return chosen.length + looks.length === 0
      ? finding
      : withSteps(finding, [
          ...chosen.map(({ shown }) => ({ shown, role: 'setup' as const })),
          ...looks.map((shown) => ({ shown, role: 'look' as const })),
        ]);
  };
}

/** Reads that the story leaves out: of the stated version, and around a missing resource. */
function looksAt(
  book: Writes,
  { request, answer, number = 0 }: ExchangeEvidence,
  told: readonly number[],
  evidence: ToEvidence,
): readonly ExchangeEvidence[] {
  if (isRead(request)) return [];
  const states = /"version"\s*:/.test(request.body ?? '');
  const isDenied = answer !== undefined && says(answer, 'nothing there');
  if (!states && !isDenied) return [];
  const looks = [book.readBefore(number), isDenied ? book.readAfter(number) : undefined];
  return looks.flatMap((look) =>
    look === undefined || told.includes(look.number)
      ? []
      : [states && !isDenied ? evidence(look, '/version') : evidence(look)],
  );
}

interface Before {
  readonly exchange: Exchange;
  readonly shown: ExchangeEvidence;
}

/** The last successful exchanges, and as many other exchanges as fit. */
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

/** An earlier attempt to see the same refusal does not explain the refusal. */
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

/** One line does not show a finding that depends on earlier writes. */
function withSteps(
  given: Finding,
  more: readonly { readonly shown: ExchangeEvidence; readonly role: Role }[],
): Finding {
  const { curl: _alone, ...finding } = given;
  const { story = [] } = finding;
  const exchanges = [...finding.exchanges, ...more.map(({ shown }) => shown)];
  const added = more.map(({ shown, role }, at) => ({
    role,
    caller: shown.caller ?? '',
    tookMs: shown.milliseconds,
    exchange: finding.exchanges.length + at,
    culprit: false,
    ...shown.flaw,
  }));
  const sentAt = ({ exchange }: Pick<Step, 'exchange'>): number => exchanges[exchange]?.atMs ?? 0;
  const steps = [...added, ...story].toSorted((one, other) => sentAt(one) - sentAt(other));
  const [first] = steps;
  const began = first === undefined ? 0 : sentAt(first);
  return {
    ...finding,
    exchanges,
    story: steps.map((step) => ({ ...step, atMs: Math.round((sentAt(step) - began) * 10) / 10 })),
  };
}
