import type { WireOddity } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { operationOf } from '../../reference/routes.ts';
import { latest } from '../../reference/state.ts';
import type { Fault } from '../fault.ts';
import { answering, bare, parameters, refusing, serving, succeeded } from '../rewrite.ts';
import { living } from '../siblings.ts';

function answeredWith(status: number): HandleWrap {
  return answering(['4.5'], (response) => (response.status === 200 ? { ...response, status } : response));
}

function withBody(wire: WireOddity, isFor: (status: number) => boolean = () => true): HandleWrap {
  return answering(['4.5'], (response) => (isFor(response.status) ? { ...response, wire } : response));
}

const body = (
  form: 'content-length' | 'chunked' | 'terminator' | 'close-delimited',
  afterMs = 0,
): WireOddity => ({
  kind: 'head-body',
  form,
  afterMs,
});

/** Of every few checks that should succeed, the last finds nothing. */
function everySo(many: number): HandleWrap {
  return (next) => {
    let checks = 0;
    return (state, request, now) => {
      const reply = next(state, request, now);
      if (operationOf(request) !== '4.5' || !('response' in reply) || !succeeded(reply.response))
        return reply;
      checks += 1;
      return checks % many === 0 ? { response: bare(404) } : reply;
    };
  };
}

/** A check without a match is remembered for its path and query. */
const rememberingNothing: HandleWrap = (next) => {
  const missed = new Set<string>();
  return (state, request, now) => {
    if (operationOf(request) !== '4.5') return next(state, request, now);
    if (missed.has(request.target)) return { response: bare(404) };
    const reply = next(state, request, now);
    if ('response' in reply && reply.response.status === 404) missed.add(request.target);
    return reply;
  };
};

const statuses = [202, 204, 206, 400, 404, 405, 500, 501];

/** Existence checks with a wrong answer, or with a body (4.5). */
export const headFaults: readonly Fault[] = [
  ...statuses.map((status) => ({
    name: `head-answers-${status}-on-a-match`,
    breaks: '4.5/200-on-match',
    summary: `An existence check that succeeds is answered ${status}.`,
    wrap: answeredWith(status),
  })),
  {
    name: 'head-body-with-length',
    breaks: '4.5/no-body',
    summary: 'An existence check is answered with a body of stated length.',
    needs: ['raw'],
    wrap: withBody(body('content-length')),
  },
  {
    name: 'head-body-in-chunks',
    breaks: '4.5/no-body',
    summary: 'An existence check is answered with a chunked body.',
    needs: ['raw'],
    wrap: withBody(body('chunked')),
  },
  {
    name: 'head-body-only-terminator',
    breaks: '4.5/no-body',
    summary: 'An existence check is answered with a lone last chunk.',
    needs: ['raw'],
    wrap: withBody(body('terminator')),
  },
  {
    name: 'head-body-until-close',
    breaks: '4.5/no-body',
    summary: 'An existence check is answered with a body that the close ends.',
    needs: ['raw'],
    wrap: withBody(body('close-delimited')),
  },
  {
    name: 'head-is-no-operation',
    breaks: '4.5/route-exists',
    rows: ['4.5/operation'],
    summary: 'Every existence check is answered 405.',
    wrap: refusing(['4.5'], 405),
  },
  {
    name: 'head-remembers-that-nothing-was-there',
    breaks: '4.5/200-on-match',
    summary: 'An existence check that found nothing never finds anything again.',
    wrap: rememberingNothing,
  },
  {
    name: 'head-body-late',
    breaks: '4.5/no-body',
    summary: 'A body follows the existence check 100 ms after its header.',
    needs: ['raw'],
    wrap: withBody(body('content-length', 100)),
  },
  {
    name: 'head-body-on-refusals',
    breaks: '4.5/no-body',
    summary: 'An existence check that is refused or finds nothing is answered with a body.',
    needs: ['raw'],
    wrap: withBody(body('content-length'), (status) => status >= 400),
  },
  {
    name: 'head-needs-union-parameter',
    breaks: '4.5/200-on-match',
    summary: 'An existence check without unionParameter is answered 400.',
    wrap: refusing(['4.5'], 400, (request) => parameters(request, 'unionParameter').length === 0),
  },
  {
    name: 'head-needs-string-parameter',
    breaks: '4.5/200-on-match',
    summary: 'An existence check without stringParameter is answered 400.',
    wrap: refusing(['4.5'], 400, (request) => parameters(request, 'stringParameter').length === 0),
  },
  {
    name: 'head-refuses-repeated-array-of-string',
    breaks: '4.5/equal-queries-equal-answers',
    rows: ['4.1/arrayOfString', '4.5/query'],
    summary: 'arrayOfString given twice is answered 400, though GET accepts it.',
    wrap: refusing(['4.5'], 400, (request) => parameters(request, 'arrayOfString').length > 1),
  },
  {
    name: 'head-reads-float-parameter-as-integer',
    breaks: '4.5/equal-queries-equal-answers',
    rows: ['4.1/floatParameter', '4.5/query'],
    summary: 'floatParameter written with a point is answered 400, though GET accepts it.',
    wrap: refusing(['4.5'], 400, (request) =>
      parameters(request, 'floatParameter').some((value) => value.includes('.')),
    ),
  },
  {
    name: 'head-body-where-an-array-is-asked-for',
    breaks: '4.5/no-body',
    summary: 'An existence check with arrayOfString is answered with a body.',
    needs: ['raw', 'generated'],
    wrap: answering(['4.5'], (response, request) =>
      parameters(request, 'arrayOfString').length > 0
        ? { ...response, wire: body('content-length') }
        : response,
    ),
  },
  {
    name: 'head-finds-nothing-every-third-time',
    breaks: '4.5/200-stays',
    summary: 'One of three nodes that answer existence checks in turn has no resources.',
    needs: ['late'],
    wrap: everySo(3),
  },
  {
    name: 'head-blind-for-a-minute',
    breaks: '4.5/200-on-match',
    summary: 'An existence check misses resources younger than a minute.',
    needs: ['late'],
    wrap: serving(['4.5'], (next, _request, state, now) => {
      const isOld = living(state).some((resource) => now - latest(resource).createdAt >= 60_000);
      const reply = next();
      const isMatch = 'response' in reply && succeeded(reply.response);
      return isMatch && !isOld ? { response: bare(404) } : reply;
    }),
  },
];
