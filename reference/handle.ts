import { empty } from './call.ts';
import type { Request, Response } from './message.ts';
import { Query } from './query.ts';
import { mapResponse, type Handle, type Reply } from './reply.ts';
import { match, operations } from './routes.ts';
import { emptyProject, runDue } from './state.ts';
import { Refused } from './refused.ts';
import type { Call, State } from './policy.ts';

/** The most octets of a request body. */
export const mostBytes = 1_000_000;

/** Serves one request. Never throws because of a request: it answers odd input with 400, 404, 405, 413 or 415. */
export const handle: Handle = (state, request, now) => {
  runDue(state, now);
  const reply = guarded(state, () => served(state, request, now));
  return request.method === 'HEAD'
    ? mapResponse(reply, (response) => ({ ...response, body: empty(0).body }))
    : reply;
};

function served(state: State, request: Request, now: number): Reply {
  const { policy } = state;
  const found = match(request.method, request.target);
  if (found.kind !== 'operation') throw miss(found.kind);
  const { operation, projectKey, path } = found;
  const project = policy.projectOf(state, projectKey) ?? emptyProject(projectKey);
  const arrived = { state, project, operation, request, path, now };
  const bearer = policy.bearerOf(request);
  const token = bearer === undefined ? undefined : state.tokens.get(bearer);
  const access = policy.access(arrived, { bearer, token });
  if (request.body.length > mostBytes) throw new Refused(413, 'the body is too large');
  const call: Call = { ...arrived, query: new Query(access === 'granted' ? request.target : '') };
  if (access !== 'granted') return { response: policy.refusal(call, access) };
  const answer: Response | Reply = operations[operation].serve(call);
  return 'status' in answer ? { response: answer } : answer;
}

function miss(kind: 'bad-path' | 'unknown-path' | 'unknown-method'): Refused {
  if (kind === 'bad-path') return new Refused(400, 'the path is not percent-encoded UTF-8');
  if (kind === 'unknown-path') return new Refused(404, 'no such path');
  return new Refused(405, 'the path does not know this method');
}

/** Turns a refusal that a handler throws, even after a pause, into an error response. */
function guarded(state: State, serve: () => Reply): Reply {
  try {
    const reply = serve();
    if ('response' in reply) return reply;
    return { waitMs: reply.waitMs, resume: (now) => guarded(state, () => reply.resume(now)) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { response: state.policy.error(state, error.status, error.message) };
  }
}
