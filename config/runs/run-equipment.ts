import { join } from 'node:path';
import type { RunOptions } from '../../run/options.ts';
import type { Clock } from '../../wire/clock.ts';
import type { Transport } from '../../wire/exchange.ts';
import type { RenewTokens } from '../../run/engine.ts';
import type { Redact, Secret } from '../../wire/redaction.ts';
import { createTransport } from '../../wire/undici-transport.ts';
import { createLedgerFile, type LedgerFile } from './ledgers/ledger-file.ts';
import type { RunBrief } from './run-brief.ts';
import { redactionOf } from '../secrets/brief-redaction.ts';
import { tokenRenewal } from './token-renewal.ts';

/** What a run is made from beside the clock. */
interface Equipment {
  readonly options: RunOptions;
  readonly transport: Transport;
  readonly redact: Redact;
  readonly hide: (secret: Secret) => void;
  readonly renewTokens?: RenewTokens;
  readonly ledger?: LedgerFile;
}

/** What a run is made from, out of its brief. */
export function equipRun(brief: RunBrief, clock: Clock): Equipment {
  const { consent, without, ...rest } = brief.options;
  const { runId } = brief.options;
  const { redact, hide } = redactionOf(brief);
  return {
    ...(brief.ledgers === undefined
      ? {}
      : { ledger: createLedgerFile(join(brief.ledgers, `${runId}.jsonl`), brief.options, redact) }),
    options: { ...rest, consent: new Set(consent), without: new Set(without) },
    transport: createTransport({ ...brief.transport, baseUrl: brief.options.baseUrl, clock }),
    redact,
    hide,
    ...(brief.tokenSources === undefined ? {} : { renewTokens: tokenRenewal(brief.tokenSources, hide) }),
  };
}
