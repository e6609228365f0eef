import { choices, faults } from '../../faults/catalogue.ts';
import { partOf } from '../../faults/fault.ts';
import { listedNames } from '../../config/input/did-you-mean.ts';

/** The flags by which a command of the repository gives the reference faults and choices. */
export const layerFlags = {
  help: { type: 'boolean', short: 'h' },
  list: { type: 'boolean' },
  fault: { type: 'string', multiple: true },
  choice: { type: 'string', multiple: true },
} as const;

/** The faults and choices of these flags. @throws ConfigurationError for an unknown fault or choice */
export function layersOf(given: { help?: boolean; list?: boolean; fault?: string[]; choice?: string[] }) {
  const { help = false, list = false, fault = [], choice = [] } = given;
  return {
    help,
    list,
    faults: listedNames('--fault', faults, fault),
    choices: listedNames('--choice', choices, choice),
  };
}

/** Every fault and every choice with its summary, under the titles of both. */
export function layerCatalogue(titles: { readonly faults: string; readonly choices: string }): string {
  const lines = [
    titles.faults,
    ...faults.map((fault) => `  ${fault.name}\n      ${partOf(fault)}: ${fault.summary}`),
    '',
    titles.choices,
    ...choices.map(({ name, summary }) => `  ${name}\n      ${summary}`),
  ];
  return `${lines.join('\n')}\n`;
}
