import { visible } from '../../reporters/visible.ts';
import { withoutSecretLooks } from './secret-looks.ts';

export interface Refusal {
  /** The setting's full name (`CONFORMANCE_MAX_RPS`), or the file or flag at fault. */
  readonly setting: string;
  /** The found value, in words or quoted; never a token or another secret. */
  readonly found: string;
  readonly expected: string;
  /** The next step, as one sentence or a line to paste. */
  readonly remedy: string;
}

/** Settings, profile, token manifest or command line cannot be used: the run ends with exit code 2. */
export class ConfigurationError extends Error implements Refusal {
  readonly setting: string;
  readonly found: string;
  readonly expected: string;
  readonly remedy: string;
  /** Further problems of the same file, each of which alone would be an error. */
  readonly further: readonly Refusal[];

  constructor(refusal: Refusal, further: readonly Refusal[] = []) {
    const [first, ...others] = [shown(refusal), ...further.map(shown)] as const;
    super([first, ...others].map(inTwoLines).join('\n'));
    this.name = 'ConfigurationError';
    this.setting = first.setting;
    this.found = first.found;
    this.expected = first.expected;
    this.remedy = first.remedy;
    this.further = others;
  }
}

/** A mistake in one place: its setting, the found and the expected value, and the remedy. */
export function refusal(
  setting: string,
  found: string,
  expected: string,
  remedy: string,
): ConfigurationError {
  return new ConfigurationError({ setting, found, expected, remedy });
}

/** A text of the operator or of a file may be a misplaced token, or contain codes that steer a terminal. */
function shown({ setting, found, expected, remedy }: Refusal): Refusal {
  const [safeSetting, safeFound, safeRemedy] = [setting, found, remedy].map((text) =>
    visible(withoutSecretLooks(text), Infinity),
  ) as [string, string, string];
  return { setting: safeSetting, found: safeFound, expected, remedy: safeRemedy };
}

function inTwoLines({ setting, found, expected, remedy }: Refusal): string {
  return `${setting}: found ${found}; expected ${expected}.\n${remedy}`;
}

/** A value as an error message shows it: quoted on one line, and cut when it is long. */
export function quoted(value: unknown): string {
  return cut(JSON.stringify(value) ?? String(value));
}

/** A name from outside as an error message shows it: cut when it is long. */
export function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
