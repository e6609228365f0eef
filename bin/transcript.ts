import type { Outcome, Request, Transport } from '../wire/exchange.ts';
import { header } from '../wire/media-type.ts';
import { printable } from '../wire/printable.ts';
import type { Redact } from '../wire/redaction.ts';

/** One exchange of a rehearsal, and the part of the run that it belongs to. */
export interface TranscribedExchange {
  readonly part: string;
  readonly request: Request;
  readonly outcome: Outcome;
  /** The course of an exchange that was not plain: `race of 8`, `one connection`. */
  readonly manner?: string;
}

/** A transport that records each exchange; `partNow` names the part of the run in which a request begins. */
export function transcribe(
  inner: Transport,
  partNow: () => string,
  note: (exchange: TranscribedExchange) => void,
): Transport {
  const noteAll = (
    part: string,
    requests: readonly Request[],
    outcomes: readonly Outcome[],
    manner: string,
  ) => {
    for (const [at, request] of requests.entries()) {
      const outcome = outcomes[at];
      if (outcome !== undefined) note({ part, request, outcome, manner });
    }
  };
  return {
    ...inner,
    send: async (request, limits) => {
      const part = partNow();
      const outcome = await inner.send(request, limits);
      note({ part, request, outcome });
      return outcome;
    },
    sendRaw: async (request, limits) => {
      const part = partNow();
      const reading = await inner.sendRaw(request, limits);
      const manner = `${reading.octets.length} octets after the header section`;
      note({ part, request, outcome: reading.outcome, manner });
      return reading;
    },
    sendOnOneConnection: async (requests, limits) => {
      const part = partNow();
      const outcomes = await inner.sendOnOneConnection(requests, limits);
      noteAll(part, requests, outcomes, 'one connection');
      return outcomes;
    },
    race: async (requests, transport, limits) => {
      const part = partNow();
      const reading = await inner.race(requests, transport, limits);
      noteAll(part, requests, reading.outcomes, `race of ${requests.length}`);
      return reading;
    },
  };
}

/** The exchanges under the parts of the run they belong to; times are virtual milliseconds since the start. */
export function asTranscript(exchanges: readonly TranscribedExchange[], redact: Redact): readonly string[] {
  const parts = [...new Set(exchanges.map(({ part }) => part))];
  return parts.flatMap((part) => {
    const own = exchanges.filter((exchange) => exchange.part === part);
    return [
      `${part} (exchanges: ${own.length})`,
      ...own.flatMap((exchange) => exchangeLines(exchange, redact)),
      '',
    ];
  });
}

function exchangeLines({ request, outcome, manner }: TranscribedExchange, redact: Redact): readonly string[] {
  const at = `${Math.round(outcome.sentAt)} ms`.padStart(9);
  return [
    `${at}  ${redact(`${request.method} ${request.target}`)}${textOf(request.body, redact)}`,
    `           as ${callerOf(request, redact)}${manner === undefined ? '' : `, ${manner}`}`,
    `        <- ${labelOf(outcome)}${outcome.kind === 'answer' ? textOf(outcome.body, redact) : ''}`,
  ];
}

function callerOf({ headers }: Request, redact: Redact): string {
  const credentials = header(headers, 'authorization');
  if (credentials === undefined) return 'no token';
  return (
    /^Bearer <(?:CONFORMANCE_TOKEN_)?(.*)>$/.exec(redact(credentials))?.[1] ?? printable(credentials, 40)
  );
}

function labelOf(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : `${outcome.failure}: ${outcome.detail}`;
}

function textOf(body: Uint8Array | undefined, redact: Redact): string {
  if (body === undefined || body.length === 0) return '';
  return ` ${printable(redact(new TextDecoder().decode(body)), 2_000)}`;
}
