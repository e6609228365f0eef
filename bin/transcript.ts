import type { Passed } from '../config/runs/watched-transport.ts';
import type { Outcome, Request } from '../wire/exchange.ts';
import { header } from '../wire/media-type.ts';
import { printable } from '../wire/printable.ts';
import type { Redact } from '../wire/redaction.ts';

/** The exchanges under the parts of the run they belong to; times are virtual milliseconds since the start. */
export function asTranscript(exchanges: readonly Passed[], redact: Redact): readonly string[] {
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

function exchangeLines({ request, outcome, manner }: Passed, redact: Redact): readonly string[] {
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
