import { json, objectBody, type Handler, type Served } from '../call.ts';
import { member, type JsonObject } from '../json.ts';
import { Refused } from '../refused.ts';
import type { Call } from '../policy.ts';

/** Takes an OrderedRecord on the long path and answers one of four ObjectTypeProperty bodies (4.9). */
const postOnComplexPath: Handler = (call) => {
  const { record, one } = read(call);
  return json(call, 200, call.state.policy.recordContent(record, one));
};

/** Takes an OrderedRecord and answers ObjectTypeProperty members or DateExamples (4.13). */
const postWithUrnLinks: Handler = (call) => {
  const { record, one } = read(call);
  const { policy } = call.state;
  if (!policy.showsDates(record, one)) return json(call, 200, policy.recordContent(record, one));
  const createdAt = member(record, 'createdAt');
  return json(call, 200, policy.dates(new Date(typeof createdAt === 'string' ? createdAt : call.now)));
};

function read(call: Call): { readonly record: JsonObject; readonly one: number | undefined } {
  const one = call.query.float('queryParameterOne');
  const record = objectBody(call);
  const reason = call.state.policy.recordRefusal(record);
  if (reason !== undefined) throw new Refused(400, reason);
  return { record, one };
}

/** The answers to a record, by operation. */
export const records = {
  '4.9': {
    method: 'POST',
    path: 'artificially-complex/path/uri-parameter-one={uriParameterOne}/{uriParameterTwo}',
    opening: 'any-token',
    serve: postOnComplexPath,
  },
  '4.13': {
    method: 'POST',
    path: 'description-with-urn-links',
    opening: 'any-token',
    serve: postWithUrnLinks,
  },
} as const satisfies Served;
