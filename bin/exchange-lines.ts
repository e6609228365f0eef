import type { Replay } from '../config/runs/replayed-finding.ts';
import type { Header, Outcome, Request } from '../wire/exchange.ts';
import type { Redact } from '../wire/redaction.ts';

const mostOfBody = 2_000;
/** They are within this many octets. */
const mostOctets = 24 * 1024;

/** Each request and answer of a replay: requests of the clause in full, discovery and clean-up in a line each. */
export function exchangeLines(exchanges: Replay['exchanges'], redact: Redact): readonly string[] {
  const part = (name: string): Replay['exchanges'] => exchanges.filter((one) => one.part === name);
  const brief = (name: string): readonly string[] =>
    part(name).map(({ request, outcome }) => `  ${firstLine(request, redact)} -> ${statusOf(outcome)}`);
  return [
    `discovery: ${part('discovery').length} requests`,
    ...brief('discovery'),
    `the clause: ${part('check').length} requests`,
    ...part('check').flatMap(({ request, outcome }, at) => [
      '',
      `  ${at + 1}. ${firstLine(request, redact)}`,
      ...fieldLines(request.headers, redact),
      ...bodyLines(request.body, redact),
      `  -> ${statusOf(outcome)} after ${Math.round(outcome.answeredAt - outcome.sentAt)} ms`,
      ...(outcome.kind === 'answer'
        ? [...fieldLines(outcome.headers, redact), ...bodyLines(outcome.body, redact)]
        : [`     ${redact(outcome.detail)}`]),
    ]),
    '',
    `clean-up: ${part('clean-up').length} requests`,
    ...brief('clean-up'),
    '',
  ];
}

function firstLine({ method, target }: Request, redact: Redact): string {
  return `${method} ${redact(target)}`;
}

function statusOf(outcome: Outcome): string {
  return outcome.kind === 'answer' ? String(outcome.status) : `no answer (${outcome.failure})`;
}

function fieldLines(headers: readonly Header[], redact: Redact): readonly string[] {
  return headers.map(([name, value]) => `     ${redact(name)}: ${redact(value)}`);
}

function bodyLines(body: Uint8Array | undefined, redact: Redact): readonly string[] {
  if (body === undefined || body.length === 0) return [];
  const text = redact(new TextDecoder('utf-8').decode(body.subarray(0, mostOctets)));
  return [`     ${text.length <= mostOfBody ? text : `${text.slice(0, mostOfBody)}…`}`];
}
