import type { Circumstance } from './circumstance.ts';

/** A refusal that comes as a success, as the vendor declares: a body without the version of a resource. */
export const refusalInAnEnvelope: Circumstance = {
  stance: ({ exchange }, { profile }) => {
    const isDeclared = profile.refusal?.style === 'envelope';
    const isEnvelope = exchange?.succeeded === true && exchange.object !== undefined;
    return isDeclared && isEnvelope && exchange.object['version'] === undefined ? 'shown' : 'impossible';
  },
  doubt: () => ({
    code: 'two-readings',
    text: 'a success without the version of a resource may refuse what was asked for',
    supply: '"refusal": {"style": "envelope"}',
  }),
};
