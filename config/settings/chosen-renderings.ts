import { renderingNames, type Rendering } from '../../reporters/renderings.ts';
import { ConfigurationError, quoted } from '../input/configuration-error.ts';
import { didYouMean } from '../input/did-you-mean.ts';

/** The renderings of a comma-separated list, in their own order. @throws ConfigurationError */
export function chosenRenderings(flag: string, list: string): readonly Rendering[] {
  const names = list.split(',').map((name) => name.trim());
  const known: readonly string[] = renderingNames;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return renderingNames.filter((name) => names.includes(name));
  throw new ConfigurationError({
    setting: flag,
    found: quoted(unknown),
    expected: `a comma-separated list of ${renderingNames.join(', ')}`,
    remedy: didYouMean(unknown, renderingNames, `For example: ${flag} ${renderingNames.slice(1).join(',')}`),
  });
}
