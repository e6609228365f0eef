import { refused, type SettingReader } from './values.ts';

/** What may be left out of a statement of conformance, sections first. */
export const limits = [
  '4.3',
  '4.4',
  '4.7',
  '4.8',
  '4.9',
  '4.12',
  '4.13',
  '4.14',
  '4.15',
  '4.16',
  '4.17',
  '4.18',
  'other-project',
  'minted-scopes',
  'no-scope',
  'key',
  'action-effect',
] as const;

/** One of them, as `CONFORMANCE_WITHOUT` names it. */
export type Limit = (typeof limits)[number];

/** Sections without which nothing is stated; their scopes neither. */
const indispensable: readonly string[] = ['4.1', '4.2', '4.5', '4.6', '4.10', '4.11'];

/**
 * The stated limits of scope, in the order of `limits`.
 *
 * @throws ConfigurationError also for a section that cannot be left out
 */
export function readLimits(reader: SettingReader): readonly Limit[] {
  const items = reader.text('WITHOUT')?.split(',') ?? [];
  const refusedItem = items.map((item) => item.trim()).find((item) => indispensable.includes(item));
  if (refusedItem !== undefined)
    throw refused(
      reader.given,
      'WITHOUT',
      `Leave ${refusedItem} in: without ${indispensable.join(', ')} and their scopes nothing is stated.`,
      `"${refusedItem}", which cannot be left out`,
    );
  return reader.list('WITHOUT', limits) ?? [];
}
