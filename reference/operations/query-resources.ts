import { empty, json, type Handler, type Served, reading } from '../call.ts';
import { isArray, member } from '../json.ts';
import { gathered } from './object-type-property.ts';
import { liveSnapshots } from '../state.ts';
import type { Snapshot } from '../resource.ts';
import type { Call } from '../policy.ts';

/** The most elements of a member on a page of the collection. */
const most = 500;

/** Queries the collection (4.1): gathers the members of ObjectTypeProperty from the matching resources. */
const queryResources: Handler = (call) => {
  checkParameters(call);
  const seen = matching(call);
  const fields = gathered(
    seen.slice(0, most).map((snapshot) => snapshot.objectTypeProperty),
    most,
  );
  return json(call, 200, call.state.policy.collectionPage(call, seen, fields));
};

/** Checks whether any resource matches (4.5): answers 200, or the status of the policy. */
const checkExistence: Handler = (call) => {
  checkParameters(call);
  const status = matching(call).length > 0 ? 200 : call.state.policy.headNoMatchStatus;
  return empty(status, [['Content-Type', call.state.policy.contentType]]);
};

/** Throws `Refused` (400) for an ill-typed value; objectParameter, unionParameter and unknown names are not read. */
function checkParameters({ query }: Call): void {
  query.float('floatParameter');
  query.int('integerParameter');
  query.float('withMarkdownDescription');
}

/** A stringParameter selects the resources with this text in arrayOfStringExample; other parameters select nothing. */
function matching(call: Call): Snapshot[] {
  const seen = liveSnapshots(call.project, call.now, call.state.policy.queryLagMs);
  const wanted = call.query.text('stringParameter');
  if (wanted === undefined) return seen;
  return seen.filter(({ objectTypeProperty }) => {
    const texts = member(objectTypeProperty, 'arrayOfStringExample');
    return isArray(texts) && texts.includes(wanted);
  });
}

/** The operations on the whole collection. */
export const queries = {
  '4.1': { method: 'GET', path: '', opening: reading, serve: queryResources },
  '4.5': { method: 'HEAD', path: '', opening: reading, serve: checkExistence },
} as const satisfies Served;
