import { mapResponse, type HandleWrap } from '../reference/reply.ts';
import { reactionChoices } from './choices/reactions.ts';
import { queryFaults } from './endpoints/query.ts';
import { recordShapeFaults } from './endpoints/record-shape.ts';
import { someResourcesChoices, someResourcesFaults } from './endpoints/some-resources.ts';
import { unsupportedFaults } from './endpoints/unsupported.ts';
import { partOf, type Choice, type Fault } from './fault.ts';
import { answering, hangingUp, succeeding } from './rewrite.ts';
import { conflictFaults } from './updates/conflict.ts';

/** An uncaught error: other servers answer 500, this server ends the connection. */
const uncaught =
  (wrap: HandleWrap = (next) => next): HandleWrap =>
  (next) => {
    const inner = wrap(next);
    return (state, request, now) =>
      mapResponse(inner(state, request, now), (response) =>
        response.status === 500 ? hangingUp(response) : response,
      );
  };

/** Faults whose answers 500 become ends of the connection. */
const failing: readonly Fault[] = [
  ...conflictFaults,
  ...queryFaults,
  ...recordShapeFaults,
  ...someResourcesFaults,
  ...unsupportedFaults,
];
const uncaughtOf = [
  'mismatch-answered-500',
  'collection-fails-on-string-parameter',
  'complex-path-fails-beyond-ascii',
  'reads-fail-at-half-of-the-resources',
  'deletes-fail-at-half-of-the-resources',
  'create-fails-beyond-ascii',
  'update-fails-beyond-ascii',
];

/** Name and summary of the same fault, with an end of the connection instead of 500. */
function asUncaught({ name, summary }: Pick<Fault, 'name' | 'summary'>): Pick<Fault, 'name' | 'summary'> {
  const told = summary
    .replace('is answered 500', 'ends the connection')
    .replace('are answered 500', 'end the connection');
  return { name: `${name.replace('-answered-500', '')}-uncaught`, summary: told };
}

/** The connection ends without an answer, though other requests of the operation may be answered. */
export const hangingUpFaults: readonly Fault[] = [
  ...failing
    .filter(({ name }) => uncaughtOf.includes(name))
    .map(({ override, wrap, ...fault }) => ({
      ...asUncaught(fault),
      breaks: 'General/answers-are-whole',
      section: partOf(fault),
      needs: ['late'] as const,
      ...(override === undefined ? {} : { override }),
      wrap: uncaught(wrap),
    })),
  {
    name: 'creates-and-updates-hang-up',
    breaks: 'General/answers-are-whole',
    section: '4.6',
    summary: 'Creates and updates that are granted access end the connection without an answer.',
    needs: ['late'],
    wrap: answering(['4.6', '4.10'], (response) =>
      [401, 403].includes(response.status) ? response : hangingUp(response),
    ),
  },
  {
    name: 'text-beyond-ascii-cut-short',
    breaks: 'General/answers-are-whole',
    summary:
      'The length of an answer is counted in characters, so that an answer with a letter beyond ASCII is cut short.',
    needs: ['raw', 'late'],
    wrap: succeeding(['4.2', '4.6', '4.11'], (response) =>
      response.body.some((octet) => octet > 127)
        ? { ...response, wire: { kind: 'truncated', missingBytes: 1 } }
        : response,
    ),
  },
];

/** The connection ends for requests that a server may refuse in any way, or for a while. */
export const hangingUpChoices: readonly Choice[] = [...reactionChoices, ...someResourcesChoices]
  .filter(({ name }) =>
    ['ill-typed-content-answered-500', 'deletes-fail-at-half-of-the-resources-at-first'].includes(name),
  )
  .map((choice) => ({
    ...choice,
    excludes: [...(choice.excludes ?? []), choice.name],
    ...asUncaught(choice),
    wrap: uncaught(choice.wrap),
  }));
