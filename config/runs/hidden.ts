import type { Redact } from '../../wire/redaction.ts';

/**
 * A copy as plain JSON with every text redacted. Exchanges are redacted where they are recorded; this is the one gate
 * through which everything leaves the run, so that a token which a server echoes cannot get out beside them.
 */
export function hidden<T>(value: T, redact: Redact): T {
  const plain = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  );
  return JSON.parse(plain, (_name, member: unknown) =>
    typeof member === 'string' ? redact(member) : member,
  ) as T;
}
