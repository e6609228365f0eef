import { createInProcessTransport } from '../../../config/runs/in-process-transport.ts';
import { rehearsalOptions } from '../../../config/runs/rehearsal.ts';
import type { Report } from '../../../clause/report.ts';
import type { Profile } from '../../../clause/profile.ts';
import { referenceProfile, referenceWith } from '../../../faults/catalogue.ts';
import type { RunOptions } from '../../../run/options.ts';
import { createVirtualClock } from '../../../wire/virtual-clock.ts';
import { clausesOf } from '../selected-clauses.ts';
import { judgeWhole } from '../whole-run.ts';

/** A run of which the whole report is on record. */
export interface ReportRow {
  readonly name: string;
  readonly play: () => Promise<Report>;
}

interface Circumstances {
  readonly faults?: readonly string[];
  readonly choices?: readonly string[];
  readonly options?: Partial<RunOptions>;
  readonly selected?: ReadonlySet<string>;
}

const right = rehearsalOptions(referenceProfile as Profile, 1);

const row = (
  name: string,
  { faults = [], choices = [], options = {}, selected }: Circumstances,
): ReportRow => ({
  name,
  play: async () => {
    const clock = createVirtualClock(new Date('2026-01-01T00:00:00.000Z'));
    const { report } = await judgeWhole({
      transport: createInProcessTransport(referenceWith({ faults, choices, seed: 1 }), clock, {
        latencyMs: 1,
      }),
      clock,
      options: { ...right, ...options },
      ...(selected && { selected }),
    });
    return report;
  },
});

const without = (...settings: readonly string[]): Partial<RunOptions> => ({
  tokens: right.tokens.filter(({ label }) => !settings.some((one) => label === `CONFORMANCE_TOKEN_${one}`)),
});

/** Each is about something else that a report says. */
export const reportRows: readonly ReportRow[] = [
  row('the reference', {}),
  row('several faults at once', {
    faults: ['version-never-checked', 'delete-open-without-scope', 'payments-as-object', 'is-gift-as-text'],
  }),
  row('reads alone', { options: { readOnly: true, consent: new Set() } }),
  row('without consent', { options: { consent: new Set() } }),
  row('without some tokens', { options: without('VIEW_TEST', 'NO_SCOPE', 'OTHER_PROJECT') }),
  row('a budget that is spent', { options: { budgetRequests: 400 } }),
  row('a declaration that does not hold', {
    options: { profile: { ...right.profile, search: { method: 'PUT' } } },
  }),
  row('one section alone', { selected: clausesOf((part) => part === '4.10') }),
  row('lagging reads', { choices: ['reads-lag-2000-ms'] }),
  row('limits', { choices: ['some-requests-answered-429'] }),
  row('server errors at times', { faults: ['every-twentieth-request-fails'] }),
  row('no update accepted', { faults: ['matching-version-conflicts'] }),
];
