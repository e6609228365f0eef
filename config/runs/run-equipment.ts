import { join } from 'node:path';
import { defined } from '../../clause/defined.ts';
import type { RunOptions } from '../../run/options.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Transport } from '../../wire/exchange.ts';
import type { RenewTokens } from '../../run/engine.ts';
import type { Secret } from '../../wire/redaction.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import { disguisedTransport } from '../../tape/disguised-transport.ts';
import { Placeholders, shortestDisguised } from '../../tape/placeholders.ts';
import { createLedgerFile } from './ledgers/ledger-file.ts';
import { quietTransport } from './quiet/quiet-transport.ts';
import type { PlainOptions, RunBrief } from './run-brief.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { tokenRenewal } from './supplied-tokens.ts';

/** The parts of a run, from its brief. The run sees placeholders in place of secrets. */
export function equipRun(brief: RunBrief, clock: Clock) {
  const { runId } = brief.options;
  const [shown, secret] = [redactionOf(brief), redactionOf(brief)];
  const placeholders = new Placeholders(runId, (label, altered) => {
    shown.hide({ label, secret: altered });
    secret.hide({ label, secret: altered });
  });
  const standIns = brief.secrets.flatMap(({ label, secret: text }): Secret[] =>
    text.length < shortestDisguised ? [] : [{ label, secret: placeholders.of(label, text) }],
  );
  standIns.forEach(shown.hide);
  const options = disguisedOptions(brief.options, placeholders);
  const { ledgers, tokenSources } = brief;
  const run = { ...brief.options, isQuiet: brief.quiet !== undefined };
  return {
    equipment: {
      ...defined({
        ledger:
          ledgers === undefined
            ? undefined
            : createLedgerFile(join(ledgers, `${runId}.jsonl`), run, shown.redact),
        renewTokens:
          tokenSources && disguisedRenewal(tokenRenewal(tokenSources, secret.hide), placeholders, shown.hide),
      }),
      options: runOptions(options),
      transport: disguisedTransport(onTheWire(brief, clock), placeholders),
      redact: shown.redact,
      hide: shown.hide,
    },
    /** For the tape, which anybody may see: hides only secrets, behind placeholders. */
    disguise: { options, placeholders: standIns, redact: secret.redact },
  };
}

function onTheWire({ transport, options, quiet }: RunBrief, clock: Clock): Transport {
  const wire = createTransport({ ...transport, baseUrl: options.baseUrl, clock });
  if (quiet === undefined) return wire;
  const { maxRps } = options;
  const pause = maxRps === undefined ? undefined : () => clock.sleep(1_000 / maxRps);
  return quietTransport(wire, { ...options, runId: quiet, ...defined({ pause }) });
}

/** Options in the form that a run takes, from plain JSON. */
export function runOptions({ consent, without, ...rest }: PlainOptions): RunOptions {
  return { ...rest, consent: new Set(consent), without: new Set(without) };
}

function disguisedOptions(options: PlainOptions, placeholders: Placeholders): PlainOptions {
  return {
    ...options,
    tokens: options.tokens.map((one) => ({ ...one, token: placeholders.of(one.label, one.token) })),
    headers: options.headers.map(([name, value]) => [name, placeholders.disguised(value)] as const),
  };
}

function disguisedRenewal(
  renew: RenewTokens,
  placeholders: Placeholders,
  hide: (secret: Secret) => void,
): RenewTokens {
  return async (current) => {
    const real = current.map((one) => ({ ...one, token: placeholders.secretOf(one.token) }));
    const renewed = await renew(real);
    return new Map(
      [...renewed].map(([label, token]) => {
        const placeholder = placeholders.of(label, token);
        for (const secret of [token, placeholder]) hide({ label, secret });
        return [label, placeholder] as const;
      }),
    );
  };
}
