import { ConfigurationError } from '../config/input/configuration-error.ts';
import type { Response } from '../reference/message.ts';

/** The answer to a bad request to a mock: its mistake. Throws any other error again. */
export function refusalOf(error: unknown, status: 400 | 500 = 400): Response {
  if (!(error instanceof ConfigurationError)) throw error;
  const { setting, found, expected, remedy } = error;
  return asJson(status, { mock: 'refused', setting, found, expected, remedy });
}

/** An answer of the mock's own. */
export function asJson(status: number, body: unknown): Response {
  return textAnswer(status, JSON.stringify(body));
}

export function textAnswer(status: number, text: string): Response {
  return {
    status,
    headers: [['Content-Type', 'application/json']],
    body: new TextEncoder().encode(`${text}\n`),
  };
}
