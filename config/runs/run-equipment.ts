import { join } from 'node:path';
import { defined } from '../../clause/defined.ts';
import type { RunOptions } from '../../run/options.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Transport } from '../../wire/exchange.ts';
import type { RenewTokens } from '../../run/engine.ts';
import type { Redact, Secret } from '../../wire/redaction.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import { disguisedTransport } from '../../tape/disguised-transport.ts';
import { Placeholders, shortestDisguised } from '../../tape/placeholders.ts';
import { createLedgerFile, type LedgerFile } from './ledgers/ledger-file.ts';
import { quietTransport } from './quiet/quiet-transport.ts';
import type { PlainOptions, RunBrief } from './run-brief.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { tokenRenewal } from './supplied-tokens.ts';

/** The parts of a run besides the clock. */
interface Equipment {
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly redact: Redact;
  readonly hide: (secret: Secret) => void;
  readonly renewTokens?: RenewTokens;
  readonly ledger?: LedgerFile;
}

/** The secrets of a run, besides its parts. */
export interface Disguise {
  /** The options as they may be shown: with placeholders for secrets. */
  readonly options: PlainOptions;
  /** The placeholder of each secret, by its name in reports. */
  readonly placeholders: readonly Secret[];
  /** Hides secrets alone: placeholders are for everybody to see. */
  readonly redact: Redact;
}

/** The parts of a run, from its brief. It sees placeholders in place of secrets. */
export function equipRun(
  brief: RunBrief,
  clock: Clock,
): { readonly equipment: Equipment; readonly disguise: Disguise } {
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
  return {
    equipment: {
      ...(brief.ledgers === undefined
        ? {}
        : {
            ledger: createLedgerFile(
              join(brief.ledgers, `${runId}.jsonl`),
              { ...brief.options, isQuiet: brief.quiet !== undefined },
              shown.redact,
            ),
          }),
      options: runOptions(options),
      transport: disguisedTransport(onTheWire(brief, clock), placeholders),
      redact: shown.redact,
      hide: shown.hide,
      ...(brief.tokenSources === undefined
        ? {}
        : {
            renewTokens: disguisedRenewal(
              tokenRenewal(brief.tokenSources, secret.hide),
              placeholders,
              shown.hide,
            ),
          }),
    },
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

/** Options as a run takes them, out of plain JSON. */
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
