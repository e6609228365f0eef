import { coreSections, optionalSections } from '../../contract/traits.ts';
import { refused, type SettingReader } from './values.ts';

/** The parts that may be left out of a statement of conformance, sections first. */
export const limits = [
  ...optionalSections,
  'other-project',
  'minted-scopes',
  'no-scope',
  'key',
  'action-effect',
] as const;

export type Limit = (typeof limits)[number];

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
