import { json, type Handler, type Served, reading } from '../call.ts';
import { number } from '../json.ts';
import { liveSnapshots } from '../state.ts';
import { Refused } from '../refused.ts';

const defaultFuzzyLevel = 2;
const defaultLimit = 20;
const mostResults = 500;

/** Searches (4.4): every resource is a hit, whatever the texts and filters, whose syntax is open. */
const searchResources: Handler = (call) => {
  const { query } = call;
  query.bool('fuzzy');
  query.bool('staged');
  const level = query.float('fuzzyLevel') ?? 0;
  if (level < 0 || level > defaultFuzzyLevel) throw new Refused(400, 'fuzzyLevel exceeds the default level');
  const seen = liveSnapshots(call.project, call.now, call.state.policy.queryLagMs);
  const hits = seen.slice(0, defaultLimit).map((snapshot) => ({ id: snapshot.id, relevance: number(1) }));
  return json(call, 200, { total: number(seen.length), offset: number(0), count: number(hits.length), hits });
};

/** Lists resources, newest first (4.12); ignores the content of where, sort and expand. */
const listSorted: Handler = (call) => {
  const { query } = call;
  const limit = query.float('limit') ?? defaultLimit;
  const offset = query.float('offset') ?? 0;
  const withTotal = query.bool('withTotal') ?? true;
  if (!Number.isInteger(limit) || limit < 0 || limit > mostResults)
    throw new Refused(400, 'limit is out of bounds');
  if (!Number.isInteger(offset) || offset < 0) throw new Refused(400, 'offset is out of bounds');
  for (const name of ['where', 'sort', 'expand'])
    if (query.all(name).includes('')) throw new Refused(400, `${name} is empty`);
  const seen = liveSnapshots(call.project, call.now, call.state.policy.queryLagMs);
  const results = seen.slice(offset, offset + limit);
  return json(call, 200, {
    limit: number(limit),
    offset: number(offset),
    count: number(results.length),
    ...(withTotal ? { total: number(seen.length) } : {}),
    results: results.map((snapshot) => call.state.policy.represented(snapshot, call)),
  });
};

/** How resources are listed, by operation. */
export const lists = {
  '4.4': { method: 'GET', path: 'searchApiPattern', opening: reading, serve: searchResources },
  '4.12': { method: 'GET', path: 'sorted-query-parameters', opening: reading, serve: listSorted },
} as const satisfies Served;
