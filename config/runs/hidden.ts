import type { Judgement } from '../../clause/judgement.ts';
import type { Redact } from '../../wire/redaction.ts';

/**
 * A copy as plain JSON with every text redacted, names of members too. Exchanges are redacted where they are recorded; this
 * is the one gate through which everything leaves the run, so that a token which a server echoes cannot get out beside
 * them.
 */
export function hidden<T>(value: T, redact: Redact): T {
  const plain: unknown = JSON.parse(
    JSON.stringify(value, (_name, member: unknown) => (typeof member === 'bigint' ? String(member) : member)),
  );
  return redacted(plain, redact) as T;
}

/** A judgement as plain JSON, redacted; its words for tools stay what they are. */
export function hiddenJudgement(judgement: Judgement, redact: Redact): Judgement {
  const { verdict, reason } = judgement;
  const shown = hidden(judgement, redact);
  if (reason === undefined || shown.reason === undefined) return { ...shown, verdict };
  return { ...shown, verdict, reason: { ...shown.reason, code: reason.code } };
}

function redacted(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redacted(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(name), redacted(member, redact)]),
  );
}
