import type { WireOddity } from '../../reference/message.ts';
import type { HandleWrap } from '../../reference/reply.ts';
import { latest } from '../../reference/state.ts';
import type { Fault, Need } from '../fault.ts';
import { answering, bare, parameters, refusing, serving, succeeded } from '../rewrite.ts';
import { living } from '../siblings.ts';

function fault(name: string, summary: string, wrap: HandleWrap, needs: readonly Need[] = []): Fault {
  return { name, summary, section: '4.5', expect: 'fail', needs, wrap };
}

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

const statuses = [202, 204, 206, 400, 404, 405, 500, 501];

/** Existence checks that answer wrongly, or with a body (4.5). */
export const headFaults: readonly Fault[] = [
  ...statuses.map((status) =>
    fault(
      `head-answers-${status}-on-a-match`,
      `An existence check that succeeds is answered ${status}.`,
      answeredWith(status),
    ),
  ),
  fault(
    'head-body-with-length',
    'An existence check is answered with a body of stated length.',
    withBody(body('content-length')),
    ['raw'],
  ),
  fault(
    'head-body-in-chunks',
    'An existence check is answered with a chunked body.',
    withBody(body('chunked')),
    ['raw'],
  ),
  fault(
    'head-body-only-terminator',
    'An existence check is answered with a lone last chunk.',
    withBody(body('terminator')),
    ['raw'],
  ),
  fault(
    'head-body-until-close',
    'An existence check is answered with a body that the close ends.',
    withBody(body('close-delimited')),
    ['raw'],
  ),
  fault(
    'head-body-late',
    'A body follows the existence check 100 ms after its header.',
    withBody(body('content-length', 100)),
    ['raw'],
  ),
  fault(
    'head-body-on-refusals',
    'An existence check that is refused or finds nothing is answered with a body.',
    withBody(body('content-length'), (status) => status >= 400),
    ['raw'],
  ),
  fault(
    'head-needs-union-parameter',
    'An existence check without unionParameter is answered 400.',
    refusing(['4.5'], 400, (request) => parameters(request, 'unionParameter').length === 0),
  ),
  fault(
    'head-needs-string-parameter',
    'An existence check without stringParameter is answered 400.',
    refusing(['4.5'], 400, (request) => parameters(request, 'stringParameter').length === 0),
  ),
  fault(
    'head-refuses-repeated-array-of-string',
    'arrayOfString given twice is answered 400, though GET takes it.',
    refusing(['4.5'], 400, (request) => parameters(request, 'arrayOfString').length > 1),
  ),
  fault(
    'head-reads-float-parameter-as-integer',
    'floatParameter written with a point is answered 400, though GET takes it.',
    refusing(['4.5'], 400, (request) =>
      parameters(request, 'floatParameter').some((value) => value.includes('.')),
    ),
  ),
  fault(
    'head-blind-for-a-minute',
    'An existence check misses resources younger than a minute.',
    serving(['4.5'], (next, _request, state, now) => {
      const isOld = living(state).some((resource) => now - latest(resource).createdAt >= 60_000);
      const reply = next();
      const isMatch = 'response' in reply && succeeded(reply.response);
      return isMatch && !isOld ? { response: bare(404) } : reply;
    }),
    ['late'],
  ),
];
