import { refused, type SettingReader } from './values.ts';
import { coreSections, optionalSections } from '../../contract/traits.ts';

/** The kinds of writes whose effect the contract does not show: 4.7 and 4.8; 4.9 and 4.13; 4.15; 4.16 POST. */
export const consents = ['overwrite', 'records', 'upload', 'namespace'] as const;

export type Consent = (typeof consents)[number];

/** The consents that the setting gives; if unset, all or none. @throws ConfigurationError */
export function readConsent(reader: SettingReader, byDefault: boolean): ReadonlySet<Consent> {
  const named = reader.list('CONSENT', [...consents, 'all', 'none']);
  if (named === undefined) return new Set(byDefault ? consents : []);
  if (named.includes('none') && named.length > 1) throw refused(reader.given, 'CONSENT', 'Give none alone.');
  return new Set(named.includes('all') ? consents : consents.filter((consent) => named.includes(consent)));
}

/** Whether the run only reads, and whether as a gate. @throws ConfigurationError */
export function readReadOnly(reader: SettingReader): {
  readonly readOnly: boolean;
  readonly readOnlyGate: boolean;
} {
  const isGate = reader.text('READ_ONLY')?.trim().toLowerCase() === 'gate';
  return { readOnly: isGate || reader.onOff('READ_ONLY', false), readOnlyGate: isGate };
}

/** The parts that may be left out of a statement of conformance, sections first. */
export const limits = [
  ...optionalSections,
  'other-project',
  'minted-scopes',
  'no-scope',
  'key',
  'action-effect',
  'races',
] as const;

type Limit = (typeof limits)[number];

/** The stated limits, in the order of `limits`. @throws ConfigurationError also for a core section */
export function readLimits(reader: SettingReader): readonly Limit[] {
  const items = reader.text('WITHOUT')?.split(',') ?? [];
  const refusedItem = items
    .map((item) => item.trim())
    .find((item) => coreSections.some((section) => section === item));
  if (refusedItem !== undefined)
    throw refused(
      reader.given,
      'WITHOUT',
      `Remove ${refusedItem}: without ${coreSections.join(', ')} and their scopes there is no verdict.`,
      `"${refusedItem}", which cannot be left out`,
    );
  return reader.list('WITHOUT', limits) ?? [];
}
